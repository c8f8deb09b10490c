import {readFileSync, realpathSync, statSync} from 'node:fs';
import {parse, stringify, TomlError} from 'smol-toml';
import {feedPanes, type Look, paneNames, type Theme} from '../account/model/vocabulary.ts';
import {explainHere} from '../account/words/advice.ts';
import type {Answer} from '../api/client.ts';
import {ApiError, LinkError, whatFailed} from '../api/errors.ts';
import {proxyFor} from '../api/http/route.ts';
import type {Config} from '../config/config.ts';
import {ConfigError, wrongIn} from '../config/error.ts';
import {defaultProfileDialect} from '../config/profile-dialect.ts';
import {isSameAddress} from '../config/service.ts';
import {put} from '../config/settings.ts';
import {readAccounts, wordsOnOthers} from '../core/journal/glimpse.ts';
import {type Line, wrap} from '../ui/format.ts';
import {createStyles} from '../ui/theme.ts';
import {type Connection, connect, journalOfProfile} from './connect.ts';
import {
  type Check,
  checkCache,
  checkClock,
  checkList,
  checkVenue,
  ok,
  skipped,
  warning,
  wrong,
} from './doctor/checks.ts';
import {createAsk, type Finding, findAuth, findDialect, withFindings} from './doctor/find-dialect.ts';
import {lookOf, readHost} from './host.ts';
import {exitCodes, type FailureKind, failureKind, Unable} from './line/exit.ts';
import type {CommandLine} from './line/parse-line.ts';
import {loadConfig} from './load-config.ts';
import {aligned, type Out, printed, printJson, replaceFile, safeLines} from './output.ts';

export async function runDoctor(line: CommandLine, host: NodeJS.Process): Promise<number> {
  const config = await loadConfig(line.flags, host.env);
  if (line.flags.write === true) refuseWithoutProfile(config);
  const {checks, findings, venue, failure} = await examine(config, host);
  const toml = changedSettings(findings, config.profile.name);
  const written = line.flags.write === true ? await write(config.path, toml) : undefined;
  const all = [
    configuration(config),
    ...(await otherAccounts(config, host)),
    ...checks,
    ...checksOf(findings, written !== undefined),
  ];
  const {service, profile} = config;
  const report = {
    ok: all.every(({result}) => result !== 'wrong'),
    profile: profile.name,
    service: service.kind === 'paper' ? 'paper' : service.baseUrl,
    environment: venue ?? null,
    ...{checks: all, dialect: findings, toml, written},
  };
  if (line.flags.json === true) printJson(host.stdout, report);
  else host.stdout.write(textReport(report, host.stdout, config.theme, lookOf(config, host.env)));
  return exitCodes[report.ok ? 'done' : (failure ?? 'failed')];
}

function configuration({path, file, profile, service, otherAddress, otherToken}: Config): Check {
  const where = service.kind === 'paper' ? 'embedded paper service' : service.baseUrl;
  const found = `${file === undefined ? 'no file' : path}, profile ${profile.name}, ${where}`;
  const caution = otherToken ?? otherAddress;
  return caution === undefined ? ok('configuration', found) : warning('configuration', found, caution);
}

async function otherAccounts(config: Config, host: NodeJS.Process): Promise<readonly Check[]> {
  const own = await journalOfProfile(config);
  const words = wordsOnOthers(readAccounts(config.statePaths, readHost(host.pid)), own?.path);
  return words === undefined
    ? []
    : [warning('accounts', words, 'Start optty with that account; move away what cannot be read.')];
}

type Examination = {
  readonly checks: readonly Check[];
  readonly findings: readonly Finding[];
  readonly venue?: 'PAPER' | 'LIVE' | undefined;
  readonly failure?: FailureKind;
};

async function examine(config: Config, host: NodeJS.Process): Promise<Examination> {
  let connection: Connection | undefined;
  try {
    connection = await connect(config, host.env);
    const examined = await examineService(config, connection);
    return {...examined, checks: [...linkOf(config, host.env), ...examined.checks]};
  } catch (error) {
    const failure = failureKind(error);
    const ended = (check: Check) => ({failure, checks: [check], findings: []});
    if (error instanceof ConfigError) return ended(wrong('credentials', 'not available', error.message));
    if (error instanceof LinkError) return ended(wrong('link', error.kind, explainHere(error)));
    return ended(wrong('link', 'not reached', (error as Error).message));
  } finally {
    await connection?.close();
  }
}

function linkOf({service}: Config, env: NodeJS.ProcessEnv): Check[] {
  if (service.kind === 'paper') return [];
  const proxy = proxyFor(service.origin, env);
  return [ok('link', proxy === undefined ? 'direct' : `through the proxy of ${proxy.variable}`)];
}

async function examineService(config: Config, connection: Connection): Promise<Examination> {
  const ask = createAsk(connection.another);
  const dialect = config.service.kind === 'paper' ? defaultProfileDialect : config.dialect;
  const access = await findAuth(ask, connection.credential, dialect);
  const credentials = checkAccess(access, config, connection);
  // Without access every further answer would be the same refusal.
  if (access instanceof ApiError) {
    const checks = [credentials, skipped('lists and dialect', 'skipped: fix the credential first')];
    return {checks, findings: [], failure: 'credentials'};
  }
  const findings = [...access, ...(await findDialect(ask, withFindings(dialect, access)))];
  const checks = [credentials];
  const answers: Answer<unknown>[] = [];
  for (const pane of feedPanes) {
    const seen = await ask(withFindings(dialect, findings), pane, {});
    checks.push(checkList(paneNames[pane].title, seen));
    if (seen.ok) answers.push(seen.answer);
  }
  const [first] = answers;
  if (first !== undefined) checks.push(checkClock(first, Date.now()), checkCache(answers), checkVenue(first));
  return {checks, findings, venue: first?.venue};
}

function checkAccess(
  access: readonly Finding[] | ApiError,
  {credential, service}: Config,
  {credential: {scheme}}: Connection,
): Check {
  const name = 'credentials';
  const given = credential.kind === 'none' ? credential.why : credential.source;
  const source = service.kind === 'paper' ? 'its own, random' : given;
  if (access instanceof ApiError)
    return scheme === 'none'
      ? wrong(name, 'the service wants one', `${whatFailed(access)} No credential is used: ${source}.`)
      : wrong(name, `${source}, refused`, explainHere(access));
  if (access.some(({setting}) => setting === 'auth.scheme'))
    return warning(
      name,
      `${source}, accepted in another form`,
      'The token is valid, but must be sent as shown below.',
    );
  return ok(name, scheme === 'none' ? 'none is needed for orders' : `${source}, accepted`);
}

/** The dialect belongs to this address; in the profile of another address it would be wrong. */
function refuseWithoutProfile({file, path, profile, service}: Config): void {
  const profiles = file?.settings.profiles ?? {};
  const own = Object.hasOwn(profiles, profile.name) ? profiles[profile.name] : undefined;
  const address = service.kind === 'paper' ? undefined : service.baseUrl;
  if (address !== undefined && isSameAddress(own?.base_url, address)) return;
  throw wrongIn(
    '--write',
    own === undefined
      ? `no profile to write to. Add [profiles.NAME] with a base_url to ${path} (optty config init creates the file), then pass --profile.`
      : `a dialect is written only for its own address. Set base_url = "${address ?? "the service's address"}" in [profiles.${profile.name}] first.`,
  );
}

/** At the end of the file, which is replaced atomically, keeps its mode, and may be a symbolic link. */
async function write(path: string, toml: string): Promise<string> {
  if (toml === '') return 'No change needed: the profile is correct.';
  const text = `${readFileSync(path, 'utf8').trimEnd()}\n\n${toml}`;
  // Nothing can be given twice: other values are there, or a table in one line.
  try {
    parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new Unable(`${path} has a dialect already. Change it there by hand to:\n\n${toml}`);
  }
  const file = realpathSync(path);
  try {
    await replaceFile(file, text, statSync(file).mode & 0o777);
  } catch (error) {
    throw new Unable(`${path} could not be written (${(error as NodeJS.ErrnoException).code}).`);
  }
  return `Written to ${path}.`;
}

/** Without these neither lists nor pages can be trusted; the other settings only narrow a list. */
const vital = ['search_dto', 'orders.page', 'orders.page_size', 'trades.page', 'trades.page_size'];

function checksOf(findings: readonly Finding[], isWritten: boolean): Check[] {
  const of = (verdict: Finding['verdict']) => findings.filter(each => each.verdict === verdict);
  const changed = of('changed').map(({setting, value}) =>
    isWritten
      ? ok(setting, `${shown(value)}, written to the profile`)
      : wrong(
          setting,
          shown(value),
          `${setting}: the service wants ${shown(value)}; the profile has another value.`,
        ),
  );
  const none = of('none').map(({setting, note}) =>
    (vital.includes(setting) ? wrong : warning)(setting, 'no known spelling works', `${setting}: ${note}.`),
  );
  const untold = Map.groupBy(of('untold'), ({note}) => note ?? '');
  return [
    ...(of('obeyed').length === 0 ? [] : [ok('dialect', `${of('obeyed').length} settings work unchanged`)]),
    ...changed,
    ...none,
    ...[...untold].map(([note, group]) =>
      skipped('dialect', `${note}: ${group.map(each => each.setting).join(', ')}`),
    ),
  ];
}

function shown(value: Finding['value']): string {
  return typeof value === 'object' ? `${value.length} fields` : String(value);
}

function changedSettings(findings: readonly Finding[], profile: string): string {
  const settings = findings
    .filter(({verdict}) => verdict === 'changed')
    .map(({setting, value}) => ({key: ['profiles', profile, 'dialect', ...setting.split('.')], value}));
  return settings.length === 0 ? '' : stringify(settings.reduce(put, {}));
}

type Report = {
  readonly checks: readonly Check[];
  readonly toml: string;
  readonly written: string | undefined;
};

export function textReport(report: Report, out: Out, theme: Theme, look: Look): string {
  const {checks, toml, written} = report;
  const columns = out.isTTY ? (out.columns ?? 80) : undefined;
  const said = checks.flatMap(({result, more}) =>
    more === undefined ? [] : [`${result}: ${safeLines(more, look.ascii)}`],
  );
  const advice = `\nAdd this to the profile, or run optty doctor --write:\n\n${safeLines(toml.trimEnd())}`;
  const rest = [
    ...said.flatMap(each => (columns === undefined ? [each] : wrap(each, columns))),
    ...(toml === '' || written !== undefined ? [] : [advice]),
    ...(written === undefined ? [] : [safeLines(written)]),
  ];
  const lines = [
    ...checkLines(checks, columns, out.isTTY && look.ascii),
    ...rest.map((text): Line => [{text}]),
  ];
  return printed(lines, out.isTTY ? createStyles(theme, look) : undefined);
}

const tones = {ok: 'good', warning: 'warning', wrong: 'danger', skipped: 'dim'} as const;
const longestResult = Math.max(...Object.keys(tones).map(result => result.length));

function checkLines(
  checks: readonly Check[],
  columns: number | undefined,
  isAscii: boolean,
): readonly Line[] {
  const rows = checks.map(({name, result, found}) => [
    result.padEnd(longestResult),
    name,
    safeLines(found, isAscii),
  ]);
  return aligned(rows, {columns}).flatMap(([first = '', ...more], index): Line[] => {
    const {result = 'ok'} = checks[index] ?? {};
    const head = {text: result, tone: tones[result]};
    return [[head, {text: first.slice(result.length)}], ...more.map((text): Line => [{text}])];
  });
}
