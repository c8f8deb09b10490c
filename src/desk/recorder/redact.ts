/**
 * A redacted recording of a few minutes, to be given to somebody else. It begins with a snapshot and goes on
 * with messages, on which the player runs the real `update`.
 *
 * A text is replaced unless `places` says otherwise for the name of its field. Each word of it is replaced by
 * random letters and digits, the same word by the same ones everywhere, so that rows stay linked. Numbers keep
 * their order, because lists of records are sorted by id: a first pass collects them, a second one writes.
 */
import {canonicalDecimal, multiply} from '../../api/wire/decimal.ts';
import type {Millis} from '../../api/wire/records.ts';
import {isTyping} from '../dialogs/index.ts';
import {eventKinds} from '../events/event.ts';
import {members, wordsOf} from '../filter/members.ts';
import {rows as bindings, isSilent} from '../keys.ts';
import type {Msg} from '../messages.ts';
import {feedPanes, type Key} from '../model/vocabulary.ts';
import {kindOf, type Redaction} from '../resources/resource.ts';
import {columnsByName, isField, sortNames} from '../resources/resources.ts';
import type {State} from '../state.ts';
import type {Entry, TableMemory} from './entries.ts';
import type {Recording} from './file/opened.ts';
import {following, startOf} from './player/player.ts';

/** Fields of records are in `resources`. `a.b` is `b` inside of `a`, `a#key` the keys of the map `a`. */
export const places = {
  stays: [
    'type kind action active background cameBack confirm credential direction disorder each each#key fillType group',
    'landsOn lastAsked makes on orderType pane presence process proof proved role sense side span stands',
    'startPane state status theme times tradeSide unvisited venue verbosity wants way zone key letters',
    'attempt.by attempts.by msg.by expiries.from underlyings.from told.level messages.level notices.level',
    'messages.why notices.why',
    'fields.name sections.name swallow.name each.is figure.of seen.of asked.what msg.what progress.word',
    'bindings.at#key bindings.at bindings.heardKeys bindings.hint bindings.keys bindings.label key.name key.text',
    'columns.activity columns.cards columns.easyOptions columns.orders columns.trades columnsShown.fields',
    'fieldsInView.cards fieldsInView.easyOptions fieldsInView.orders fieldsInView.trades typed.field',
    'alerts.field alert.field sort.field sort.fields sortable.cards sortable.easyOptions sortByField sortByDirection',
    'searches.endsAt symbol symbols asset underlying allowedUnderlyings rules.underlyings rules.underlyings#key',
    'investmentCurrency currency currencies byCurrency#key states#key form.symbol form.side',
    'limits.underlyings#key maxDayLoss#key maxOpenInvestment#key allow kinds agents.underlyings contracts#key measures.what',
  ],
  /** Words of the program stay in them: what is typed, and ids that are made of a word and an id. */
  words: [
    'activity.id activitySelected about told#key tries#key filterText filterHistory filter disobeyed before',
    'namedFilters.cards namedFilters.easyOptions namedFilters.orders namedFilters.trades wanted search',
    'filter.text palette.text search.text resolve.text lift.text decline.text word',
    'portfolio.selected line.key lines.key query.underlying query.asset query.symbol query.optionSymbol query.status',
    'query.type query.direction query.side query.investmentCurrency',
  ],
  /** Stays if it is a number or a time. */
  number: ['closeTimeFrom closeTimeTo openTimeFrom openTimeTo triggerTimeFrom triggerTimeTo day all.name'],
  price: [
    'ask average averageCost last entryPriceMax entryPriceMin newPrice premium priceSeen strike targetPriceMax targetPriceMin guards.to',
    'triggerPriceMax triggerPriceMin alerts.level seen.value seen.price usual.value form.price form.cap cap alert.text',
    // The percentage of a round amount would show the other amount.
    'percent distance filledPercent nearest',
  ],
  size: [
    'filled newSize qtyMax qtyMin doubts.known doubts.most net net.sum working state.told form.size last.notional held',
  ],
  money: [
    'investment doubts.amount investmentAmountMax investmentAmountMin maxDayLoss maxInvestment maxNotional',
    'maxOpenInvestment maxOpenNotional notional sum openPl realized realizedPl fees form.amount',
    'measures.limit measures.open measures.here measures.elsewhere',
  ],
} as const satisfies Readonly<Record<Redaction | 'words', readonly string[]>>;

/** Objects whose keys are data: those of limits stay, being symbols and currencies. */
export const dictionaries = [
  'limits.underlyings limits.maxDayLoss limits.maxOpenInvestment underlyings.maxOpenInvestment',
  'intents.looks namedFilters.cards namedFilters.easyOptions namedFilters.orders namedFilters.trades',
] as const;

type Treatment = keyof typeof places;

const listed = (lines: readonly string[]) => lines.flatMap(line => line.split(' '));
const isTreatment = (name: string): name is Treatment => name in places;
const ofRecords = feedPanes.flatMap(pane => columnsByName[pane].filter(([name]) => isField(pane, name)));
const treatments = new Map<string, Treatment | undefined>([
  ...ofRecords.map(([name, {is}]) => [name, kindOf(is).redaction] as const),
  ...Object.keys(places)
    .filter(isTreatment)
    .flatMap(treatment => listed(places[treatment]).map(name => [name, treatment] as const)),
]);
const treatmentAt = (parent: string, name: string) =>
  treatments.get(`${parent}.${name}`) ?? treatments.get(name);
const isDictionary: ReadonlySet<string> = new Set(listed(dictionaries));

/** Characters other than blanks and ASCII punctuation. */
const word = /[^\s!-/:-@[-`{-~]+/gu;
const dateOrWord = /\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?|[^\s!-/:-@[-`{-~]+/gu;
const isTime = /^(?:\d{4}-|\d{1,3}[smhdw]$)/;
const isNumber = /^[-+<>=%.,:\s\dTZkm]*$/;
const amount = /\d[\d,]*(?:\.\d+)?/g;
const isId = /^ids?$|Ids?$|Key$|#key$|^accounts$|^selected$/;
const isName = /^(?:host|account|profile)$/;
const wordsIn = (text: string): readonly string[] => text.match(word) ?? [];

const ownWords: ReadonlySet<string> = new Set(
  [
    ...bindings.flatMap(({label, action}) => [label, action]),
    ...Object.values(sortNames).flat(),
    ...Object.values(members).flatMap(all =>
      all.flatMap(({name, also = [], kind}) => [name, ...also, ...(wordsOf(kind) ?? [])]),
    ),
    ...eventKinds,
    'intent alert GONE today yesterday resume done nothing refused columns theme profile filter go',
  ].flatMap(wordsIn),
);
const startsOwn = (start: string) =>
  [...ownWords].some(each => each.toLowerCase().startsWith(start.toLowerCase()));

export type Span = {readonly from: Millis; readonly to: Millis};

export type Redacted = Span & {
  readonly entries: readonly Entry[];
  /** Number of different texts replaced, by kind. */
  readonly replaced: ReadonlyMap<string, number>;
};

type Given = {
  readonly hidesAmounts: boolean;
  /** A random whole number below the given one. */
  readonly draw: (below: number) => number;
};

export function redactedRecording(recording: Recording, span: Span, given: Given): Redacted {
  const {format, version, zone, profile, host} = recording.began;
  const replayed = replayedIn(recording, span);
  const [from, to] = [replayed[0]?.at ?? span.from, replayed.at(-1)?.at ?? span.to];
  const redactor = new Redactor(given);
  const entriesOf = (): readonly Entry[] => [
    {
      type: 'began',
      began: {
        ...{format, version, zone, at: from, pid: 0, isRedacted: true},
        ...redactor.of({profile, host}, 'began'),
      },
    },
    ...replayed.map(each => entryOf(each, redactor)),
  ];
  entriesOf();
  redactor.settle();
  return {
    entries: entriesOf(),
    from,
    to,
    replaced: new Map([...redactor.replaced].map(([of, {size}]) => [of, size])),
  };
}

/** A snapshot, or a message with what it was typed into. */
type Replayed = {readonly at: Millis} & (
  | {readonly state: State; readonly table: TableMemory}
  | {readonly msg: Msg; readonly overlay: string; readonly isTyping: boolean}
);

function replayedIn(recording: Recording, {from, to}: Span): readonly Replayed[] {
  const replayed: Replayed[] = [];
  const start = recording.segments.findLastIndex(each => each.from <= from);
  let head = startOf(recording, Math.max(0, start));
  for (;;) {
    const next = following(recording, head);
    const entry = next && recording.segments[next.segment]?.entries()[next.taken - 1];
    const msg = entry?.type === 'msg' ? entry.msg : undefined;
    if (next === undefined || (msg?.now.wall ?? from) > to) break;
    const isNew = next.segment !== head.segment && next.differs === true;
    const {state, table} = isNew ? startOf(recording, next.segment) : head;
    if (msg !== undefined && msg.now.wall >= from) {
      if (isNew || replayed.length === 0) replayed.push({at: state.now.wall, state, table});
      replayed.push({at: msg.now.wall, msg, overlay: state.overlay.kind, isTyping: isTyping(state)});
    }
    head = next;
  }
  return replayed.length > 0 ? replayed : [{at: head.state.now.wall, state: head.state, table: head.table}];
}

function entryOf(replayed: Replayed, redactor: Redactor): Entry {
  if ('msg' in replayed) return {type: 'msg', msg: messageOf(replayed, redactor)};
  const state = redactor.of(replayed.state, 'state');
  // The widths of columns would tell the lengths of amounts.
  const rows = {of: '', start: replayed.table.rows.start, needs: new Map()};
  const figures = {start: replayed.table.figures.start, width: 0, needs: new Map()};
  return {type: 'snapshot', state, table: {rows, figures}};
}

function messageOf({msg, overlay, isTyping}: Extract<Replayed, {msg: Msg}>, redactor: Redactor): Msg {
  if (msg.type === 'typed') return {...msg, value: redactor.text(msg.value, overlay, msg.field || 'text')};
  return msg.type === 'pressed' ? {...msg, key: masked(msg.key, isTyping)} : redactor.of(msg, msg.type);
}

/** Keys that type a text would spell it. */
function masked(key: Key, isTyping: boolean): Key {
  if (!key.pasted && (!isTyping || key.ctrl || key.alt || isSilent(key.name))) return key;
  const mask = (text: string) => text.replace(word, all => '·'.repeat(all.length));
  return {...key, text: mask(key.text), name: key.pasted ? key.name : mask(key.name)};
}

class Redactor {
  readonly replaced = new Map<string, Set<string>>();
  readonly #substitutes: Substitutes;
  readonly #secretWords = new Set<string>();
  readonly #factors: ReadonlyMap<string | undefined, string>;
  #made = new WeakMap<object, {readonly place: string; readonly after: unknown}>();

  constructor({hidesAmounts, draw}: Given) {
    this.#substitutes = createSubstitutes(draw);
    const factor = () => `${2 + draw(8)}.${draw(10)}${draw(10)}${1 + draw(9)}`;
    const [price, size] = [factor(), factor()];
    this.#factors = new Map(hidesAmounts ? Object.entries({price, size, money: multiply(price, size)}) : []);
  }

  of<Value>(value: Value, name: string): Value {
    const after = this.#value(value, '', name);
    if (!isAlike(after, value)) throw new TypeError(`${name} was redacted to something else.`);
    return after;
  }

  text(text: string, parent: string, name: string): string {
    const treatment = treatmentAt(parent, name);
    if (treatment === 'stays') return text;
    if (treatment !== undefined && treatment !== 'words' && isNumber.test(text))
      return this.#scaled(text, treatment);
    const what = isName.test(name) ? 'names' : treatment ? 'typed' : isId.test(name) ? 'ids' : 'texts';
    if (what === 'names' || what === 'ids') for (const each of wordsIn(text)) this.#secretWords.add(each);
    const isOwn = (each: string) => (parent === 'palette' ? startsOwn(each) : ownWords.has(each));
    const stays = (each: string) => isTime.test(each) || (isOwn(each) && !this.#secretWords.has(each));
    const after = text.replace(treatment === undefined ? word : dateOrWord, each =>
      treatment !== undefined && stays(each) ? each : this.#substitutes.of(each),
    );
    return this.#noted(what, text, after);
  }

  settle(): void {
    this.#substitutes.sort();
    this.#made = new WeakMap();
  }

  #noted(what: string, before: string, after: string): string {
    if (after !== before) this.replaced.set(what, (this.replaced.get(what) ?? new Set()).add(before));
    return after;
  }

  #scaled(text: string, treatment: Treatment | undefined): string {
    const by = this.#factors.get(treatment);
    if (by === undefined) return text;
    const after = text.replace(amount, each => multiply(each.replaceAll(',', ''), by));
    return this.#noted('amounts', text, after);
  }

  #value(value: unknown, parent: string, name: string): unknown {
    if (typeof value === 'string') return this.text(value, parent, name);
    if (typeof value === 'number') {
      const treatment = treatmentAt(parent, name);
      if (!this.#factors.has(treatment)) return value;
      return Number(this.#scaled(canonicalDecimal(value) ?? '0', treatment));
    }
    if (typeof value !== 'object' || value === null) return value;
    // One object stays one, by which unchanged rows are known.
    const place = `${parent}.${name}`;
    const known = this.#made.get(value);
    if (known?.place === place) return known.after;
    const after = this.#object(value, parent, name);
    this.#made.set(value, {place, after});
    return after;
  }

  #object(value: object, parent: string, name: string): unknown {
    if (Array.isArray(value)) return value.map(each => this.#value(each, parent, name));
    if (value instanceof Set) return new Set([...value].map(each => this.#value(each, parent, name)));
    const ofEach = (each: unknown) => {
      if (each instanceof Map) return this.#value(each, name, 'each');
      return isPlain(each) ? this.#fields(each, name) : this.#value(each, parent, name);
    };
    const ofEntry = ([key, each]: readonly [unknown, unknown]): [unknown, unknown] => [
      this.#value(key, parent, `${name}#key`),
      ofEach(each),
    ];
    if (value instanceof Map) return new Map([...value].map(ofEntry));
    if (!isDictionary.has(`${parent}.${name}`)) return this.#fields(value, name);
    return Object.fromEntries(new Map(Object.entries(value).map(ofEntry)));
  }

  /** `also`, the fields that are not documented, is left out. */
  #fields(value: object, name: string): object {
    const parent = name === 'overlay' ? String(Reflect.get(value, 'kind')) : name;
    const isTyped = (field: string) => name === 'fields' && (field === 'value' || field === 'sends');
    const fields = Object.entries(value).filter(([field]) => field !== 'also');
    return Object.fromEntries(
      fields.map(([field, each]) => [
        field,
        isTyped(field)
          ? this.#value(each, 'form', String(Reflect.get(value, 'name')))
          : this.#value(each, parent, field),
      ]),
    );
  }
}

const isAlike = <Value>(after: unknown, before: Value): after is Value => typeof after === typeof before;
const isPlain = (value: unknown): value is object =>
  Object.prototype.toString.call(value) === '[object Object]';

type Substitutes = {readonly of: (word: string) => string; readonly sort: () => void};

/** Other letters and digits, as many of each: different ones for different words. */
function createSubstitutes(draw: Given['draw']): Substitutes {
  const known = new Map<string, string>();
  const used = new Set<string>();
  const among = (characters: string) => characters.charAt(draw(characters.length));
  const like = (text: string) =>
    Array.from(text, (character, at) => {
      if (/\p{Lu}/u.test(character)) return among('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
      if (!/\d/.test(character)) return among('abcdefghijklmnopqrstuvwxyz');
      if (at > 0) return among('0123456789');
      // An id of 19 digits has 64 bits.
      return character === '0' ? '0' : among(text.length < 19 ? '123456789' : '12345678');
    }).join('');
  return {
    of(text: string): string {
      const before = known.get(text);
      if (before !== undefined) return before;
      let after = like(text);
      for (let tries = 0; used.has(after) || after === text; tries++)
        after = like(tries < 99 ? text : `${text}${text}`);
      known.set(text, after);
      used.add(after);
      return after;
    },
    /** Draws the numbers again, in order. */
    sort(): void {
      const numbers = [...known.keys()].filter(text => /^\d+$/.test(text)).sort();
      for (const group of Map.groupBy(numbers, text => `${text.length} ${text.startsWith('0')}`).values()) {
        const drawn = new Set<string>();
        while (drawn.size < group.length) drawn.add(like(group[0] ?? ''));
        const sorted = [...drawn].sort();
        for (const [at, text] of group.entries()) known.set(text, sorted[at] ?? text);
      }
    },
  };
}
