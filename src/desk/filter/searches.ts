import type {Answer} from '../../api/contract.ts';
import {compare, isDecimal} from '../../api/wire/decimal.ts';
import type {MemberKind, Page} from '../../api/wire/records.ts';
import {ownId, rowId} from '../model/rows.ts';
import {sortRows} from '../model/sorting.ts';
import type {FeedPane} from '../model/vocabulary.ts';
import type {Facts} from '../resources/resource.ts';
import {sortKeyOf} from '../resources/resources.ts';
import type {Row, Sort} from '../state.ts';
import type {Condition, Demand, Filter, Filtered, Split} from './conditions.ts';

export type PageAnswer<R extends Row = Row> = Answer<Page<R>> & {
  readonly otherPage?: number | undefined;
};

export type FilteredAnswer = {readonly answer: PageAnswer; readonly filtered: Filtered | undefined};

type Asked = {
  readonly pane: FeedPane;
  readonly page: number;
  readonly pageSize: number;
  readonly sort?: Sort | undefined;
};

type AskPage = (more: Readonly<Record<string, string | number>>, page: PageOf) => Promise<PageAnswer>;
type PageOf = {readonly page: number; readonly pageSize: number};

/** Pages of one number form one page. Rows are checked here too, because a service may ignore a filter. */
export async function askFiltered(ask: AskPage, filter: Filter, asked: Asked): Promise<FilteredAnswer> {
  const {split} = filter;
  if (split === undefined) return narrowed(await ask({}, asked), filter);
  return split.without === undefined
    ? askForSet(ask, filter, split, asked)
    : askForRest(ask, filter, split, split.without, asked);
}

async function askForSet(ask: AskPage, filter: Filter, split: Split, asked: Asked): Promise<FilteredAnswer> {
  const answers = await askEach(ask, split, asked);
  const disobeyed = contradicted(answers, filter, split);
  return disobeyed === undefined
    ? merged(answers, filter, asked)
    : narrowed(await ask({}, asked), filter, disobeyed);
}

async function askForRest(
  ask: AskPage,
  filter: Filter,
  split: Split,
  without: Split['values'],
  asked: Asked,
): Promise<FilteredAnswer> {
  const whole = await ask({}, asked);
  const {total, isLast} = whole.value;
  if ((isLast && asked.page === 0) || total === undefined) return narrowed(whole, filter);
  const [answers, left] = await Promise.all([
    askEach(ask, split, asked),
    askEach(ask, {member: split.member, values: without}, {page: 0, pageSize: 1}),
  ]);
  const disobeyed = contradicted(answers, filter, split);
  if (disobeyed !== undefined) return narrowed(whole, filter, disobeyed);
  const counted = countOf([...answers, ...left]);
  return counted === total ? merged(answers, filter, asked) : narrowed(whole, filter);
}

function askEach(ask: AskPage, {member, values}: Pick<Split, 'member' | 'values'>, page: PageOf) {
  return Promise.all(values.map(async value => withoutOtherPage(await ask({[member]: value}, page))));
}

/** A service may repeat its last page past the end; those rows are on an earlier page already. */
function withoutOtherPage(answer: PageAnswer): PageAnswer {
  if (answer.otherPage === undefined) return answer;
  return {...answer, value: {...answer.value, rows: [], unreadable: [], isLast: true}};
}

function countOf(answers: readonly PageAnswer[]): number | undefined {
  return answers.reduce<number | undefined>(
    (sum, {value}) => (sum === undefined || value.total === undefined ? undefined : sum + value.total),
    0,
  );
}

function narrowed(answer: PageAnswer, {conditions, split}: Filter, disobeyedBefore?: string): FilteredAnswer {
  const {rows} = answer.value;
  const all = heldByOne({conditions, split});
  const disobeyed =
    disobeyedBefore ?? all.find(each => each.isAsked && rows.some(row => contradicts(row, each)))?.text;
  const isNarrowed = disobeyed !== undefined || all.some(each => !each.isAsked);
  if (!isNarrowed) return {answer, filtered: undefined};
  const kept = rows.filter(row => all.every(each => fits(row, each)));
  return {
    answer: {...answer, value: {...answer.value, rows: kept}},
    filtered: {searches: 1, narrowedFrom: rows.length, disobeyed},
  };
}

/** The split condition was not part of every search, so it counts as not asked. */
export function heldByOne({conditions, split}: Filter): readonly Condition[] {
  return conditions.map(each => (isOf(split, each) ? {...each, isAsked: false} : each));
}

function isOf(split: Split | undefined, {text}: Condition): boolean {
  return split?.text === text;
}

function contradicted(
  answers: readonly PageAnswer[],
  {conditions}: Filter,
  split: Split,
): string | undefined {
  const asked = conditions.filter(each => each.isAsked);
  const found = answers.flatMap(({value}, index) => {
    const wanted = {is: 'one of', values: [String(split.values[index])]} as const;
    const own = asked.map(each => (isOf(split, each) ? {...each, isNegated: false, demand: wanted} : each));
    return own.filter(each => value.rows.some(row => contradicts(row, each)));
  });
  return found[0]?.text;
}

function merged(
  answers: readonly PageAnswer[],
  {conditions}: Filter,
  {pane, page, pageSize, sort}: Asked,
): FilteredAnswer {
  const seen = new Set<string>();
  const given = answers.flatMap(({value}) => value.rows).filter(row => isFirst(ownId(pane, row), seen));
  const kept = given.filter(row => conditions.every(each => fits(row, each)));
  const totals = answers.map(({value}) => value.total);
  const full = page * pageSize;
  return {
    answer: asOne(answers, sort === undefined ? kept : sortRows(pane, kept, sort)),
    filtered: {
      searches: answers.length,
      narrowedFrom: conditions.some(each => !each.isAsked) ? given.length : undefined,
      pages: totals.includes(undefined)
        ? undefined
        : Math.max(1, ...totals.map(total => Math.ceil((total ?? 0) / pageSize))),
      before: totals.reduce<number>((sum, total) => sum + Math.min(total ?? full, full), 0),
    },
  };
}

function asOne(answers: readonly PageAnswer[], rows: Row[]): PageAnswer {
  const values = answers.map(({value}) => value);
  const isEmpty = values.every(each => each.rows.length + each.unreadable.length === 0);
  return {
    venue: answers.every(({venue}) => venue === 'PAPER') ? 'PAPER' : 'LIVE',
    tradesLagMs: answers[0]?.tradesLagMs,
    latencyMs: Math.max(...answers.map(({latencyMs}) => latencyMs)),
    serverDate: answers[0]?.serverDate,
    otherPage: isEmpty ? answers.find(each => each.otherPage !== undefined)?.otherPage : undefined,
    value: {
      rows,
      unreadable: values.flatMap(({unreadable}) => unreadable),
      page: values[0]?.page ?? 0,
      pageSize: values[0]?.pageSize ?? rows.length,
      total: countOf(answers),
      isLast: values.every(({isLast}) => isLast),
    },
  };
}

function isFirst(id: string | undefined, seen: Set<string>): boolean {
  if (id === undefined || id === '') return true;
  const isNew = !seen.has(id);
  seen.add(id);
  return isNew;
}

/** A row that contradicts a condition that was sent to the service. A missing value contradicts nothing. */
export function contradicts(row: Row, condition: Condition): boolean {
  const value = valueIn(row, condition);
  return value !== undefined && meets(value, condition) === condition.isNegated;
}

/** A missing value passes if the service was asked to filter by it. */
export function fits(row: Row, condition: Condition, facts?: Facts): boolean {
  const value = valueIn(row, condition, facts);
  if (value === undefined) return condition.isAsked || condition.isNegated;
  return meets(value, condition) !== condition.isNegated;
}

function valueIn(row: Row, {pane, field}: Condition, facts?: Facts): string | undefined {
  const value =
    field === undefined ? undefined : sortKeyOf(pane, field, facts)(row, () => rowId(pane, row, 0));
  return value === undefined || value === null ? undefined : String(value);
}

function meets(value: string, {demand, kind}: Condition): boolean {
  switch (demand.is) {
    case 'one of':
      return demand.values.some(each => isSame(value, each));
    case 'part':
      return demand.values.some(each => value.toLowerCase().includes(each.toLowerCase()));
    case 'between':
      return isBetween(value, demand, kind);
    default:
      return demand satisfies never;
  }
}

function isSame(value: string, wanted: string): boolean {
  return value.toLowerCase() === wanted.toLowerCase();
}

function isBetween(
  value: string,
  {from, to, isAbove = false, isBelow = false}: Extract<Demand, {is: 'between'}>,
  kind: MemberKind,
): boolean {
  if (kind.is === 'decimal') {
    const isIn = (end: string | number | undefined, sign: 1 | -1, isStrict: boolean) =>
      end === undefined || (isDecimal(value) && sign * compare(value, String(end)) >= (isStrict ? 1 : 0));
    return isIn(from, 1, isAbove) && isIn(to, -1, isBelow);
  }
  const at = millisOf(value);
  const [first, last] = [from, to].map(each => (each === undefined ? undefined : millisOf(String(each))));
  return (first === undefined || at >= first) && (last === undefined || at <= last);
}

function millisOf(text: string): number {
  return /^-?\d+$/.test(text) ? Number(text) : Date.parse(text);
}
