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
import type {Span} from '../../desk/sheet.ts';
import type {State} from '../../desk/state.ts';
import {sanitize} from '../../text/sanitize.ts';
import {type Area, LinesOf} from '../desk.tsx';
import {cut, type Line, width} from '../format.ts';
import {haltBanner} from './halt-banner.ts';

export const Banners = (place: Area) => <LinesOf select={bannerLines} {...place} />;

/** Every banner, from the top. Speech has news of one when what it is `about` changes. */
export const banners: readonly Banner[] = [
  haltBanner,
  {shown: unknownShown, subjects: ({intents}) => inDoubt(intents).map(({draft}) => target(draft))},
  {shown: unreadShown, subjects: () => []},
];

type Banner = {
  readonly shown: (state: State) => Shown | undefined;
  /** A new message about one of them says its first row. */
  readonly subjects: (state: State) => readonly string[];
  /** Said as it comes and goes; else only its first row is said when it changes. */
  readonly brief?: {readonly begins: string; readonly ends: string};
};

/** `end` is never cut; on a low screen `keys` replace `below` and `others`. */
export type Shown = Readonly<{
  about: string;
  row: Span;
  end?: string;
  keys?: string;
  below: Span;
  others?: Span | undefined;
}>;

export const bannersShown = (state: State) => banners.flatMap(({shown}) => shown(state) ?? []);

export function bannerLines(state: State): readonly Line[] {
  const {columns} = state.viewport;
  const height = screenHeight(state.viewport);
  return bannersShown(state).flatMap(({row, end = '', keys = '', below, others}) => {
    const behind = height === 'low' ? end + keys : end;
    const text = ` ${cut(row.text, columns - 2 - width(behind))}${behind} `;
    const more = [below, others].slice(0, {low: 0, usual: 1, high: 2}[height]);
    const under = more.filter(each => each !== undefined).map(({text}) => ` ${cut(text, columns - 2)}`);
    return [[{text, tone: 'danger'}], ...under.map((text): Line => [{text, tone: 'warning'}])];
  });
}

function unreadShown({intents, journal}: State): Shown | undefined {
  if (inDoubt(intents).length > 0 || journal.status !== 'failed' || !journal.isUnread) return undefined;
  const why = journal.isBarred ? 'the journal is not used' : 'the journal cannot be read';
  const text = `UNKNOWN writes may exist: ${why}.`;
  return {about: why, row: {text}, below: {text: sanitize(journal.reason)}};
}

function unknownShown(state: State): Shown | undefined {
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

/** The end of its id, or of its symbol, stays where not all fits: it identifies the write. */
function askedIn({draft}: Intent, cells: number): string {
  const asked = draftWords(draft);
  if (width(asked) <= cells) return asked;
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
function waysOut(state: State, first: Intent): Pick<Shown, 'keys' | 'below'> {
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
