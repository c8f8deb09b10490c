import {isDecimal} from '../../../api/wire/decimal.ts';
import type {Msg} from '../../model/messages.ts';
import type {State} from '../../model/state.ts';
import {type AmountKind, drawFactors, type Factors, scaled, scaledNumber, scaledTyped} from './amounts.ts';
import {type Kind, type Place, placeOf} from './kinds.ts';
import {createNames, type Names} from './names.ts';
import {inFilter, inForm, inLine, inOpen, inWords, type Part} from './parts.ts';
import {createProse, isOwn, type Prose} from './prose.ts';
import {createWalk, type Leaf, type Walk} from './walk.ts';

/**
 * Gives everything another name: `learn` all that a capsule is to hold, `settle`, and then rename it. Kept is what
 * the table says, and nothing else.
 */
export type Renaming = {
  learn(what: Seen): void;
  settle(): void;
  state(state: State): State;
  msg(msg: Msg, overlay: State['overlay'], isTyping: boolean): Msg;
  readonly name: (text: string) => string;
  readonly prose: (text: string) => string;
  /** The fields that had to be masked, for the table does not name them. */
  readonly masked: ReadonlySet<string>;
  readonly factors: Factors;
};

/** What is renamed; of a message also what was open when it came, for what is typed is of that. */
export type Seen =
  | {readonly state: State}
  | {readonly msg: Msg; readonly overlay: State['overlay']; readonly isTyping: boolean};

type Open = {readonly overlay: State['overlay']; readonly isTyping: boolean};
const nothingOpen: Open = {overlay: {kind: 'none'}, isTyping: false};

/** @param seed everything is drawn of it: who knows it can guess at the names */
export function createRenaming(seed: number): Renaming {
  const factors = drawFactors(seed);
  const names = createNames();
  const prose = createProse(names, factors);
  const masked = new Set<string>();
  let open = nothingOpen;
  const learning = createWalk(leafOf(learner(names, prose), () => open, masked));
  const renaming = createWalk(leafOf(renamer(names, prose, factors), () => open, masked));
  const root = placesOf();
  const walkMsg = (walk: Walk, msg: Msg, at: Open): Msg => {
    open = at;
    return walk(msg, root(msg.type)) as Msg;
  };
  return {
    learn(what) {
      if ('state' in what) learning(what.state, root('state'));
      else walkMsg(learning, what.msg, what);
    },
    settle: () => names.draw(seed),
    state: state => renaming(state, root('state')) as State,
    msg: (msg, overlay, isTyping) => walkMsg(renaming, msg, {overlay, isTyping}),
    name: names.of,
    prose: prose.of,
    masked,
    factors,
  };
}

/** Each place is made once: what was made of an object is kept beside its place. */
function placesOf(): (name: string) => Place {
  const places = new Map<string, Place>();
  return name => {
    const place = places.get(name) ?? placeOf([name]);
    places.set(name, place);
    return place;
  };
}

/** What is done with texts and numbers of a kind: noted while learning, given anew while renaming. */
type Hand = {
  readonly part: Part;
  readonly number: (kind: AmountKind, value: number) => number;
  readonly sealed: (value: unknown) => unknown;
};

function learner(names: Names, prose: Prose): Hand {
  const part: Part = (kind, text) => {
    switch (kind) {
      case 'price':
      case 'size':
      case 'money':
        prose.addAmount(text, kind);
        break;
      case 'id':
        prose.addId(text);
        break;
      case 'name':
      case 'text':
        prose.addName(text);
        break;
      case 'prose':
        prose.addProse(text);
        break;
      default:
        if (!isOwn(text)) names.add(text);
    }
    return text;
  };
  return {part, number: (_kind, value) => value, sealed: value => value};
}

function renamer(names: Names, prose: Prose, factors: Factors): Hand {
  const seals = new Map<string, number>();
  const part: Part = (kind, text) => {
    switch (kind) {
      case 'price':
      case 'size':
      case 'money':
        return isTypedAmount.test(text)
          ? (scaled(text, factors[kind]) ?? scaledTyped(text, factors[kind]))
          : names.of(text);
      case 'prose':
        return prose.of(text);
      case 'word':
        return isOwn(text) ? text : names.of(text);
      default:
        return names.of(text);
    }
  };
  return {
    part,
    number: (kind, value) => scaledNumber(value, factors[kind]),
    sealed(value) {
      const content = JSON.stringify(value);
      const number = seals.get(content) ?? seals.size + 1;
      seals.set(content, number);
      return {sealed: number};
    },
  };
}

const isTypedAmount = /^[\s<>=]*-?[\d.,]*\s*[km]?\s*$/i;

function leafOf(hand: Hand, openNow: () => Open, masked: Set<string>): Leaf {
  const figures = createWalk((kind, value, holder, place) => leaf(kind, value, holder, place));
  const figurePlace = placeOf(['figure']);
  const figure = (text: string): string => {
    const parsed: unknown = JSON.parse(text);
    if (!Array.isArray(parsed)) return hand.part('text', text);
    const [currency, of] = parsed;
    const named = typeof currency === 'string' ? hand.part('word', currency) : currency;
    return JSON.stringify([named, figures(of, figurePlace)]);
  };

  const texts: {readonly [K in Kind]?: (text: string, holder: object, place: Place) => unknown} = {
    date: text => (isDate.test(text) ? text : hand.part('text', text)),
    percent: text => (isDecimal(text) ? text : hand.part('text', text)),
    zone: text => (zones().has(text) ? text : 'UTC'),
    id: text => (isPlaceOfRow.test(text) ? text : hand.part('id', text)),
    level: (text, holder) => hand.part(Reflect.get(holder, 'pane') === 'cards' ? 'price' : 'money', text),
    stage: text => hand.part(isDecimal(text) ? 'size' : 'word', text),
    filter: text => inFilter(text, hand.part),
    typed(text, holder, place) {
      const {overlay} = openNow();
      if (place.name === 'search') return inWords(text, hand.part);
      if (Reflect.get(holder, 'type') === 'typed')
        return inOpen(text, String(Reflect.get(holder, 'field')), overlay, hand.part);
      return place.name === 'text' ? inLine(text, holder, hand.part) : inForm(text, holder, hand.part);
    },
    key: text => (isKey.test(text) && !(openNow().isTyping && [...text].length === 1) ? text : maskOf(text)),
    figure: text => (text.startsWith('[') ? figure(text) : hand.part('text', text)),
  };

  const leaf: Leaf = (kind, value, holder, place) => {
    if (kind === 'dropped') return undefined;
    if (kind === 'sealed') return hand.sealed(value);
    if (typeof value === 'number' && isAmount(kind)) return hand.number(kind, value);
    if (typeof value !== 'string' && (kind === 'plain' || (kind === 'date' && typeof value === 'number')))
      return value;
    if (kind !== undefined && kind !== 'plain' && typeof value === 'string')
      return texts[kind]?.(value, holder, place) ?? hand.part(kind, value);
    masked.add(place.name);
    return maskOf(value);
  };
  return leaf;
}

const isAmount = (kind: Kind | undefined): kind is AmountKind =>
  kind === 'price' || kind === 'size' || kind === 'money';

const isDate = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;
/** A row without an id is known by its place. */
const isPlaceOfRow = /^#\d+$/;
const isKey = /^(?:(?:ctrl|alt|shift)\+)*(?:.|[a-z]{2,9}|f\d{1,2})?$/u;

let knownZones: ReadonlySet<string> | undefined;
function zones(): ReadonlySet<string> {
  knownZones ??= new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);
  return knownZones;
}

/** As long as it was. */
function maskOf(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/[^\s]/g, 'x');
  return typeof value === 'number' ? 0 : typeof value === 'boolean' ? false : undefined;
}
