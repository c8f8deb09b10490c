import {fieldOf, fieldsOf, rowId} from '../../account/model/rows.ts';
import {sortRows} from '../../account/model/sorting.ts';
import {type FeedPane, feedPanes, paneNames} from '../../account/model/vocabulary.ts';
import {explainHere} from '../../account/words/advice.ts';
import {ApiError, whatFailed} from '../../api/errors.ts';
import type {Credential} from '../../api/index.ts';
import {searchDtoEncodings} from '../../api/wire/dialect.ts';
import {sides} from '../../api/wire/records.ts';
import type {Config} from '../../config/config.ts';
import type {ProfileDialect} from '../../config/dialect.ts';
import type {QueryOf, Row} from '../../desk/state.ts';
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
  seek,
  skipped,
  warning,
  withFindings,
  withSetting,
  wrong,
} from './finding.ts';

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
  for (const pane of feedPanes) lists.push([pane, await ask(pane, dialect(), {})]);
  const answered = lists.map(([, seen]) => seen).find(seen => seen.ok);
  const trades = lists.flatMap(([pane, seen]) => (pane === 'trades' && seen.ok ? seen.rows : []));
  const venue = answered?.answer.venue;
  return {
    checks: [
      auth.check,
      ...lists.map(([pane, seen]) => checkList(pane, seen)),
      await checkTrade(connection, {dialect: dialect(), credential: auth.credential}, trades),
      checkSkew(answered?.offsetMs, venue),
      checkCache(lists.map(([, seen]) => seen)),
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
  const name = paneNames[pane].title;
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
  [first]: readonly Row[],
): Promise<Check> {
  const name = 'trade by id';
  const id = first && textIn(first, 'tradeId');
  if (id === undefined || id === '') return skipped(name, 'no trade to read');
  const client = connection.another(access);
  try {
    const {value, latencyMs} = await client.getTrade(id);
    if (value.tradeId !== id)
      return wrong(name, 'wrong trade returned', `Asked for ${id}, got ${value.tradeId}.`);
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

/** Reads that a cache answers prove nothing: no halt ends by them, and no write in doubt. */
function checkCache(seen: readonly ProbeResult[]): Check {
  const name = 'cache';
  const old = seen.flatMap(each => (each.ok ? (each.answer.cached ?? []) : []));
  if (old.length === 0) return ok(name, 'answers come from the service');
  const by = old.find(each => each.by !== undefined)?.by;
  const seconds = Math.ceil(Math.max(...old.map(each => each.ageMs)) / 1_000);
  const found = `answers up to ${seconds} s old${by === undefined ? '' : `, from ${by}`}`;
  return wrong(name, found, 'Let the proxy or cache before the service pass the reads of its API on.');
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
  const others: Credential[] = headers.map(name => ({scheme: 'header', name, token}));
  if (credential.scheme === 'header') others.unshift({scheme: 'bearer', token});
  for (const other of others) {
    if (isRefusal(await askAs(other)('orders', dialect, {}))) continue;
    const header = other.scheme === 'header' ? [changed('auth.header', other.name)] : [];
    return {credential: other, findings: [changed('auth.scheme', other.scheme), ...header]};
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
  const isUntold = both.length === 0 && [...cards.values(), ...easyOptions.values()].includes(undefined);
  const none = {setting, value: dialect.search_dto, verdict: isUntold ? 'untold' : 'none'} as const;
  if (isUntold) return {...none, note: 'fewer than two cards and Easy Options to test with'};
  if (both.length > 0) return {...none, note: 'cards and Easy Options need different query styles'};
  return {...none, note: 'cards and Easy Options cannot be filtered or paged'};
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
    let judgement = judgeOne(seen, saysSize, hasMore);
    if (judgement === undefined && seen.ok && seen.count === 1) {
      // If every encoding returned one row, either all are obeyed or only one row exists.
      const two = await ask(pane, {...dialect, search_dto: encoding}, {pageSize: 2});
      judgement = two.ok && two.count === 2 ? true : undefined;
    }
    judgements.set(encoding, judgement);
  }
  return judgements;
}

function judgeOne(seen: ProbeResult, saysSize: boolean, hasMore: boolean): Judgement {
  if (!seen.ok || seen.count > 1) return false;
  if (saysSize) return seen.pageSize === 1;
  return hasMore ? true : undefined;
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
    const values = new Set(rows.map(row => textIn(row, field)).filter(value => value !== undefined));
    const judgement = values.size > 1 ? await isSorted(ask, dialect, pane, field) : undefined;
    if (judgement !== undefined) judged++;
    if (judgement ?? configured.includes(field)) sortable.push(field);
  }
  if (judged === 0)
    return {setting, value: configured, verdict: 'untold', note: 'too few different rows to test with'};
  const isSame = sortable.length === configured.length && sortable.every(field => configured.includes(field));
  return {setting, value: isSame ? configured : sortable, verdict: isSame ? 'obeyed' : 'changed'};
}

/** Asks for the first row in both directions: a service that sorts returns the least and the greatest. */
async function isSorted(ask: Ask, dialect: ProfileDialect, pane: SearchPane, field: string) {
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
    sortRows(pane, [greatest.row, least.row], {field, descending: false}, {now: 0})[0] === least.row ||
    low.localeCompare(high) < 0
  );
}

function textIn(row: Row, field: string): string | undefined {
  const value = fieldOf(row, field);
  return value === undefined ? undefined : String(value);
}

type ListPane = 'orders' | 'trades';

/** No service has this parameter; it shows how an unknown one is answered. */
const nonsense = 'opttyProbe';

const names = {
  page: ['page', 'pageNumber', 'page_number', 'pageNo', 'pageIndex', 'currentPage', 'p'],
  page_size: ['pageSize', 'page_size', 'size', 'limit', 'perPage', 'per_page', 'count'],
  asset: ['asset', 'underlying', 'underlyingAsset', 'assetSymbol', 'baseAsset', 'coin', 'symbol'],
  type: ['type', 'optionType', 'option_type', 'callPut', 'putCall', 'right'],
  symbol: ['symbol', 'optionSymbol', 'option_symbol', 'instrument', 'instrumentName'],
  order_id: ['orderId', 'order_id', 'orderID', 'order'],
  position_id: ['positionId', 'position_id', 'positionID', 'position'],
  side: ['tradeSide', 'side', 'trade_side', 'direction'],
  start: 'startTimestamp start startTime start_timestamp start_time from fromTimestamp since'.split(' '),
  end: 'endTimestamp end endTime end_timestamp end_time to toTimestamp until'.split(' '),
} as const;

type Key<Pane extends ListPane> = keyof ProfileDialect[Pane] & keyof typeof names;
type Plain = Extract<ProbeResult<ListPane>, {ok: true}>;

type Probed<Pane extends ListPane = ListPane> = {
  readonly ask: Ask;
  readonly dialect: ProfileDialect;
  readonly plain: Plain;
  readonly pane: Pane;
};

async function findOrderNames(ask: Ask, dialect: ProfileDialect): Promise<Finding[]> {
  const plain = await ask('orders', dialect, {});
  if (!plain.ok) return [];
  const list = {ask, dialect, plain, pane: 'orders'} as const;
  return [
    ...(await findPaging(list)),
    await findFilter(list, 'asset', {asset: 'OPTTYPROBE'}),
    await findFilter(list, 'type', {type: 'OPTTYPROBE'}),
  ];
}

async function findTradeNames(ask: Ask, dialect: ProfileDialect, now: number): Promise<Finding[]> {
  const plain = await ask('trades', dialect, {});
  if (!plain.ok) return [];
  const list = {ask, dialect, plain, pane: 'trades'} as const;
  const far = 10 * 365 * 24 * 3600 * 1000;
  return [
    ...(await findPaging(list)),
    await findFilter(list, 'symbol', {symbol: 'OPTTYPROBE'}),
    await findFilter(list, 'order_id', {orderId: noSuchId}),
    await findFilter(list, 'position_id', {positionId: noSuchId}),
    ...(await findSide(list)),
    await findFilter(list, 'start', {start: now + far}),
    await findFilter(list, 'end', {end: 1}),
  ];
}

const noSuchId = '9223372036854775807';

type Rule = Pick<Parameters<typeof seek>[0], 'note' | 'canTell'> & {
  readonly isObeyed: (seen: ProbeResult<ListPane>) => Judgement;
};

/** @param ruleOf what the answer to an unknown name proves about the answers to others */
async function findName<Pane extends ListPane>(
  {ask, dialect, pane}: Probed<Pane>,
  key: Key<Pane>,
  query: QueryOf[Pane],
  ruleOf: (unknown: ProbeResult<ListPane>) => Rule,
): Promise<Finding> {
  const setting = `${pane}.${key}`;
  const by = (name: string) => ask(pane, withSetting(dialect, setting, name), query);
  const {isObeyed, ...rule} = ruleOf(await by(nonsense));
  const configured = String(dialect[pane][key]);
  const judge = async (name: string) => isObeyed(await by(name));
  return seek({setting, configured, candidates: names[key], isObeyed: judge, ...rule});
}

async function findPaging(list: Probed): Promise<Finding[]> {
  const size = await findPageSize(list);
  const sized = withSetting(list.dialect, size.setting, size.value);
  return [size, await findPage({...list, dialect: sized})];
}

/** Asks for one row: a service that obeys sends one where it sends more otherwise, or states the page size. */
function findPageSize(list: Probed): Promise<Finding> {
  return findName(list, 'page_size', {pageSize: 1}, unknown => {
    const canTell = !unknown.ok || unknown.count > 1;
    return {
      isObeyed(seen) {
        if (!seen.ok || seen.count > 1) return false;
        // The service refuses unknown names, yet accepted this one.
        if (canTell) return true;
        return unknown.pageSize === 1 ? undefined : seen.pageSize === 1;
      },
      canTell,
      note: canTell ? 'the service chooses the page size' : tooFew(list),
    };
  });
}

/** Asks for the second page: a service that obeys states it, or begins with another row. */
function findPage(list: Probed): Promise<Finding> {
  const {pane, plain} = list;
  return findName(list, 'page', {page: 2, pageSize: 1}, unknown => {
    // An unchanged envelope proves nothing if there is only one page.
    const canTell = !unknown.ok || plain.count > 1;
    return {
      isObeyed(seen) {
        if (!seen.ok || !unknown.ok) return seen.ok;
        if (unknown.page !== 2) return seen.page === 2;
        return unknown.count === 0 ? undefined : firstId(pane, seen) !== firstId(pane, unknown);
      },
      canTell,
      note: canTell ? 'only the first page is available' : tooFew(list),
    };
  });
}

const tooFew = ({pane}: Probed) => `fewer than two ${pane} to test with`;

function firstId(pane: ListPane, {rows}: Plain): string | undefined {
  return rows[0] === undefined ? undefined : rowId(pane, rows[0], 0);
}

/** Without rows no filter can be judged. */
function untold({dialect, pane}: Probed, key: string): Finding {
  const value = String(Reflect.get(dialect[pane], key));
  const note = `no ${pane === 'orders' ? 'order' : 'trade'} to test with`;
  return {setting: `${pane}.${key}`, value, verdict: 'untold', note};
}

/** Asks for an id that does not exist: a service that obeys returns nothing, or an error for that id. */
async function findFilter<Pane extends ListPane>(
  list: Probed<Pane>,
  key: Key<Pane>,
  query: QueryOf[Pane],
): Promise<Finding> {
  if (list.plain.count === 0) return untold(list, key);
  return findName(list, key, query, unknown => ({
    // A service that refuses every unknown name proves nothing by refusing.
    isObeyed: seen => (seen.ok ? seen.count === 0 : unknown.ok),
    note: 'this filter will have no effect',
  }));
}

/** Name and letter case of the side are tested together: each name in both cases. */
async function findSide(list: Probed): Promise<Finding[]> {
  const {ask, dialect, plain} = list;
  if (plain.count === 0) return [untold(list, 'side'), untold(list, 'side_case')];
  const {side, side_case} = dialect.trades;
  const cases = side_case === 'lower' ? ['lower', 'upper'] : ['upper', 'lower'];
  const found = await seek({
    setting: 'trades.side',
    configured: `${side} ${side_case}`,
    candidates: [side, ...names.side].flatMap(name => cases.map(each => `${name} ${each}`)),
    isObeyed: spelling => {
      const [name = '', letters = ''] = spelling.split(' ');
      const spelt = withSetting(withSetting(dialect, 'trades.side', name), 'trades.side_case', letters);
      return isSplit(plain, side => ask('trades', spelt, {side}));
    },
    note: 'the side filter will have no effect',
  });
  const [name = '', letters = ''] = String(found.value).split(' ');
  const verdict = (isSame: boolean) => (found.verdict === 'changed' && isSame ? 'obeyed' : found.verdict);
  return [
    {...found, value: name, verdict: verdict(name === side)},
    {...found, setting: 'trades.side_case', value: letters, verdict: verdict(letters === side_case)},
  ];
}

async function isSplit(
  plain: Plain,
  ask: (side: (typeof sides)[number]) => Promise<ProbeResult<ListPane>>,
): Promise<Judgement> {
  const answers: Plain[] = [];
  for (const side of sides) {
    const seen = await ask(side);
    if (!seen.ok) return false;
    const found = sidesIn(seen);
    if (found.has(side) ? found.size > 1 : found.size > 0) return false;
    // A side that the unfiltered page shows must return rows: if not, it was not understood.
    if (found.size === 0 && sidesIn(plain).has(side)) return false;
    answers.push(seen);
  }
  return sidesIn(plain).size > 0 || isSplitByNumber(plain, answers);
}

function sidesIn({rows}: Plain): ReadonlySet<string> {
  return new Set(rows.flatMap(row => textIn(row, 'tradeSide')?.toUpperCase() ?? []));
}

/** Even without the field, not all rows can be both. A full page proves nothing, since it may hide rows. */
function isSplitByNumber(plain: Plain, answers: readonly Plain[]): Judgement {
  const isWhole = ({total, count, pageSize}: Plain) => total !== undefined || count < pageSize;
  if (![plain, ...answers].every(isWhole)) return undefined;
  const sizeOf = ({total, count}: Plain) => total ?? count;
  return !answers.every(answer => sizeOf(answer) === sizeOf(plain));
}
