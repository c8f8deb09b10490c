/**
 * The query spellings that interface.md leaves open. Left to itself the service takes the default names and any encoding
 * of searchDto; told to obey one dialect it takes that alone, as a real service would, and ignores the rest.
 */
export interface PaperDialect {
  search_dto: 'flat' | 'bracket' | 'dot' | 'json';
  orders: {asset: string; type: string; page: string; page_size: string};
  trades: {
    symbol: string;
    order_id: string;
    position_id: string;
    side: string;
    start: string;
    end: string;
    page: string;
    page_size: string;
    side_case: 'lower' | 'upper';
  };
}

/** A partial dialect, as it is given to the service; what it leaves out is obeyed in the default spelling. */
export interface DialectChoice {
  search_dto?: PaperDialect['search_dto'] | undefined;
  orders?: Partial<PaperDialect['orders']> | undefined;
  trades?: Partial<PaperDialect['trades']> | undefined;
}

/** How this service reads queries; an undefined encoding or letter case means that any is taken. */
export interface Reading {
  searchDto: PaperDialect['search_dto'] | undefined;
  sideCase: 'lower' | 'upper' | undefined;
  orders: PaperDialect['orders'];
  trades: Omit<PaperDialect['trades'], 'side_case'>;
}

export function readingOf(choice: DialectChoice | undefined): Reading {
  return {
    searchDto: choice === undefined ? undefined : (choice.search_dto ?? 'flat'),
    sideCase: choice === undefined ? undefined : (choice.trades?.side_case ?? 'lower'),
    orders: {asset: 'asset', type: 'type', page: 'page', page_size: 'pageSize', ...choice?.orders},
    trades: {
      symbol: 'symbol',
      order_id: 'orderId',
      position_id: 'positionId',
      side: 'tradeSide',
      start: 'startTimestamp',
      end: 'endTimestamp',
      page: 'page',
      page_size: 'pageSize',
      ...choice?.trades,
    },
  };
}

/** The members of searchDto by their own names, out of whatever encoding is obeyed. Undefined when its JSON is none. */
export function searchMembers(
  query: URLSearchParams,
  {searchDto}: Reading,
): Record<string, string> | undefined {
  const members: Record<string, string> = {};
  for (const [name, value] of query) {
    const bracketed = /^searchDto\[(\w+)\]$/.exec(name)?.[1];
    const dotted = /^searchDto\.(\w+)$/.exec(name)?.[1];
    if (bracketed !== undefined) obey('bracket', bracketed, value);
    else if (dotted !== undefined) obey('dot', dotted, value);
    else if (name !== 'searchDto') obey('flat', name, value);
    else if (searchDto === undefined || searchDto === 'json') {
      const parsed = jsonMembers(value);
      if (parsed === undefined) return undefined;
      Object.assign(members, parsed);
    }
  }
  return members;

  function obey(encoding: PaperDialect['search_dto'], name: string, value: string): void {
    if (searchDto === undefined || searchDto === encoding) members[name] = value;
  }
}

function jsonMembers(text: string): Record<string, string> | undefined {
  if (text === '') return {};
  try {
    const parsed: unknown = JSON.parse(text, (_name, value: unknown, context?: {source?: string}) =>
      typeof value === 'number' ? (context?.source ?? String(value)) : value,
    );
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
    const entries = Object.entries(parsed).filter(([, value]) => value !== null);
    return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
  } catch (error) {
    // Not JSON (or too deep to be a query): the caller answers 400 and names searchDto.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}
