/** Finds out in which header the service wants the token, and whether Easy Options want it too. */

import {ApiError} from '../../api/errors.ts';
import {whatFailed} from '../../api/explain.ts';
import type {Credential} from '../../api/index.ts';
import type {ProfileDialect} from '../../config/dialect.ts';
import {explainHere} from '../../desk/feeds/advice.ts';
import type {Ask, ProbeResult} from './ask.ts';
import {type Check, ok, warning, wrong} from './check.ts';
import {type Finding, withFindings} from './finding.ts';

type Given = {
  readonly askAs: (credential: Credential) => Ask;
  readonly credential: Credential;
  /** Which one it is, in words; or why there is none. */
  readonly source: string;
  readonly dialect: ProfileDialect;
};

type Found = {
  readonly check: Check;
  /** The credential as the service takes it. */
  readonly credential: Credential;
  readonly ask: Ask;
  readonly findings: readonly Finding[];
};

/** Headers that services without a standard for it like to have a token in. */
const headers = ['X-API-Key', 'Api-Key', 'X-Auth-Token', 'X-Access-Token', 'Authorization'];

export async function findAuth({askAs, credential, source, dialect}: Given): Promise<Found> {
  const ask = askAs(credential);
  const seen = await ask('orders', dialect, {});
  const found = (check: Check, other: Partial<Found> = {}) =>
    withEasyOptions({check, credential, ask, findings: [], ...other}, dialect);
  const name = 'credentials';
  if (!isRefusal(seen))
    return found(ok(name, credential.scheme === 'none' ? 'none is needed for orders' : `${source}, taken`));
  if (credential.scheme === 'none') {
    const more = `${whatFailed(seen.error)} No credential is used: ${source}.`;
    return found(wrong(name, 'the service wants one', more));
  }
  const other = await otherScheme(askAs, credential, dialect);
  if (other === undefined) return found(wrong(name, `${source}, refused`, explainHere(seen.error)));
  const more = 'The token is good, but wanted as the lines below say.';
  const check = warning(name, `${source}, taken in another way`, more);
  return found(check, {...other, ask: askAs(other.credential)});
}

function isRefusal(seen: ProbeResult): seen is Extract<ProbeResult, {ok: false}> & {error: ApiError} {
  return (
    !seen.ok && seen.error instanceof ApiError && (seen.error.status === 401 || seen.error.status === 403)
  );
}

/** The same token to the same address, in the other ways that are known. */
async function otherScheme(askAs: Given['askAs'], credential: Credential, dialect: ProfileDialect) {
  if (credential.scheme !== 'bearer' && credential.scheme !== 'header') return undefined;
  const {token} = credential;
  const bearer = {
    credential: {scheme: 'bearer', token} as const,
    findings: [changed('auth.scheme', 'bearer')],
  };
  const ways = headers.map(name => ({
    credential: {scheme: 'header', name, token} as const,
    findings: [changed('auth.scheme', 'header'), changed('auth.header', name)],
  }));
  for (const way of credential.scheme === 'bearer' ? ways : [bearer, ...ways]) {
    if (!isRefusal(await askAs(way.credential)('orders', dialect, {}))) return way;
  }
  return undefined;
}

/** A list of cards that is refused is asked for again the other way round: with the credential, or without. */
async function withEasyOptions(found: Found, dialect: ProfileDialect): Promise<Found> {
  const {ask, findings} = found;
  const asConfigured = withFindings(dialect, findings);
  if (!isRefusal(await ask('cards', asConfigured, {}))) return found;
  const turned = changed('auth.easy_options', !dialect.auth.easy_options);
  const seen = await ask('cards', withFindings(asConfigured, [turned]), {});
  return seen.ok ? {...found, findings: [...findings, turned]} : found;
}

function changed(setting: string, value: Finding['value']): Finding {
  return {setting, value, verdict: 'changed'};
}
