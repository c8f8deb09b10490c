import type {Decimal, Id, Order, Trade} from '../api/wire/records.ts';
import type {ReviewLine} from './intents/kinds/kind.ts';
import {keyOf, type Place} from './keys.ts';
import type {Tone} from './model/vocabulary.ts';
import type {Option} from './resources/figures.ts';
import type {Question, State} from './state.ts';
import {type Hint, hintLine, keyApart, keyInWords, labelOf} from './words/keys.ts';

/**
 * What a dialog says, as data. `ui/sheet/draw.ts` fits and colours it, `ui/sheet/say.ts` speaks it. `short` is
 * drawn where rows are few, `spoken` is said; both only where they differ from the text.
 */
export type Sheet = readonly Block[];

export type Span = {
  readonly text: string;
  readonly tone?: Tone;
  readonly short?: string;
  readonly spoken?: string;
};

export type Block =
  /** `aside` follows the title where rows are few, if it fits. */
  | {readonly is: 'title'; readonly row: readonly Span[]; readonly aside?: Span | undefined}
  | Text
  | {readonly is: 'facts'; readonly facts: readonly Fact[]}
  /** Another key than that of the question, and what it does; said last. */
  | {readonly is: 'way'; readonly row: readonly Span[]; readonly tone: Tone}
  | QuestionBlock
  /** Records that a question names; `readsBy` is the spoken key that reads one by one. */
  | {
      readonly is: 'items';
      readonly items: readonly string[];
      readonly at: number;
      readonly most: 1 | 2;
      readonly readsBy: string;
    }
  /** A list in which each move speaks one item; `title` is spoken alone. */
  | {
      readonly is: 'scroll';
      readonly title: string;
      readonly items: readonly Item[];
      readonly at: number;
    }
  | Choices
  | {
      readonly is: 'table';
      readonly title: string;
      /** All rows give the widths of the columns. */
      readonly all: readonly HelpRow[];
      readonly found: readonly HelpRow[];
      readonly at: number;
      readonly none: string;
    }
  | Records
  | Field
  | Fields
  | Keys
  | {readonly is: 'payoff'; readonly option: Option; readonly isAscii: boolean}
  /** A blank line, if rows are left. */
  | {readonly is: 'gap'}
  /** Points at the cell of a typed text that is wrong. */
  | {readonly is: 'pointer'; readonly before: string; readonly text: string; readonly tone: Tone}
  /** What may be typed next, as many as fit. */
  | {
      readonly is: 'names';
      readonly key: string;
      readonly names: readonly string[];
      readonly about: string;
    };

type Text = {
  readonly is: 'text';
  /** With `between`, which parts the spans on the screen, each is a sentence of its own in speech. */
  readonly row: readonly Span[];
  readonly between?: string;
  readonly tone?: Tone | undefined;
  /** Lines at most, or where rows are few and where they are not. */
  readonly most?: number | readonly [few: number, many: number];
  /** Drawn only where rows are many, are few, or are few and the aside did not fit. */
  readonly on?: 'many' | 'few' | 'few without aside';
  /** Gets the rows that nothing else needs. */
  readonly yields?: true;
};

export type Fact = {
  readonly label: string;
  readonly value: Span;
  /** The value when the review opened, if it has changed. */
  readonly was?: Span | undefined;
  readonly note?: string | undefined;
  readonly danger?: boolean | undefined;
};

export type QuestionBlock = {
  readonly is: 'question';
  readonly question: Question;
  readonly does: string;
  /** Follows if there is room. */
  readonly insist: string;
  /** Its facts are being read: it is not complete. */
  readonly isReading: boolean;
  readonly back: Span;
};

export type Item = {
  /** Before the first line; the others are indented as far. */
  readonly mark?: Span;
  readonly text: string;
  readonly tone?: Tone;
  readonly spoken?: string;
};

export type Choice = {
  readonly key: string;
  readonly text: string;
  readonly tone?: Tone;
  /** In columns behind the text. */
  readonly sign?: string;
  readonly more?: string;
  readonly spoken: readonly string[];
};

type Choices = {
  readonly is: 'choices';
  readonly title: string;
  readonly choices: readonly Choice[];
  readonly selected: number;
  readonly none?: string;
  /** Takes all rows that are left, so that what follows does not move. */
  readonly fills?: true;
};

export type HelpRow = {
  readonly keys: string;
  readonly what: string;
  readonly where: string;
  readonly spoken: string;
};

export type Records = {
  readonly is: 'records';
  readonly title: string;
  readonly names: readonly string[];
  readonly fills: ReadonlyMap<Id, Decimal>;
  readonly now: number;
  readonly zone: number;
  readonly spoken: readonly string[];
} & (
  | {readonly pane: 'orders'; readonly rows: readonly Order[]}
  | {readonly pane: 'trades'; readonly rows: readonly Trade[]}
);

type Field = {
  readonly is: 'field';
  readonly name: string;
  readonly prompt: string;
  readonly value: string;
  /** Spoken with the value; without it the texts above say what is asked. */
  readonly label?: string;
  /** Has a line of its own, even if it is empty. */
  readonly error?: string;
  /** To the right of the field. */
  readonly beside?: string;
};

export type Fields = {
  readonly is: 'fields';
  readonly fields: readonly SheetField[];
  readonly focus: number;
  /** The focused value is selected: typing replaces it. */
  readonly isMarked: boolean;
  readonly sideKeys: string;
};

export type SheetField = {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** Set if another value than the typed one is sent. */
  readonly sends: string;
  readonly error: string | undefined;
};

export type Keys = {
  readonly is: 'keys';
  readonly before?: string;
  readonly hints: string;
  /** With the keys that scroll, if there is more than is shown. */
  readonly scrolling?: string;
  /** Says which part is shown. */
  readonly counts?: 'always' | 'if more';
  readonly spoken?: string;
};

export const noRows: Sheet = [];

export const back: Hint = [['back'], 'back'];
export const scrolls: Hint = [['row.down', 'row.up'], 'scroll'];

export function title(text: string): Block {
  return {is: 'title', row: [{text, tone: 'strong'}]};
}

export function text(text: string, tone?: Tone, more: Partial<Text> = {}): Text {
  return {is: 'text', row: [{text}], tone, ...more};
}

/** Environment and account, in a line. */
export function where(facts: readonly ReviewLine[]): Text {
  const isLive = facts.some(each => each.danger === true);
  const row = facts.map(({label, value}) => ({text: value, spoken: `${label} ${value}`}));
  return {is: 'text', row, between: ' · ', tone: isLive ? 'danger' : 'plain', most: 1};
}

/** A list that a question is about, read one by one with the key of a row down. */
export function items(state: State, place: Place, items: readonly string[], at: number, most: 1 | 2): Block {
  return {is: 'items', items, at, most, readsBy: keyApart(keyOf(state.settings.bindings, 'row.down', place))};
}

/** The answer to a key that does not confirm; speech has it at once. */
export function notice({notice}: Question): readonly Block[] {
  return notice === undefined ? [] : [text(notice, 'warning', {row: [{text: notice, spoken: ''}]})];
}

export function question({settings}: State, question: Question, does: string, insist = ''): QuestionBlock {
  const {bindings} = settings;
  // Escape is said rather than `n`, which sounds like `m`.
  const back = {
    text: labelOf(bindings, 'no', 'review'),
    spoken: keyInWords(keyOf(bindings, 'back', 'review')),
  };
  return {is: 'question', question, does, insist, isReading: false, back};
}

export function keys({settings}: State, place: Place, hints: readonly Hint[], more: MoreKeys = {}): Keys {
  const {scrolling, also = '', ...rest} = more;
  const line = (some: readonly Hint[]) => hintLine(settings.bindings, place, some);
  return {
    is: 'keys',
    hints: line(hints) + also,
    ...(scrolling && {scrolling: line([scrolling])}),
    ...rest,
  };
}

type MoreKeys = Pick<Partial<Keys>, 'before' | 'counts' | 'spoken'> & {
  readonly scrolling?: Hint;
  readonly also?: string;
};
