import {isDecimal} from '../../../api/wire/decimal.ts';
import {jsonIn} from '../../../api/wire/given.ts';
import type {Msg} from '../../messages.ts';
import type {State} from '../../state.ts';
import {
  inFilter,
  inForm,
  inLine,
  inOpen,
  inWords,
  type Keep,
  type OnText,
  rootOf,
  typedMask,
  type Whereabouts,
} from './kinds.ts';
import {createNames, type Names} from './names.ts';
import {
  type AmountKind,
  beginsOwn,
  createProse,
  drawFactors,
  type Factors,
  isOwn,
  type Prose,
  scaled,
  scaledNumber,
  scaledTyped,
} from './prose.ts';

/**
 * Renames everything: `createRenaming(seed, factorSeed) → renaming` learns all that a capsule will hold,
 * settles, and then renames it. Only what the table lists is kept.
 */
export type Renaming = {
  learn(what: Learnable): void;
  settle(): void;
  state(state: State): State;
  msg(msg: Msg, overlay: State['overlay'], isTyping: boolean): Msg;
  learnName(text: string): void;
  readonly name: (text: string) => string;
  counts(): ReadonlyMap<Keep, number>;
  examples(): readonly Example[];
  readonly masked: ReadonlySet<string>;
};

export type Learnable =
  | {readonly state: State}
  | {readonly msg: Msg; readonly overlay: State['overlay']; readonly isTyping: boolean};

const examplesEach = 3;
const nothingOpen: Open = {overlay: {kind: 'none'}, isTyping: false};

/**
 * @param seed of the new names; reveals nothing of the old ones
 * @param factorSeed reveals the amounts
 */
export function createRenaming(seed: number, factorSeed: number): Renaming {
  const factors = drawFactors(factorSeed);
  const names = createNames();
  const prose = createProse(names, factors);
  const masked = new Set<string>();
  const noted: LearntValues = new Map();
  const anew = renamer(names, prose, factors);
  let open = nothingOpen;
  const learning = createWalk(leafOf(learner(names, prose, noted), () => open, masked));
  const renaming = createWalk(leafOf(anew, () => open, masked));
  const walkOf = <What extends State | Msg>(walk: Walk, what: What, name: string, at: Open): What => {
    open = at;
    return walk(what, rootOf(name));
  };
  return {
    learn(what) {
      if ('state' in what) walkOf(learning, what.state, 'state', nothingOpen);
      else walkOf(learning, what.msg, what.msg.type, what);
    },
    settle: () => names.draw(seed),
    state: state => walkOf(renaming, state, 'state', nothingOpen),
    msg: (msg, overlay, isTyping) => walkOf(renaming, msg, msg.type, {overlay, isTyping}),
    learnName: prose.addName,
    name: names.of,
    counts: () => new Map([...noted].map(([keep, values]) => [keep, values.size])),
    examples: () =>
      [...noted].flatMap(([keep, values]) =>
        [...values].slice(0, examplesEach).map(was => ({keep, was, is: anew.text(keep, was)})),
      ),
    masked,
  };
}

type Open = {readonly overlay: State['overlay']; readonly isTyping: boolean};

function leafOf(treatment: Treatment, openNow: () => Open, masked: Set<string>): Leaf {
  const onText = treatment.text;
  const figures = createWalk((kind, value, holder, place) => leaf(kind, value, holder, place));
  const figurePlace = rootOf('figure');
  const figure = (text: string): string => {
    const [, section = '', key = 'null'] = /^(\w+ )?(\[.*\])$/s.exec(text) ?? [];
    const parsed = jsonIn(key);
    if (!Array.isArray(parsed)) return onText('text', text);
    const [currency, of] = parsed;
    const named = typeof currency === 'string' ? onText('word', currency) : currency;
    return onText('word', section) + JSON.stringify([named, figures(of, figurePlace)]);
  };

  const texts: {readonly [K in Keep]?: (text: string, holder: object, place: Whereabouts) => unknown} = {
    date: text => (isDate.test(text) ? text : onText('text', text)),
    percent: text => (isDecimal(text) ? text : onText('text', text)),
    zone: text => (zones().has(text) ? text : 'UTC'),
    id: text => (isPlaceOfRow.test(text) ? text : onText('id', text)),
    level: (text, holder) => onText(Reflect.get(holder, 'pane') === 'cards' ? 'price' : 'money', text),
    stage: text => onText(isDecimal(text) ? 'size' : 'word', text),
    filter: text => inFilter(text, onText),
    typed(text, holder, place) {
      const {overlay} = openNow();
      if (place.name === 'search') return inWords(text, onText);
      if (Reflect.get(holder, 'type') === 'typed')
        return inOpen(text, String(Reflect.get(holder, 'field')), overlay, onText);
      return 'kind' in holder ? inLine(text, holder, onText) : inForm(text, holder, onText);
    },
    key: text => keyIn(text, openNow()),
    figure,
  };

  const leaf: Leaf = (kind, value, holder, place) => {
    if (kind === 'dropped') return undefined;
    if (kind === 'sealed') return treatment.sealed(value);
    if (typeof value === 'number' && isAmount(kind)) return treatment.number(kind, value);
    if (typeof value !== 'string' && (kind === 'plain' || (kind === 'date' && typeof value === 'number')))
      return value;
    if (kind !== undefined && kind !== 'plain' && typeof value === 'string')
      return texts[kind]?.(value, holder, place) ?? onText(kind, value);
    masked.add(place.name);
    return maskOf(value);
  };
  return leaf;
}

/** Keys that type a text reveal it letter by letter; only a prefix of a program word is kept. */
function keyIn(text: string, {overlay, isTyping}: Open): string {
  if (!isKey.test(text)) return text.replace(/\S/gu, typedMask);
  if (!isTyping || [...text].length !== 1) return text;
  const isColumn = overlay.kind === 'sort' && beginsOwn((overlay.wanted ?? '') + text);
  return isColumn ? text : typedMask;
}

const isAmount = (kind: Keep | undefined): kind is AmountKind =>
  kind === 'price' || kind === 'size' || kind === 'money';

const isDate = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;
const isPlaceOfRow = /^#\d+$/;
const isKey =
  /^(?:(?:ctrl|alt|shift)\+)*(?:.|f\d{1,2}|enter|escape|tab|space|up|down|left|right|home|end|page(?:up|down)|backspace|delete|insert|clear)?$/u;

let knownZones: ReadonlySet<string> | undefined;
function zones(): ReadonlySet<string> {
  knownZones ??= new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);
  return knownZones;
}

function maskOf(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/[^\s]/g, 'x');
  return typeof value === 'number' ? 0 : typeof value === 'boolean' ? false : undefined;
}

type Leaf = (kind: Keep | undefined, value: unknown, holder: object, place: Whereabouts) => unknown;

/** Copies a value leaf by leaf, in order. Copies are cached by object and place: states share most objects. */
export type Walk = <What>(value: What, place: Whereabouts) => What;

export function createWalk(leaf: Leaf): Walk {
  const made = new Map<Whereabouts, WeakMap<object, unknown>>();

  const walk = (value: unknown, place: Whereabouts, holder: object): unknown => {
    if (value === null || value === undefined) return value;
    if (isWhole(place.kind) || typeof value !== 'object') return leaf(place.kind, value, holder, place);
    if (isSmall(value)) return ofObject(value, place, holder);
    const known = made.get(place) ?? new WeakMap<object, unknown>();
    made.set(place, known);
    const before = known.get(value);
    if (before !== undefined) return before;
    const after = ofObject(value, place, holder);
    known.set(value, after);
    return after;
  };

  const ofObject = (value: object, place: Whereabouts, holder: object): unknown => {
    if (Array.isArray(value)) return value.map(each => walk(each, place, holder));
    if (value instanceof Set) return new Set([...value].map(each => walk(each, place, holder)));
    if (value instanceof Map)
      return new Map(
        [...value].map(([key, each]) => [
          leaf(place.keyKind, key, holder, place),
          walk(each, each instanceof Map ? place.child('each') : place, value),
        ]),
      );
    return place.nameKind === undefined ? ofRecord(value, place) : ofIndex(value, place, place.nameKind);
  };

  const ofRecord = (value: object, place: Whereabouts): object => {
    const after = {};
    for (const name of Object.keys(value))
      put(after, name, walk(Reflect.get(value, name), place.child(name), value));
    return after;
  };

  const ofIndex = (value: object, place: Whereabouts, kind: Keep): object =>
    Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        String(leaf(kind, name, value, place)),
        isRecord(each) ? ofRecord(each, place) : walk(each, place, value),
      ]),
    );

  return (value, place) => {
    const after = walk(value, place, nowhere);
    if (!isAlike(after, value)) throw new TypeError('Something else was made of it.');
    return after;
  };
}

const isAlike = <What>(made: unknown, value: What): made is What => typeof made === typeof value;

/** `__proto__` must become an own field. */
function put(record: object, name: string, value: unknown): void {
  if (name === '__proto__') Object.defineProperty(record, name, {value, enumerable: true});
  else Reflect.set(record, name, value);
}

const isSmall = (value: object) =>
  Object.keys(value).length < 4 && !(value instanceof Map || value instanceof Set);

const nowhere = {};

const isRecord = (value: unknown): value is object =>
  Object.prototype.toString.call(value) === '[object Object]';

const isWhole = (kind: Keep | undefined) => kind === 'sealed' || kind === 'dropped';

type Treatment = {
  readonly text: OnText;
  readonly number: (kind: AmountKind, value: number) => number;
  readonly sealed: (value: unknown) => unknown;
};

export type Example = {readonly keep: Keep; readonly was: string; readonly is: string};

type LearntValues = Map<Keep, Set<string>>;

function learner(names: Names, prose: Prose, noted: LearntValues): Treatment {
  const text: OnText = (kind, said) => {
    const known = noted.get(kind) ?? new Set();
    if (known.has(said)) return said;
    noted.set(kind, known.add(said));
    switch (kind) {
      case 'price':
      case 'size':
      case 'money':
        prose.addAmount(said, kind);
        break;
      case 'id':
        prose.addId(said);
        break;
      case 'name':
      case 'text':
        prose.addName(said);
        break;
      case 'prose':
        prose.addProse(said);
        break;
      default:
        if (!isOwn(said)) names.add(said);
    }
    return said;
  };
  return {text, number: (_kind, value) => value, sealed: value => value};
}

function renamer(names: Names, prose: Prose, factors: Factors): Treatment {
  const seals = new Map<string, number>();
  const text: OnText = (kind, said) => {
    switch (kind) {
      case 'price':
      case 'size':
      case 'money':
        return isTypedAmount.test(said.trim())
          ? (scaled(said, factors[kind]) ?? scaledTyped(said, factors[kind]))
          : names.of(said);
      case 'prose':
        return prose.of(said);
      case 'word':
        return isOwn(said) ? said : names.of(said);
      default:
        return names.of(said);
    }
  };
  return {
    text,
    number: (kind, value) => scaledNumber(value, factors[kind]),
    sealed(value) {
      const content = JSON.stringify(value);
      const number = seals.get(content) ?? seals.size + 1;
      seals.set(content, number);
      return {sealed: number};
    },
  };
}

const isTypedAmount = /^(?:[<>=]\s?)*-?[\d.,]*\s?[km]?$/i;
