import {readFileSync} from 'node:fs';
import {type Check, warning} from './finding.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables of Node that optty does not follow, or that cannot work. */
export function checkRuntime(env: Environment): Check[] {
  return [...asked(env)].map(([found, more]) => warning('Node', found, more));
}

function* asked(env: Environment): Generator<readonly [found: string, more: string]> {
  const {NODE_OPTIONS = '', NODE_EXTRA_CA_CERTS, NODE_TLS_REJECT_UNAUTHORIZED, NODE_DEBUG} = env;
  if (NODE_TLS_REJECT_UNAUTHORIZED === '0')
    yield [
      'NODE_TLS_REJECT_UNAUTHORIZED=0',
      "NODE_TLS_REJECT_UNAUTHORIZED=0 asks to accept every certificate. optty checks them anyway: unset it, and set ca_file in the profile for a company's own authority.",
    ];
  const trouble = NODE_EXTRA_CA_CERTS ? troubleWith(NODE_EXTRA_CA_CERTS) : undefined;
  if (trouble !== undefined)
    yield ['NODE_EXTRA_CA_CERTS', `NODE_EXTRA_CA_CERTS: ${trouble}, so no authority is added.`];
  for (const option of NODE_OPTIONS.split(/\s+/).filter(each => weakening.test(each)))
    yield [
      `NODE_OPTIONS ${option}`,
      `NODE_OPTIONS has ${option}, which weakens the encryption of every Node program: remove it.`,
    ];
  if (NODE_DEBUG)
    yield [`NODE_DEBUG=${NODE_DEBUG}`, 'NODE_DEBUG: the text of Node goes to the log of the dashboard.'];
}

/** Protocols below TLS 1.2 are refused all the same. */
const weakening =
  /^--(?:tls-(?:min-v1\.[01]|max-v1\.[01]|keylog|cipher-list)|openssl-legacy|security-revert)/;

function troubleWith(path: string): string | undefined {
  try {
    const isPem = readFileSync(path, 'latin1').includes('-----BEGIN CERTIFICATE-----');
    return isPem ? undefined : `${path} holds no certificate in PEM`;
  } catch (error) {
    return `${path} cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
}
