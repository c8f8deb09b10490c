import type {Tone} from '../account/model/vocabulary.ts';
import type {Leg} from '../account/resources/payoff.ts';
import type {Decimal, Id, Order, Trade} from '../api/wire/records.ts';
import {type Hint, hintLine, keyApart, keyInWords, labelOf} from './key-words.ts';
import {keyOf, type Place} from './keys.ts';
import type {FormField, Question} from './order/ordering.ts';
import type {ReviewLine} from './order/tickets/ticket.ts';
import type {State} from './state.ts';

/**
 * A dialog as data. `ui/dialog/allot.ts` has for each kind of block how it is drawn and said. `short` is drawn
 * where rows are few, `spoken` is said; both only where they differ from the text.
 */
export type Sheet = readonly Block[];

/** Kinds that say whether a part of them is left out: no key confirms unless all that decides is drawn. */
export type Deciding = 'facts' | 'text' | 'items' | 'question';

/** Beside a question the others hold nothing that it decides on; each of its texts says when it is drawn. */
export type AskSheet = readonly (
  | BlockOf<Exclude<Deciding, 'text'> | 'title' | 'remark' | 'notice' | 'way' | 'keys' | 'chart'>
  | QuestionText
)[];

export type Span = Readonly<{text: string; tone?: Tone | undefined; short?: string; spoken?: string}>;
type Row = readonly Span[];

export type Block = {[K in keyof Blocks]: {readonly is: K} & Readonly<Blocks[K]>}[keyof Blocks];
export type BlockOf<K extends Block['is']> = Extract<Block, {readonly is: K}>;

type Blocks = {
  /** `aside` follows the title where rows are few, if it fits. */
  title: {row: Row; aside?: Span | undefined};
  text: {
    row: Row;
    /** Parts the spans on the screen; in speech each of them is then a sentence of its own. */
    between?: string;
    tone?: Tone | undefined;
    /** Lines at most, or where rows are few and where they are not. */
    most?: number | readonly [few: number, many: number];
    /** Each span starts a line where rows are many. */
    areApart?: true;
    /** Not said again when a question is asked again. */
    isSaidOnce?: true;
    /** `always`: no key confirms the question otherwise. `many`, `few`: where rows are many, or are few. */
    drawn?: 'always' | 'if room' | 'many' | 'few';
  };
  /** A text that gets the rows that nothing else needs; an empty one is a gap. */
  remark: {row: Row; tone: Tone; most?: number; drawn?: 'many'};
  /** The answer to a key that does not confirm; speech has it at once. */
  notice: {row: Row; tone: Tone; most?: number};
  facts: {facts: readonly Fact[]};
  /** Another key than that of the question, and what it does; said last. */
  way: {row: Row; tone: Tone};
  /** `insist` follows if there is room; it is not complete while its facts are read. */
  /** `unfit` stands for the key where a part is left out that the question decides on. */
  question: {
    question: Question;
    does: string;
    insist: string;
    isReading: boolean;
    back: Span;
    unfit: string;
    /** Why nothing can be sent now: it stands for the key, too. */
    held?: string | undefined;
  };
  /** The records of a question, `warned` first; `readsBy` is the spoken key that reads them one by one. */
  items: {items: readonly ListedItem[]; warned: number; at: number; most: number; readsBy: string};
  /** A list in which each move speaks one item; `title` is spoken alone, here and below. */
  scroll: {title: string; items: readonly Item[]; at: number};
  /** `fills`: takes all rows that are left, so that what follows does not move. */
  choices: {title: string; items: readonly Choice[]; at: number; none?: string; fills?: true};
  /** All rows give the widths of the columns. */
  table: {title: string; all: readonly TableRow[]; items: readonly TableRow[]; at: number; none: string};
  records: {
    title: string;
    names: readonly string[];
    fills: ReadonlyMap<Id, Decimal>;
    now: number;
    zone: number;
    spoken: readonly string[];
    of: {pane: 'orders'; rows: readonly Order[]} | {pane: 'trades'; rows: readonly Trade[]};
  };
  /**
   * `label` is spoken with the value; without it the texts above say what is asked. An error has a line of its
   * own, even if it is empty.
   */
  field: {name: string; prompt: string; value: string; label?: string; error?: string; beside?: string};
  /** `isMarked`: the focused value is selected, so that typing replaces it. */
  fields: {fields: readonly SheetField[]; focus: number; isMarked: boolean; sideKeys: string};
  /** `scrolling` are the keys for more than is shown; `counts` says which part that is. */
  keys: {
    hints: string;
    before?: string;
    scrolling?: string;
    counts?: 'always' | 'if more';
    spoken?: string;
  };
  /** All fields of a row, in a table that scrolls. */
  record: {fields: readonly Detail[]; at: number};
  /** A blank line precedes a chart that is apart. */
  chart: {of: PayoffChart | SeenValues; isApart?: true};
  /** Points behind the part of a typed text that is right. */
  pointer: {before: string; text: string; tone: Tone};
};

/** `isContract`: one contract alone. */
export type PayoffChart = {readonly legs: readonly Leg[]; readonly isContract: boolean};

/** `was` is the value when the review opened, if it has changed. */
export type Fact = Omit<ReviewLine, 'value' | 'short' | 'at' | 'rule' | 'isAsk'> &
  Readonly<{value: Span; was?: Span | undefined; decides: boolean}>;

/** No key confirms before it was on the screen; not all of them at once. */
export type ListedItem = Readonly<{id?: string; text: string; isSeen: boolean}>;

/** The mark is before the first line; the others are indented as far. */
export type Item = Readonly<{mark?: Span; text: string; tone?: Tone; spoken?: string}>;

/** `sign` and `more` are in columns behind the text. */
export type Choice = Readonly<{
  key: string;
  text: string;
  tone?: Tone;
  sign?: string;
  more?: string;
  spoken: readonly string[];
}>;

/** `name`: of the column, `field`: its heading. */
export type Detail = Readonly<{
  name?: string;
  field: string;
  spoken?: string;
  value: string;
  tone?: Tone | undefined;
}>;

export type SeenValues = Readonly<{name: string; values: readonly number[]}>;

export type TableRow = Readonly<{keys: string; what: string; where: string; spoken: string}>;

/** `sends` is set if another value than the typed one is sent. */
export type SheetField = Pick<FormField, 'name' | 'label' | 'is' | 'value' | 'sends' | 'error'>;

export const back: Hint = [['back'], 'back'];
export const scrolls: Hint = [['row.down', 'row.up'], 'scroll'];

export function title(text: string, ...beside: readonly Span[]): BlockOf<'title'> {
  return {is: 'title', row: [{text, tone: 'strong'}, ...beside]};
}

type Text = BlockOf<'text'>;
type QuestionText = Text & Required<Pick<Text, 'drawn'>>;

export function text(
  text: string,
  tone: Tone,
  more: Partial<Text> & Pick<QuestionText, 'drawn'>,
): QuestionText;
export function text(text: string, tone?: Tone, more?: Partial<Text>): Text;
export function text(text: string, tone?: Tone, more: Partial<Text> = {}): Text {
  return {is: 'text', row: [{text}], tone, ...more};
}

type Remark = BlockOf<'remark'>;

export function remark(text: string, tone: Tone, more: Partial<Remark> = {}): Remark {
  return {is: 'remark', row: [{text}], tone, ...more};
}

/** Environment and account, in a line. */
export function where(facts: readonly ReviewLine[], more: Pick<QuestionText, 'most' | 'drawn'>) {
  const isLive = facts.some(each => each.danger === true);
  const row = facts.map(({label, value}) => ({text: value, spoken: `${label} ${value}`}));
  return text('', isLive ? 'danger' : 'plain', {row, between: ' · ', ...more});
}

type Items = BlockOf<'items'>;

/** A list that a question is about, read one by one with the key of a row down. */
export function items(state: State, place: Place, of: Omit<Items, 'is' | 'readsBy'>): Items {
  return {is: 'items', ...of, readsBy: keyApart(keyOf(state.settings.bindings, 'row.down', place))};
}

export const notice = ({notice: text}: Question): readonly BlockOf<'notice'>[] =>
  text === undefined ? [] : [{is: 'notice', row: [{text}], tone: 'warning'}];

export function question(
  state: State,
  question: Question,
  does: string,
  insist = '',
  unfit = 'Screen too small to confirm',
): BlockOf<'question'> {
  const {bindings} = state.settings;
  // Escape is said rather than `n`, which sounds like `m`.
  const back = {
    text: labelOf(bindings, 'no', 'review'),
    spoken: keyInWords(keyOf(bindings, 'back', 'review')),
  };
  return {is: 'question', question, does, insist, isReading: false, back, unfit};
}

export function keys(
  {settings}: State,
  place: Place,
  hints: readonly Hint[],
  more: MoreKeys = {},
): BlockOf<'keys'> {
  const {scrolling, also = '', ...rest} = more;
  const line = (some: readonly Hint[]) => hintLine(settings.bindings, place, some);
  return {
    is: 'keys',
    hints: line(hints) + also,
    ...(scrolling && {scrolling: line([scrolling])}),
    ...rest,
  };
}

type MoreKeys = Pick<BlockOf<'keys'>, 'before' | 'counts' | 'spoken'> & {
  readonly scrolling?: Hint;
  readonly also?: string;
};
