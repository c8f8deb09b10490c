import {isDecimal} from '../../../api/wire/decimal.ts';
import {jsonIn} from '../../../api/wire/given.ts';
import type {State} from '../../model/state.ts';
import type {AmountKind} from './amounts.ts';
import {type Keep, rootOf, type Whereabouts} from './kinds.ts';
import {inFilter, inForm, inLine, inOpen, inWords, typedMask} from './parts.ts';
import {beginsOwn} from './prose.ts';
import type {Treatment} from './treatment.ts';
import {createWalk, type Leaf} from './walk.ts';

/** What was open when a message came: what is typed is of that. */
export type Open = {readonly overlay: State['overlay']; readonly isTyping: boolean};

/**
 * What is done with each leaf, by what the table says of it.
 * @param openNow what was open when the message came that is walked
 * @param masked takes the names of fields that the table does not name
 */
export function leafOf(treatment: Treatment, openNow: () => Open, masked: Set<string>): Leaf {
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

/** Keys that type a text tell it, letter by letter; of those to find a column by, as far as one begins so. */
function keyIn(text: string, {overlay, isTyping}: Open): string {
  if (!isKey.test(text)) return text.replace(/\S/gu, typedMask);
  if (!isTyping || [...text].length !== 1) return text;
  const isColumn = overlay.kind === 'sort' && beginsOwn((overlay.wanted ?? '') + text);
  return isColumn ? text : typedMask;
}

const isAmount = (kind: Keep | undefined): kind is AmountKind =>
  kind === 'price' || kind === 'size' || kind === 'money';

const isDate = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;
/** A row without an id is known by its place. */
const isPlaceOfRow = /^#\d+$/;
const isKey =
  /^(?:(?:ctrl|alt|shift)\+)*(?:.|f\d{1,2}|enter|escape|tab|space|up|down|left|right|home|end|page(?:up|down)|backspace|delete|insert|clear)?$/u;

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
