import type {Intent} from '../../core/intents/intent.ts';
import {amendOf} from '../../core/intents/kinds/cancel.ts';
import {canceledBy, sentKindOf, target} from '../../core/intents/kinds/kinds.ts';
import {draftWords} from '../../core/intents/words.ts';
import {blocked} from '../../desk/actions.ts';
import {oldOrderWords, standingWords, whyApart, whySending, writeMeant} from '../../desk/dialogs/unknown.ts';
import {keyApart, keyLabel} from '../../desk/key-words.ts';
import {keyOf} from '../../desk/keys.ts';
import {inDoubt} from '../../desk/notices.ts';
import {screenHeight} from '../../desk/screen.ts';
import type {State} from '../../desk/state.ts';
import {sanitize} from '../../text/sanitize.ts';
import {cut, width} from '../format.ts';

export const unknownBanner = {
  subjects: ({intents}: State) => inDoubt(intents).map(({draft}) => target(draft)),
  shown: unknownShown,
};

function unknownShown(state: State) {
  const {intents, viewport} = state;
  const {columns} = viewport;
  const first = writeMeant(state);
  if (first === undefined) return undefined;
  const all = inDoubt(intents);
  const others = all.filter(each => each !== first);
  const {keys = '', below} = waysOut(state, first);
  const old = oldOrderWords(state, first);
  const word = `UNKNOWN${others.length === 0 ? '' : ` ${all.indexOf(first) + 1} of ${all.length}`} `;
  const why = `${old === undefined ? '' : `, ${old.short}`}: ${first.reason}`;
  const asked = draftWords(first.draft);
  // The request is cut before the reason, whose first sentence says whether it may be live.
  const [must = ''] = why.split(/(?<=\.) /);
  const room = columns - 2 - width(word);
  // On a low screen nothing else identifies it.
  const least =
    screenHeight(viewport) === 'low'
      ? room - width(keys) - width(':…')
      : Math.floor(columns * (old ? leastAsked / 2 : leastAsked));
  const text = `${word}${askedIn(first, Math.max(least, room - width(must)))}${why}`;
  const also = others.map(({draft}) => `UNKNOWN ${draftWords(draft)}`).join(' · ');
  return {
    about: all.map(({id}) => id).join(' '),
    row: {text: sanitize(text), spoken: sanitize(word + asked + why)},
    ...{keys, below, others: also === '' ? undefined : {text: sanitize(`also ${also}`)}},
  };
}

/** Part of the line for what was asked for, however long the reason is. */
const leastAsked = 0.4;

/** Cells for the name of a card: with fewer it says nothing, and the amount behind it goes. */
const leastNamed = 10;

/** The end of its id, or of its symbol, stays where not all fits: it identifies the write. */
function askedIn({draft}: Intent, cells: number): string {
  const asked = draftWords(draft);
  if (width(asked) <= cells) return asked;
  const sum = / for \S+$/.exec(asked)?.[0];
  if (sum !== undefined) {
    const left = cells - width(sum);
    // A part of the amount is another amount.
    return left < leastNamed ? cut(asked, cells) : cut(asked.slice(0, -sum.length), left) + sum;
  }
  const id = canceledBy(draft) ?? ('easyOptionId' in draft ? draft.easyOptionId : undefined);
  const of = amendOf(draft) === undefined ? draft.kind : 'amend';
  const named = id === undefined ? asked.replace(/ @ \S+$/, '') : `${of} #${id}`;
  const from = Math.max(named.lastIndexOf(' '), named.lastIndexOf('#')) + 1;
  const [head, end] = [named.slice(0, from), named.slice(from)];
  const left = cells - width(head);
  if (width(end) <= left) return head + end;
  // A part of a strike is another strike.
  return left > 3 ? `${head}…${end.slice(1 - left).replace(/^[^-]*(?=-)/, '')}` : cut(asked, cells);
}

/** The keys that settle it, or why they do nothing here. */
function waysOut(state: State, first: Intent) {
  const {intents, settings, viewport, now} = state;
  const room = viewport.columns - 2;
  const apart = whyApart(state) ?? whySending(first);
  if (apart !== undefined) {
    // The key stands at its end.
    const [who = '', end = ''] = sanitize(apart).split(/(?=: [^:]*$)/);
    return {below: {text: cut(who, room - width(end)) + end, spoken: sanitize(apart)}};
  }
  const resend = ['resend', resendWords[sentKindOf(first.draft).repeats]] as const;
  const again = blocked(state, 'resend') === undefined ? [resend] : [];
  const ways = (
    [['recheck', 'recheck'], ...again, ['resolve', 'resolve'], ['outcomes', 'details']] as const
  ).map(([action, does]) => ({key: keyOf(settings.bindings, action), does}));
  const keys = ways.map(({key}) => keyLabel(key)).join(' ');
  const said = ways.map(({key, does}) => `${keyLabel(key)} ${does}`).join('  ');
  // Its age and the result of its reads, as much as fits behind the keys.
  const text = `${width(said) > room ? keys : said}${sanitize(`  · ${standingWords(first, intents, now)}`)}`;
  const spoken = ways.map(({key, does}) => `${keyApart(key)}: ${does}`).join('; ');
  return {keys: `  ${keys}`, below: {text, spoken}};
}

const resendWords = {never: 'resend', 'same key': 'resend (same key)', 'until final': 'resend'} as const;
