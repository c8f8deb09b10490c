import type {Answer} from '../../api/contract.ts';
import type {Page} from '../../api/wire/records.ts';
import {ownId} from '../model/rows.ts';
import {sortRows} from '../model/sorting.ts';
import type {Row, Sort} from '../model/state.ts';
import type {FeedPane} from '../model/vocabulary.ts';
import type {Condition, Filter, Filtered, Split} from './conditions.ts';
import {contradicts, fits} from './match.ts';

export type PageAnswer<R extends Row = Row> = Answer<Page<R>> & {
  /** Counted from 0: the page that the rows are of, where the service says that it is not the one asked for. */
  readonly otherPage?: number | undefined;
};

export type FilteredAnswer = {readonly answer: PageAnswer; readonly filtered: Filtered | undefined};

type Asked = {
  readonly pane: FeedPane;
  readonly page: number;
  readonly pageSize: number;
  readonly sort?: Sort | undefined;
};

/** Asks for a page; `more` are members beside those that every search asks for. */
type AskPage = (more: Readonly<Record<string, string | number>>, page: PageOf) => Promise<PageAnswer>;
type PageOf = {readonly page: number; readonly pageSize: number};

/**
 * A page of a list under a filter that one search cannot ask for. A set of values is a search for each, and
 * their pages of one number are a page here: every row stands on one of them, and no row on two. What is asked
 * for in no search is narrowed on the page that came. What comes is held to the filter either way: a service
 * that does not obey one is found out by its own rows.
 */
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

/** A list that ends on its first page is whole: no search could tell more of it. */
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

/** A service may give its last page again behind the end: those rows stand on that page already. */
function withoutOtherPage(answer: PageAnswer): PageAnswer {
  if (answer.otherPage === undefined) return answer;
  return {...answer, value: {...answer.value, rows: [], unreadable: [], isLast: true}};
}

/** undefined where a list does not tell how many rows it has. */
function countOf(answers: readonly PageAnswer[]): number | undefined {
  return answers.reduce<number | undefined>(
    (sum, {value}) => (sum === undefined || value.total === undefined ? undefined : sum + value.total),
    0,
  );
}

/** One answer, held to all of the filter. */
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
    filtered: {searches: 1, narrowedFrom: rows.length, disobeyed, pages: undefined, before: undefined},
  };
}

/** What the rows of one search are held to: what several searches were for, it was not asked for. */
export function heldByOne({conditions, split}: Filter): readonly Condition[] {
  return conditions.map(each => (isOf(split, each) ? {...each, isAsked: false} : each));
}

function isOf(split: Split | undefined, {text}: Condition): boolean {
  return split?.text === text;
}

/** What rows were asked for and do not meet. */
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

/** The answers as one page. */
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
    answer: asOne(answers, sort === undefined ? kept : sortRows(kept, sort)),
    filtered: {
      searches: answers.length,
      narrowedFrom: conditions.some(each => !each.isAsked) ? given.length : undefined,
      disobeyed: undefined,
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

/** A row without an id cannot be told from another one: it counts as new. */
function isFirst(id: string | undefined, seen: Set<string>): boolean {
  if (id === undefined || id === '') return true;
  const isNew = !seen.has(id);
  seen.add(id);
  return isNew;
}
