import {ApiError} from '../../api/errors.ts';
import {whatFailed} from '../../api/explain.ts';
import type {Credential} from '../../api/index.ts';
import {searchDtoEncodings} from '../../api/wire/dialect.ts';
import type {Config} from '../../config/config.ts';
import type {ProfileDialect} from '../../config/dialect.ts';
import {explainHere} from '../../desk/feeds/advice.ts';
import {fieldOf, fieldsOf} from '../../desk/model/rows.ts';
import {sortRows} from '../../desk/model/sorting.ts';
import {type FeedPane, feedPanes, paneTitles} from '../../desk/model/vocabulary.ts';
import type {Row} from '../../desk/state.ts';
import type {Connection} from '../connect.ts';
import type {FailureKind} from '../line/exit.ts';
import {
  type Ask,
  type Check,
  createAsk,
  type Finding,
  type Judgement,
  ok,
  type ProbeResult,
  skipped,
  warning,
  withFindings,
  wrong,
} from './finding.ts';
import {findOrderNames, findTradeNames} from './names.ts';

export type Examination = {
  readonly checks: readonly Check[];
  readonly findings: readonly Finding[];
  readonly venue: 'PAPER' | 'LIVE' | undefined;
  readonly failure: FailureKind | undefined;
};

export async function examineService(
  config: Config,
  connection: Connection,
  asked: () => void,
): Promise<Examination> {
  const {credential} = config;
  const source = credential.kind === 'none' ? credential.why : credential.source;
  const auth = await findAuth({
    askAs: each => createAsk(connection.another, each, asked),
    credential: connection.credential,
    source: config.service.kind === 'paper' ? 'its own, random' : source,
    dialect: config.dialect,
  });
  // Without access every further answer would be the same refusal.
  if (auth.check.result === 'wrong')
    return {
      checks: [auth.check, skipped('lists and dialect', 'skipped: fix the credential first')],
      findings: [],
      venue: undefined,
      failure: 'credentials',
    };
  const {ask} = auth;
  const findings = [...auth.findings];
  const dialect = () => withFindings(config.dialect, findings);
  findings.push(await findSearchDto(ask, dialect()));
  findings.push(...(await findOrderNames(ask, dialect())));
  findings.push(...(await findTradeNames(ask, dialect(), Date.now())));
  findings.push(await findSort(ask, dialect(), 'cards'), await findSort(ask, dialect(), 'easyOptions'));

  const lists: (readonly [FeedPane, ProbeResult])[] = [];
  for (const pane of feedPanes.filter(each => each !== 'trades'))
    lists.push([pane, await ask(pane, dialect(), {})]);
  const trades = await ask('trades', dialect(), {});
  lists.push(['trades', trades]);
  const answered = lists.map(([, seen]) => seen).find(seen => seen.ok);
  const venue = answered?.answer.venue;
  return {
    checks: [
      auth.check,
      ...lists.map(([pane, seen]) => checkList(pane, seen)),
      await checkTrade(connection, {dialect: dialect(), credential: auth.credential}, trades),
      checkSkew(answered?.offsetMs, venue),
      venue === undefined
        ? skipped('environment', 'no list could be read')
        : ok(
            'environment',
            venue === 'PAPER' ? 'PAPER, proved by the service' : 'LIVE: not proved to be paper',
          ),
    ],
    findings,
    venue,
    failure: undefined,
  };
}

const shownReasons = 5;

function checkList(pane: FeedPane, seen: ProbeResult): Check {
  const name = paneTitles[pane];
  if (!seen.ok) {
    const found =
      seen.error instanceof ApiError
        ? `refused with status ${seen.error.status}`
        : 'answer not as documented';
    return wrong(name, found, explainHere(seen.error));
  }
  const of = seen.total === undefined ? '' : ` of ${seen.total}`;
  const found = `${seen.rows.length}${of} rows in ${Math.round(seen.answer.latencyMs)} ms`;
  if (seen.unreadable.length === 0) return ok(name, found);
  const reasons = seen.unreadable
    .slice(0, shownReasons)
    .map(({index, reason}) => `row ${index + 1}: ${reason}`);
  const more =
    seen.unreadable.length > shownReasons ? `; and ${seen.unreadable.length - shownReasons} more` : '';
  return wrong(name, `${found}, ${seen.unreadable.length} unreadable`, `${reasons.join('; ')}${more}.`);
}

async function checkTrade(
  connection: Connection,
  access: Parameters<Connection['another']>[0],
  trades: ProbeResult<'trades'>,
): Promise<Check> {
  const name = 'trade by id';
  const first = trades.ok ? trades.rows[0] : undefined;
  if (first === undefined || first.tradeId === '') return skipped(name, 'no trade to read');
  const client = connection.another(access);
  try {
    const {value, latencyMs} = await client.getTrade(first.tradeId);
    if (value.tradeId !== first.tradeId)
      return wrong(name, 'wrong trade returned', `Asked for ${first.tradeId}, got ${value.tradeId}.`);
    return ok(name, `${value.tradeId} in ${Math.round(latencyMs)} ms`);
  } catch (error) {
    return wrong(name, 'not answered', explainHere(error));
  } finally {
    await client.close();
  }
}

/** Signatures and day orders depend on the time; the dashboard uses the service's clock. */
function checkSkew(offsetMs: number | undefined, venue: Examination['venue']): Check {
  const name = 'clock';
  if (offsetMs === undefined) return skipped(name, 'no Date header');
  const seconds = Math.abs(offsetMs) / 1000;
  const found = `${seconds.toFixed(1)} s ${offsetMs < 0 ? 'ahead of' : 'behind'} the service`;
  if (seconds <= 2) return ok(name, found);
  if (venue === 'PAPER') return ok(name, `${found}: the paper service has its own clock`);
  const more =
    'Set the clock of this machine, or find out which one is wrong: expiries and ages depend on it.';
  return seconds <= 30 ? warning(name, found, more) : wrong(name, found, more);
}

type Given = {
  readonly askAs: (credential: Credential) => Ask;
  readonly credential: Credential;
  readonly source: string;
  readonly dialect: ProfileDialect;
};

type Found = {
  readonly check: Check;
  readonly credential: Credential;
  readonly ask: Ask;
  readonly findings: readonly Finding[];
};

/** Headers that services commonly use for a token. */
const headers = ['X-API-Key', 'Api-Key', 'X-Auth-Token', 'X-Access-Token', 'Authorization'];

async function findAuth({askAs, credential, source, dialect}: Given): Promise<Found> {
  const ask = askAs(credential);
  const seen = await ask('orders', dialect, {});
  const found = (check: Check, other: Partial<Found> = {}) =>
    withEasyOptions({check, credential, ask, findings: [], ...other}, dialect);
  const name = 'credentials';
  if (!isRefusal(seen))
    return found(
      ok(name, credential.scheme === 'none' ? 'none is needed for orders' : `${source}, accepted`),
    );
  if (credential.scheme === 'none') {
    const more = `${whatFailed(seen.error)} No credential is used: ${source}.`;
    return found(wrong(name, 'the service wants one', more));
  }
  const other = await otherScheme(askAs, credential, dialect);
  if (other === undefined) return found(wrong(name, `${source}, refused`, explainHere(seen.error)));
  const more = 'The token is valid, but must be sent as shown below.';
  const check = warning(name, `${source}, accepted in another form`, more);
  return found(check, {...other, ask: askAs(other.credential)});
}

function isRefusal(seen: ProbeResult): seen is Extract<ProbeResult, {ok: false}> & {error: ApiError} {
  return (
    !seen.ok && seen.error instanceof ApiError && (seen.error.status === 401 || seen.error.status === 403)
  );
}

async function otherScheme(askAs: Given['askAs'], credential: Credential, dialect: ProfileDialect) {
  if (credential.scheme !== 'bearer' && credential.scheme !== 'header') return undefined;
  const {token} = credential;
  const bearer = {
    credential: {scheme: 'bearer', token} as const,
    findings: [changed('auth.scheme', 'bearer')],
  };
  const schemes = headers.map(name => ({
    credential: {scheme: 'header', name, token} as const,
    findings: [changed('auth.scheme', 'header'), changed('auth.header', name)],
  }));
  for (const each of credential.scheme === 'bearer' ? schemes : [bearer, ...schemes]) {
    if (!isRefusal(await askAs(each.credential)('orders', dialect, {}))) return each;
  }
  return undefined;
}

/** Retries a refused list of cards the other way: with the credential, or without it. */
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

type SearchPane = 'cards' | 'easyOptions';
type Encoding = ProfileDialect['search_dto'];

/** Asks for one row in every encoding: a service that obeys sends one where it sends more otherwise. */
async function findSearchDto(ask: Ask, dialect: ProfileDialect): Promise<Finding> {
  const encodings = [...new Set([dialect.search_dto, ...searchDtoEncodings])];
  const cards = await judgeEncodings(ask, dialect, 'cards', encodings);
  const easyOptions = await judgeEncodings(ask, dialect, 'easyOptions', encodings);
  const setting = 'search_dto';
  const both = encodings.filter(each => cards.get(each) === true || easyOptions.get(each) === true);
  const value = both.find(each => cards.get(each) !== false && easyOptions.get(each) !== false);
  if (value !== undefined)
    return {setting, value, verdict: value === dialect.search_dto ? 'obeyed' : 'changed'};
  const note = both.length > 0 ? 'cards and Easy Options need different query styles' : undefined;
  const isUntold = both.length === 0 && [...cards.values(), ...easyOptions.values()].includes(undefined);
  return {
    setting,
    value: dialect.search_dto,
    verdict: isUntold ? 'untold' : 'none',
    note:
      note ??
      (isUntold
        ? 'fewer than two cards and Easy Options to test with'
        : 'cards and Easy Options cannot be filtered or paged'),
  };
}

async function judgeEncodings(
  ask: Ask,
  dialect: ProfileDialect,
  pane: SearchPane,
  encodings: readonly Encoding[],
): Promise<ReadonlyMap<Encoding, Judgement>> {
  const asked = new Map<Encoding, ProbeResult>();
  for (const encoding of encodings)
    asked.set(encoding, await ask(pane, {...dialect, search_dto: encoding}, {pageSize: 1}));
  const answers = [...asked.values()].filter(seen => seen.ok);
  const saysSize = answers.some(({pageSize}) => pageSize !== 1);
  const hasMore = answers.some(({count}) => count > 1);
  const judgements = new Map<Encoding, Judgement>();
  for (const [encoding, seen] of asked) {
    const judgement = judgeOne(seen, saysSize, hasMore);
    judgements.set(
      encoding,
      judgement ?? (seen.ok && seen.count === 1 ? await sendsTwo(ask, dialect, pane, encoding) : undefined),
    );
  }
  return judgements;
}

function judgeOne(seen: ProbeResult, saysSize: boolean, hasMore: boolean): Judgement {
  if (!seen.ok || seen.count > 1) return false;
  if (saysSize) return seen.pageSize === 1;
  return hasMore ? true : undefined;
}

/** If every encoding returned one row, either all are obeyed or only one row exists. */
async function sendsTwo(
  ask: Ask,
  dialect: ProfileDialect,
  pane: SearchPane,
  encoding: Encoding,
): Promise<Judgement> {
  const seen = await ask(pane, {...dialect, search_dto: encoding}, {pageSize: 2});
  return seen.ok && seen.count === 2 ? true : undefined;
}

async function findSort(ask: Ask, dialect: ProfileDialect, pane: SearchPane): Promise<Finding> {
  const name = pane === 'cards' ? 'cards' : 'easy_options';
  const setting = `sort.${name}`;
  const configured: readonly string[] = dialect.sort[name];
  const sample = await ask(pane, dialect, {});
  const rows = sample.ok ? sample.rows : [];
  const sortable: string[] = [];
  let judged = 0;
  for (const field of fieldsOf[pane]) {
    const judgement = hasTwoValues(rows, field) ? await isSorted(ask, dialect, pane, field) : undefined;
    if (judgement !== undefined) judged++;
    if (judgement ?? configured.includes(field)) sortable.push(field);
  }
  if (judged === 0)
    return {
      setting,
      value: configured,
      verdict: 'untold',
      note: 'too few different rows to test with',
    };
  const isSame = sortable.length === configured.length && sortable.every(field => configured.includes(field));
  return {setting, value: isSame ? configured : sortable, verdict: isSame ? 'obeyed' : 'changed'};
}

function hasTwoValues(rows: readonly Row[], field: string): boolean {
  return new Set(rows.map(row => textIn(row, field)).filter(value => value !== undefined)).size > 1;
}

/** Asks for the first row in both directions: a service that sorts returns the least and the greatest. */
async function isSorted(
  ask: Ask,
  dialect: ProfileDialect,
  pane: SearchPane,
  field: string,
): Promise<Judgement> {
  const first = async (sortByDirection: 'ASC' | 'DESC') => {
    const seen = await ask(pane, dialect, {sortByField: field, sortByDirection, pageSize: 1});
    return seen.ok ? {row: seen.rows[0]} : undefined;
  };
  const least = await first('ASC');
  const greatest = await first('DESC');
  if (least === undefined || greatest === undefined) return false;
  if (least.row === undefined || greatest.row === undefined) return undefined;
  const [low, high] = [textIn(least.row, field), textIn(greatest.row, field)];
  // If rows without a value come first, their order proves nothing.
  if (low === undefined || high === undefined) return low === high ? false : undefined;
  if (low === high) return false;
  return (
    sortRows(pane, [greatest.row, least.row], {field, descending: false})[0] === least.row ||
    low.localeCompare(high) < 0
  );
}

function textIn(row: Row, field: string): string | undefined {
  const value = fieldOf(row, field);
  return value === undefined ? undefined : String(value);
}
