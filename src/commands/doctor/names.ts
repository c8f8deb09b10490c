import {optionTypes, sides} from '../../api/wire/records.ts';
import type {ProfileDialect} from '../../config/dialect.ts';
import {rowId} from '../../desk/model/rows.ts';
import type {QueryOf, Row} from '../../desk/state.ts';
import {type Ask, type Finding, type Judgement, type ProbeResult, seek, withSetting} from './finding.ts';

type ListPane = 'orders' | 'trades';

/** No service has this parameter; it shows how an unknown one is answered. */
const nonsense = 'opttyProbe';

const names = {
  page: ['page', 'pageNumber', 'page_number', 'pageNo', 'pageIndex', 'currentPage', 'p'],
  pageSize: ['pageSize', 'page_size', 'size', 'limit', 'perPage', 'per_page', 'count'],
  asset: ['asset', 'underlying', 'underlyingAsset', 'assetSymbol', 'baseAsset', 'coin', 'symbol'],
  type: ['type', 'optionType', 'option_type', 'callPut', 'putCall', 'right'],
  symbol: ['symbol', 'optionSymbol', 'option_symbol', 'instrument', 'instrumentName'],
  orderId: ['orderId', 'order_id', 'orderID', 'order'],
  positionId: ['positionId', 'position_id', 'positionID', 'position'],
  side: ['tradeSide', 'side', 'trade_side', 'direction'],
  start: [
    'startTimestamp',
    'start',
    'startTime',
    'start_timestamp',
    'start_time',
    'from',
    'fromTimestamp',
    'since',
  ],
  end: ['endTimestamp', 'end', 'endTime', 'end_timestamp', 'end_time', 'to', 'toTimestamp', 'until'],
} as const;

type Plain = Extract<ProbeResult<ListPane>, {ok: true}>;

type Probed<Pane extends ListPane = ListPane> = {
  readonly ask: Ask;
  readonly dialect: ProfileDialect;
  readonly plain: Plain;
  readonly pane: Pane;
  readonly noRows: string;
};

export async function findOrderNames(ask: Ask, dialect: ProfileDialect): Promise<Finding[]> {
  const plain = await ask('orders', dialect, {});
  if (!plain.ok) return [];
  const list = {ask, dialect, plain, pane: 'orders', noRows: 'no order to test with'} as const;
  return [
    ...(await findPaging(list)),
    await findFilter(list, 'asset', names.asset, {asset: 'OPTTYPROBE'}),
    await findType(list),
  ];
}

export async function findTradeNames(ask: Ask, dialect: ProfileDialect, now: number): Promise<Finding[]> {
  const plain = await ask('trades', dialect, {});
  if (!plain.ok) return [];
  const list = {ask, dialect, plain, pane: 'trades', noRows: 'no trade to test with'} as const;
  const far = 10 * 365 * 24 * 3600 * 1000;
  return [
    ...(await findPaging(list)),
    await findFilter(list, 'symbol', names.symbol, {symbol: 'OPTTYPROBE'}),
    await findFilter(list, 'order_id', names.orderId, {orderId: noSuchId}),
    await findFilter(list, 'position_id', names.positionId, {positionId: noSuchId}),
    ...(await findSide(list)),
    await findFilter(list, 'start', names.start, {start: now + far}),
    await findFilter(list, 'end', names.end, {end: 1}),
  ];
}

const noSuchId = '9223372036854775807';

async function findPaging(list: Probed): Promise<Finding[]> {
  const size = await findPageSize(list);
  const sized = withSetting(list.dialect, size.setting, size.value);
  return [size, await findPage({...list, dialect: sized})];
}

/** Asks for one row: a service that obeys sends one where it sends more otherwise, or states the page size. */
async function findPageSize({ask, dialect, pane}: Probed): Promise<Finding> {
  const setting = `${pane}.page_size`;
  const one = (name: string) => ask(pane, withSetting(dialect, setting, name), {pageSize: 1});
  const unknown = await one(nonsense);
  const saysSize = unknown.ok && unknown.pageSize !== 1;
  const hasMore = unknown.ok && unknown.count > 1;
  const canTell = !unknown.ok || hasMore;
  return seek({
    setting,
    configured: dialect[pane].page_size,
    candidates: names.pageSize,
    isObeyed: async name => {
      const seen = await one(name);
      if (!seen.ok || seen.count > 1) return false;
      // The service refuses unknown names, yet accepted this one.
      if (!unknown.ok || hasMore) return true;
      return saysSize ? seen.pageSize === 1 : undefined;
    },
    canTell,
    note: canTell ? 'the service chooses the page size' : tooFew(pane),
  });
}

/** Asks for the second page: a service that obeys states it, or begins with another row. */
async function findPage({ask, dialect, pane, plain}: Probed): Promise<Finding> {
  const setting = `${pane}.page`;
  const second = (name: string) => ask(pane, withSetting(dialect, setting, name), {page: 2, pageSize: 1});
  const unknown = await second(nonsense);
  const saysPage = unknown.ok && unknown.page !== 2;
  // An unchanged envelope proves nothing if there is only one page.
  const canTell = !unknown.ok || plain.count > 1;
  return seek({
    setting,
    configured: dialect[pane].page,
    candidates: names.page,
    isObeyed: async name => {
      const seen = await second(name);
      if (!seen.ok) return false;
      if (!unknown.ok) return true;
      if (saysPage) return seen.page === 2;
      if (unknown.count === 0) return undefined;
      return firstId(pane, seen) !== firstId(pane, unknown);
    },
    canTell,
    note: canTell ? 'only the first page is available' : tooFew(pane),
  });
}

const tooFew = (pane: ListPane) => `fewer than two ${pane} to test with`;

function firstId(pane: ListPane, {rows}: Plain): string | undefined {
  return rows[0] === undefined ? undefined : rowId(pane, rows[0], 0);
}

/** Asks for an id that does not exist: a service that obeys returns nothing, or an error for that id. */
async function findFilter<Pane extends ListPane>(
  {ask, dialect, plain, pane, noRows}: Probed<Pane>,
  key: keyof ProfileDialect[Pane] & string,
  candidates: readonly string[],
  query: QueryOf[Pane],
): Promise<Finding> {
  const setting = `${pane}.${key}`;
  const by = (name: string) => ask(pane, withSetting(dialect, setting, name), query);
  // A service that refuses every unknown name proves nothing by refusing.
  const unknown = plain.count === 0 ? undefined : await by(nonsense);
  return seek({
    setting,
    configured: String(dialect[pane][key]),
    candidates,
    isObeyed: async name => {
      if (unknown === undefined) return undefined;
      const seen = await by(name);
      return seen.ok ? seen.count === 0 : unknown.ok;
    },
    note: plain.count === 0 ? noRows : 'this filter will have no effect',
  });
}

function findType({ask, dialect, plain, noRows}: Probed): Promise<Finding> {
  const setting = 'orders.type';
  return seek({
    setting,
    configured: dialect.orders.type,
    candidates: names.type,
    isObeyed: name =>
      isSplit(
        optionTypes,
        plain,
        value => ask('orders', withSetting(dialect, setting, name), {type: value}),
        row => ('type' in row ? row.type : undefined),
      ),
    note: plain.count === 0 ? noRows : 'the type filter will have no effect',
  });
}

/** Name and letter case of the side are tested together: each name in both cases. */
async function findSide({ask, dialect, plain, noRows}: Probed): Promise<Finding[]> {
  const configured = `${dialect.trades.side} ${dialect.trades.side_case}`;
  const cases = dialect.trades.side_case === 'lower' ? ['lower', 'upper'] : ['upper', 'lower'];
  const found = await seek({
    setting: 'trades.side',
    configured,
    candidates: [dialect.trades.side, ...names.side].flatMap(name => cases.map(each => `${name} ${each}`)),
    isObeyed: spelling => {
      const [name = '', letters = ''] = spelling.split(' ');
      const spelt = withSetting(withSetting(dialect, 'trades.side', name), 'trades.side_case', letters);
      return isSplit(
        sides,
        plain,
        value => ask('trades', spelt, {side: value}),
        row => ('tradeSide' in row ? row.tradeSide : undefined),
      );
    },
    note: plain.count === 0 ? noRows : 'the side filter will have no effect',
  });
  const [name = '', letters = ''] = String(found.value).split(' ');
  const verdict = (isSame: boolean) =>
    found.verdict !== 'changed' ? found.verdict : isSame ? 'obeyed' : 'changed';
  return [
    {...found, value: name, verdict: verdict(name === dialect.trades.side)},
    {
      ...found,
      setting: 'trades.side_case',
      value: letters,
      verdict: verdict(letters === dialect.trades.side_case),
    },
  ];
}

async function isSplit<Value extends string>(
  values: readonly [Value, Value],
  plain: Plain,
  ask: (value: Value) => Promise<ProbeResult<ListPane>>,
  kindOf: (row: Row) => string | undefined,
): Promise<Judgement> {
  if (plain.count === 0) return undefined;
  const answers: Plain[] = [];
  for (const value of values) {
    const seen = await ask(value);
    if (!seen.ok) return false;
    const kinds = kindsIn(seen, kindOf);
    if (kinds.has(value) ? kinds.size > 1 : kinds.size > 0) return false;
    // A value that the unfiltered page shows must return rows: if not, it was not understood.
    if (kinds.size === 0 && kindsIn(plain, kindOf).has(value)) return false;
    answers.push(seen);
  }
  return kindsIn(plain, kindOf).size > 0 || isSplitByNumber(plain, answers);
}

function kindsIn({rows}: Plain, kindOf: (row: Row) => string | undefined): ReadonlySet<string> {
  return new Set(rows.map(row => kindOf(row)?.toUpperCase()).filter(kind => kind !== undefined));
}

/** Even without the field, not all rows can be both. A full page proves nothing, since it may hide rows. */
function isSplitByNumber(plain: Plain, answers: readonly Plain[]): Judgement {
  const isWhole = ({total, count, pageSize}: Plain) => total !== undefined || count < pageSize;
  if (![plain, ...answers].every(isWhole)) return undefined;
  const sizeOf = ({total, count}: Plain) => total ?? count;
  return !answers.every(answer => sizeOf(answer) === sizeOf(plain));
}
