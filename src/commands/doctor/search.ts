/** Finds out how the two lists of Easy Options take their searchDto, and what they can sort by. */
import {searchDtoEncodings} from '../../api/wire/dialect.ts';
import {cardFields, easyOptionFields} from '../../api/wire/records.ts';
import type {ProfileDialect} from '../../config/dialect.ts';
import {fieldOf} from '../../desk/model/rows.ts';
import {sortRows} from '../../desk/model/sorting.ts';
import type {Row} from '../../desk/model/state.ts';
import type {Ask, ProbeResult} from './ask.ts';
import type {Finding, Judgement} from './finding.ts';

type SearchPane = 'cards' | 'easyOptions';
type Encoding = ProfileDialect['search_dto'];

/** One row is asked for in every encoding: whoever obeys sends one where others send more. */
export async function findSearchDto(ask: Ask, dialect: ProfileDialect): Promise<Finding> {
  const encodings = [...new Set([dialect.search_dto, ...searchDtoEncodings])];
  const cards = await judgeEncodings(ask, dialect, 'cards', encodings);
  const easyOptions = await judgeEncodings(ask, dialect, 'easyOptions', encodings);
  const setting = 'search_dto';
  const both = encodings.filter(each => cards.get(each) === true || easyOptions.get(each) === true);
  const value = both.find(each => cards.get(each) !== false && easyOptions.get(each) !== false);
  if (value !== undefined)
    return {setting, value, verdict: value === dialect.search_dto ? 'obeyed' : 'changed'};
  const note = both.length > 0 ? 'cards and Easy Options want to be asked in different ways' : undefined;
  const isUntold = both.length === 0 && [...cards.values(), ...easyOptions.values()].includes(undefined);
  return {
    setting,
    value: dialect.search_dto,
    verdict: isUntold ? 'untold' : 'none',
    note:
      note ??
      (isUntold
        ? 'there are fewer than two cards and Easy Options to tell by'
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
    const told = judgeOne(seen, saysSize, hasMore);
    judgements.set(
      encoding,
      told ?? (seen.ok && seen.count === 1 ? await sendsTwo(ask, dialect, pane, encoding) : undefined),
    );
  }
  return judgements;
}

function judgeOne(seen: ProbeResult, saysSize: boolean, hasMore: boolean): Judgement {
  if (!seen.ok || seen.count > 1) return false;
  if (saysSize) return seen.pageSize === 1;
  return hasMore ? true : undefined;
}

/** Every encoding brought one row: then either all are obeyed, or there is only that one. */
async function sendsTwo(
  ask: Ask,
  dialect: ProfileDialect,
  pane: SearchPane,
  encoding: Encoding,
): Promise<Judgement> {
  const seen = await ask(pane, {...dialect, search_dto: encoding}, {pageSize: 2});
  return seen.ok && seen.count === 2 ? true : undefined;
}

/** The fields that the service sorts by; those of which it cannot be told stay as they are configured. */
export async function findSorts(ask: Ask, dialect: ProfileDialect): Promise<Finding[]> {
  return [
    await findSort(ask, dialect, 'cards', 'sort.cards', cardFields, dialect.sort.cards),
    await findSort(
      ask,
      dialect,
      'easyOptions',
      'sort.easy_options',
      easyOptionFields,
      dialect.sort.easy_options,
    ),
  ];
}

async function findSort(
  ask: Ask,
  dialect: ProfileDialect,
  pane: SearchPane,
  setting: string,
  fields: readonly string[],
  configured: readonly string[],
): Promise<Finding> {
  const sample = await ask(pane, dialect, {});
  const rows = sample.ok ? sample.rows : [];
  const sortable: string[] = [];
  let told = 0;
  for (const field of fields) {
    const judgement = hasTwoValues(rows, field) ? await isSorted(ask, dialect, pane, field) : undefined;
    if (judgement !== undefined) told++;
    if (judgement ?? configured.includes(field)) sortable.push(field);
  }
  if (told === 0)
    return {
      setting,
      value: configured,
      verdict: 'untold',
      note: 'there are too few different rows to tell by',
    };
  const isSame = sortable.length === configured.length && sortable.every(field => configured.includes(field));
  return {setting, value: isSame ? configured : sortable, verdict: isSame ? 'obeyed' : 'changed'};
}

function hasTwoValues(rows: readonly Row[], field: string): boolean {
  return new Set(rows.map(row => textIn(row, field)).filter(value => value !== undefined)).size > 1;
}

/** The first row of each direction is asked for: whoever sorts shows the least and the greatest. */
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
  // Where rows without a value stand first, their order tells nothing.
  if (low === undefined || high === undefined) return low === high ? false : undefined;
  if (low === high) return false;
  return (
    sortRows([greatest.row, least.row], {field, descending: false})[0] === least.row ||
    low.localeCompare(high) < 0
  );
}

function textIn(row: Row, field: string): string | undefined {
  const value = fieldOf(row, field);
  return value === undefined ? undefined : String(value);
}
