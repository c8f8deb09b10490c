/**
 * Finds out which spelling a service obeys where the interface leaves it open. Each is tried with a question
 * whose answer differs if the service understands it: one row, the second page, a filter that no row passes.
 */
import {isDeepStrictEqual} from 'node:util';
import {fieldOf, fieldsOf} from '../../account/model/rows.ts';
import {sortRows} from '../../account/model/sorting.ts';
import type {FeedPane} from '../../account/model/vocabulary.ts';
import {resources} from '../../account/resources/resources.ts';
import type {Answer} from '../../api/client.ts';
import {ApiError, LinkError, ShapeError} from '../../api/errors.ts';
import type {Credential} from '../../api/index.ts';
import {searchDtoEncodings} from '../../api/wire/dialect.ts';
import {type Page, sides} from '../../api/wire/records.ts';
import type {ProfileDialect} from '../../config/profile-dialect.ts';
import {put, valueAt} from '../../config/settings.ts';
import type {QueryOf, Row, RowOf} from '../../desk/state.ts';
import type {Connection} from '../connect.ts';
import {patiently} from '../walk-list.ts';

export type Finding = {
  readonly setting: string;
  readonly value: string | readonly string[] | boolean;
  /** `changed`: another one works; `none`: none that optty knows; `untold`: there are too few rows to tell. */
  readonly verdict: 'obeyed' | 'changed' | 'none' | 'untold';
  readonly note?: string | undefined;
};

type Rows<P extends FeedPane = FeedPane> = Page<RowOf[P]> & {
  readonly ok: true;
  readonly count: number;
  readonly answer: Answer<unknown>;
};

/** A refusal counts as an answer: it may show that a spelling was understood. */
export type Seen<P extends FeedPane = FeedPane> =
  | Rows<P>
  | {readonly ok: false; readonly error: ApiError | ShapeError};

type Ask = <P extends FeedPane>(dialect: ProfileDialect, pane: P, query: QueryOf[P]) => Promise<Seen<P>>;

/** The questions throw a LinkError if there is no answer. */
export function createAsk(another: Connection['another']): Ask {
  return async (dialect, pane, query) => {
    const client = another(dialect);
    try {
      const answer = await patiently(() => resources[pane].list.ask(client, query));
      const {rows, unreadable} = answer.value;
      return {...answer.value, ok: true, count: rows.length + unreadable.length, answer};
    } catch (error) {
      if (error instanceof ApiError || error instanceof ShapeError) return {ok: false, error};
      throw error instanceof LinkError ? error : new LinkError('protocol', 'maybe', String(error));
    } finally {
      await client.close();
    }
  };
}

function isRefusal(seen: Seen): seen is {readonly ok: false; readonly error: ApiError} {
  return !seen.ok && seen.error instanceof ApiError && [401, 403].includes(seen.error.status);
}

/** Settings that are tried together. */
type Spelling = Readonly<Record<string, Finding['value']>>;

function spelt(dialect: ProfileDialect, spelling: Spelling): ProfileDialect {
  const changed = Object.entries(spelling).map(([setting, value]) => ({key: setting.split('.'), value}));
  return changed.reduce<ReturnType<typeof put>>(put, dialect) as ProfileDialect;
}

export function withFindings(dialect: ProfileDialect, findings: readonly Finding[]): ProfileDialect {
  return spelt(dialect, Object.fromEntries(findings.map(({setting, value}) => [setting, value])));
}

type Probe = {
  /** As the profile has it. */
  readonly configured: Spelling;
  readonly others: readonly Spelling[];
  /** Undefined if the answer cannot tell. */
  readonly isObeyed: (dialect: ProfileDialect) => Promise<boolean | undefined>;
  /** If none is obeyed. */
  readonly note: string;
};

const tooFew = 'too few different rows to test with';

async function seek(dialect: ProfileDialect, probe: Probe): Promise<Finding[]> {
  const {configured, others, isObeyed, note} = probe;
  let canTell = true;
  for (const spelling of [configured, ...others.filter(each => !isDeepStrictEqual(each, configured))]) {
    const judgement = await isObeyed(spelt(dialect, spelling));
    if (judgement === true)
      return Object.entries(spelling).map(([setting, value]) => {
        return {setting, value, verdict: value === configured[setting] ? 'obeyed' : 'changed'};
      });
    canTell &&= judgement === false;
  }
  const found = canTell ? ({verdict: 'none', note} as const) : ({verdict: 'untold', note: tooFew} as const);
  return Object.entries(configured).map(([setting, value]) => ({setting, value, ...found}));
}

/** Headers that services commonly use for a token. */
const headers = ['X-API-Key', 'Api-Key', 'X-Auth-Token', 'X-Access-Token', 'Authorization'];

/** The settings by which the credential is accepted, or the refusal if it is not in any form. */
export async function findAuth(
  ask: Ask,
  {scheme}: Credential,
  dialect: ProfileDialect,
): Promise<readonly Finding[] | ApiError> {
  const isToken = scheme === 'bearer' || scheme === 'header';
  const forms: readonly Spelling[] = [
    {'auth.scheme': 'bearer'},
    ...headers.map(name => ({'auth.scheme': 'header', 'auth.header': name})),
  ];
  let refusal: ApiError | undefined;
  for (const form of [{}, ...(isToken ? forms : [])]) {
    const accepted = spelt(dialect, form);
    const seen = await ask(accepted, 'orders', {});
    if (isRefusal(seen)) {
      refusal ??= seen.error;
      continue;
    }
    const turned = {'auth.easy_options': !dialect.auth.easy_options};
    const isTurned =
      isRefusal(await ask(accepted, 'cards', {})) && (await ask(spelt(accepted, turned), 'cards', {})).ok;
    const changed: Spelling = {...form, ...(isTurned && turned)};
    return Object.entries(changed).map(([setting, value]) => ({setting, value, verdict: 'changed'}));
  }
  return refusal ?? [];
}

/** Settings that later questions depend on are found first. */
export async function findDialect(ask: Ask, configured: ProfileDialect): Promise<readonly Finding[]> {
  const findings = await seek(configured, searchDto(ask, configured));
  const dialect = () => withFindings(configured, findings);
  for (const pane of ['orders', 'trades'] as const) {
    const all = await ask(configured, pane, {});
    if (!all.ok) continue;
    for (const question of questions[pane])
      findings.push(...(await seek(dialect(), nameProbe(ask, configured, pane, all, question))));
    if (pane === 'trades') findings.push(...(await seek(dialect(), sideProbe(ask, configured, all))));
  }
  findings.push(await findSort(ask, dialect(), 'cards'), await findSort(ask, dialect(), 'easyOptions'));
  return findings;
}

function searchDto(ask: Ask, {search_dto}: ProfileDialect): Probe {
  const isObeyedIn = async (pane: 'cards' | 'easyOptions', dialect: ProfileDialect) => {
    const one = await ask(dialect, pane, {pageSize: 1});
    if (!one.ok || one.count > 1) return false;
    const all = await ask(dialect, pane, {});
    return all.ok && all.count > 1 ? true : undefined;
  };
  return {
    configured: {search_dto},
    others: searchDtoEncodings.map(each => ({search_dto: each})),
    async isObeyed(dialect) {
      const cards = await isObeyedIn('cards', dialect);
      const easyOptions = await isObeyedIn('easyOptions', dialect);
      return cards === false || easyOptions === false ? false : (cards ?? easyOptions);
    },
    note: 'no query style works for both cards and Easy Options',
  };
}

const names = {
  page_size: ['pageSize', 'page_size', 'size', 'limit', 'perPage', 'per_page', 'count'],
  page: ['page', 'pageNumber', 'page_number', 'pageNo', 'pageIndex', 'currentPage', 'p'],
  asset: ['asset', 'underlying', 'underlyingAsset', 'assetSymbol', 'baseAsset', 'coin', 'symbol'],
  type: ['type', 'optionType', 'option_type', 'callPut', 'putCall', 'right'],
  symbol: ['symbol', 'optionSymbol', 'option_symbol', 'instrument', 'instrumentName'],
  order_id: ['orderId', 'order_id', 'orderID', 'order'],
  position_id: ['positionId', 'position_id', 'positionID', 'position'],
  side: ['tradeSide', 'side', 'trade_side', 'direction'],
  start: 'startTimestamp start startTime start_timestamp start_time from fromTimestamp since'.split(' '),
  end: 'endTimestamp end endTime end_timestamp end_time to toTimestamp until'.split(' '),
} as const;

/** No service has this parameter; it shows how an unknown one is answered. */
const nonsense = 'opttyProbe';

type List = 'orders' | 'trades';

/** The sign in an answer that the service understood the question. */
type Expected = {
  readonly isMet: (seen: Rows<List>, all: Rows<List>) => boolean;
  readonly note: string;
};

const oneRow: Expected = {
  isMet: ({count, pageSize}) => count <= 1 && pageSize === 1,
  note: 'the service chooses the page size',
};
const otherPage: Expected = {
  isMet: ({page, count, rows}, all) =>
    page === 2 && (count === 0 || !isDeepStrictEqual(rows[0], all.rows[0])),
  note: 'only the first page is available',
};
const noRow: Expected = {isMet: ({count}) => count === 0, note: 'this filter will have no effect'};

type Question = readonly [key: keyof typeof names, query: QueryOf[List], expected: Expected];

const pages: readonly Question[] = [
  ['page_size', {pageSize: 1}, oneRow],
  ['page', {page: 2, pageSize: 1}, otherPage],
];
const nobody = 'OPTTYPROBE';
const noSuchId = '9223372036854775807';

const questions: Readonly<Record<List, readonly Question[]>> = {
  orders: [...pages, ['asset', {asset: nobody}, noRow], ['type', {type: nobody}, noRow]],
  trades: [
    ...pages,
    ['symbol', {symbol: nobody}, noRow],
    ['order_id', {orderId: noSuchId}, noRow],
    ['position_id', {positionId: noSuchId}, noRow],
    ['start', {start: Date.UTC(2100, 0)}, noRow],
    ['end', {end: 1}, noRow],
  ],
};

/** A name is obeyed if its answer is as expected, and that to a name that no service has is not. */
function nameProbe(
  ask: Ask,
  configured: ProfileDialect,
  pane: List,
  all: Rows<List>,
  [key, query, {isMet, note}]: Question,
): Probe {
  const setting = `${pane}.${key}`;
  let asked: Promise<Seen<List>> | undefined;
  return {
    configured: {[setting]: String(valueAt(configured[pane], [key]))},
    others: names[key].map(name => ({[setting]: name})),
    async isObeyed(dialect) {
      asked ??= ask(spelt(dialect, {[setting]: nonsense}), pane, query);
      const unknown = await asked;
      if (unknown.ok && isMet(unknown, all)) return undefined;
      const seen = await ask(dialect, pane, query);
      // A service that refuses every unknown name proves nothing by refusing.
      const isObeyed = seen.ok ? isMet(seen, all) : unknown.ok;
      return isObeyed || (all.count > 1 ? false : undefined);
    },
    note,
  };
}

/** The name and the letter case of the side are tried together. */
function sideProbe(ask: Ask, {trades}: ProfileDialect, all: Rows<List>): Probe {
  const shown = sidesIn(all);
  return {
    configured: {'trades.side': trades.side, 'trades.side_case': trades.side_case},
    others: names.side.flatMap(name =>
      ['lower', 'upper'].map(letters => ({'trades.side': name, 'trades.side_case': letters})),
    ),
    async isObeyed(dialect) {
      if (shown.size === 0) return undefined;
      for (const side of sides) {
        const seen = await ask(dialect, 'trades', {side});
        if (!seen.ok) return false;
        const found = sidesIn(seen);
        const isSplit = found.size === 0 ? !shown.has(side) : found.size === 1 && found.has(side);
        if (!isSplit) return false;
      }
      return true;
    },
    note: 'the side filter will have no effect',
  };
}

const sidesIn = ({rows}: Rows<List>): ReadonlySet<string> =>
  new Set(rows.flatMap(row => textIn(row, 'tradeSide')?.toUpperCase() ?? []));

type SearchPane = 'cards' | 'easyOptions';

async function findSort(ask: Ask, dialect: ProfileDialect, pane: SearchPane): Promise<Finding> {
  const name = pane === 'cards' ? 'cards' : 'easy_options';
  const setting = `sort.${name}`;
  const configured: readonly string[] = dialect.sort[name];
  const sample = await ask(dialect, pane, {});
  const rows = sample.ok ? sample.rows : [];
  const sortable: string[] = [];
  let isTold = false;
  for (const field of fieldsOf[pane]) {
    const values = new Set(rows.map(row => textIn(row, field)).filter(value => value !== undefined));
    const judgement = values.size > 1 ? await isSorted(ask, dialect, pane, field) : undefined;
    isTold ||= judgement !== undefined;
    if (judgement ?? configured.includes(field)) sortable.push(field);
  }
  if (!isTold) return {setting, value: configured, verdict: 'untold', note: tooFew};
  const isSame = new Set(sortable).symmetricDifference(new Set(configured)).size === 0;
  return {setting, value: isSame ? configured : sortable, verdict: isSame ? 'obeyed' : 'changed'};
}

/** Asks for the first row in both directions: a service that sorts returns the least and the greatest. */
async function isSorted(ask: Ask, dialect: ProfileDialect, pane: SearchPane, field: string) {
  const first = async (sortByDirection: 'ASC' | 'DESC') => {
    const seen = await ask(dialect, pane, {sortByField: field, sortByDirection, pageSize: 1});
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
