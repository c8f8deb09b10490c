import type {Moment} from '../../account/model/moment.ts';
import {showsAll} from '../../account/model/rows.ts';
import {flat} from '../../account/words/text.ts';
import {
  countLeft,
  haltState,
  isHalted,
  isHaltOver,
  isUnderWay,
  leftWords,
  liftingWord,
  listedAgain,
  notEnded,
} from '../../core/halt/halt.ts';
import {serviceClock} from '../../core/intents/clock.ts';
import {standingWords} from '../../core/intents/findings.ts';
import type {Intent} from '../../core/intents/intent.ts';
import {sentKindOf} from '../../core/intents/kinds/kinds.ts';
import {inBanner} from '../../core/intents/selectors.ts';
import {draftWords} from '../../core/intents/words.ts';
import {blocked} from '../../desk/actions.ts';
import {oldOrderWords, whyApart, writeMeant} from '../../desk/dialogs/unknown.ts';
import {isViewer} from '../../desk/holder.ts';
import {keyApart, labelOf} from '../../desk/key-words.ts';
import {type Action, keyOf} from '../../desk/keys.ts';
import {heightOf} from '../../desk/screen.ts';
import type {Span} from '../../desk/sheet.ts';
import type {State} from '../../desk/state.ts';
import {sanitize} from '../../text/sanitize.ts';
import {LinesOf, type Place} from '../desk.tsx';
import {cut, type Line, width} from '../format.ts';

export const Banners = (place: Place) => <LinesOf select={bannerLines} {...place} />;

/** `end` is never cut; on a low screen `keys` replace `below` and `others`. */
export type Banner = Readonly<{row: Span; end?: string; keys?: string; below: Span; others?: Span}>;

/** The halt and UNKNOWN intents, on every pane until they end. */
export function bannerLines(state: State): readonly Line[] {
  const {columns} = state.viewport;
  const height = heightOf(state.viewport);
  return [...haltBanner(state), ...unknownBanner(state)].flatMap(
    ({row, end = '', keys = '', below, others}) => {
      const behind = height === 'low' ? end + keys : end;
      const first = {
        text: ` ${cut(row.text, columns - 2 - width(behind))}${behind} `,
        tone: 'danger',
      } as const;
      const more = [below, others].slice(0, {low: 0, usual: 1, high: 2}[height]);
      const under = more.filter(each => each !== undefined).map(({text}) => ` ${cut(text, columns - 2)}`);
      return [[first], ...under.map((text): Line => [{text, tone: 'warning'}])];
    },
  );
}

export function unknownBanner(state: State): readonly Banner[] {
  const {intents, journal, settings, viewport} = state;
  const {columns} = viewport;
  const all = inBanner(intents);
  const meant = writeMeant(state);
  const first = all.find(each => each === meant) ?? all[0];
  if (first === undefined) {
    if (journal.status !== 'failed' || !journal.isUnread) return [];
    const why = journal.isBarred ? 'the journal is not used' : 'the journal cannot be read';
    const text = `UNKNOWN writes may exist: ${why}.`;
    return [{row: {text}, below: {text: sanitize(journal.reason)}}];
  }
  const others = all.filter(each => each !== first);
  const count = others.length === 0 ? '' : ` ${all.indexOf(first) + 1} of ${all.length}`;
  const old = oldOrderWords(state, first);
  const banner = (keys: string, below: Span): readonly Banner[] => {
    const [word, why] = [`UNKNOWN${count} `, `${old === undefined ? '' : `, ${old.short}`}: ${first.reason}`];
    const asked = draftWords(first.draft);
    // The request is cut before the reason, whose first sentence says whether it may be live.
    const [must = ''] = why.split(/(?<=\.) /);
    const left = columns - 2 - width(word + must) - (heightOf(viewport) === 'low' ? width(keys) : 0);
    const least = Math.floor(columns * (old === undefined ? leastAsked : leastAsked / 2));
    const text = `${word}${cut(asked, Math.max(least, left))}${why}`;
    const named = (each: Intent) => `UNKNOWN ${draftWords(each.draft)}`;
    const also = others.map(named).join(' · ');
    const more = others.length === 0 ? {} : {others: {text: sanitize(`also ${also}`)}};
    const row = {text: sanitize(text), spoken: sanitize(word + asked + why)};
    return [{row, keys, below, ...more}];
  };
  const keyOn = (action: Action) => labelOf(settings.bindings, action);
  const apart = whyApart(state);
  if (apart !== undefined) {
    // The key stands at its end.
    const [who = '', end = ''] = sanitize(apart).split(/(?=: [^:]*$)/);
    return banner('', {text: cut(who, columns - 2 - width(end)) + end, spoken: sanitize(apart)});
  }
  const resend: Way = ['resend', resendWords[sentKindOf(first.draft).repeats]];
  const again = blocked(state, 'resend') === undefined ? [resend] : [];
  const ways: readonly Way[] = [
    ['recheck', 'recheck'],
    ...again,
    ['resolve', 'resolve'],
    ['outcomes', 'details'],
  ];
  // Its age and the result of its reads, as much as fits behind the keys.
  const stands = sanitize(`  · ${standingWords(first, intents, state.now)}`);
  const keys = ways.map(([action]) => keyOn(action)).join(' ');
  const said = ways.map(([action, does]) => `${keyOn(action)} ${does}`).join('  ');
  return banner(`  ${keys}`, {
    text: `${width(said) > columns - 2 ? keys : said}${stands}`,
    spoken: ways.map(([action, does]) => `${keyApart(keyOf(settings.bindings, action))}: ${does}`).join('; '),
  });
}

type Way = readonly [Action, string];

/** Part of the line for what was asked for, however long the reason is. */
const leastAsked = 0.4;

const resendWords = {never: 'new request', 'same key': 'resend (same key)', 'until final': 'resend'} as const;

export function haltBanner(state: State): readonly Banner[] {
  if (!isHalted(state)) return [];
  const {bindings} = state.settings;
  const text = flat(sanitize(standing(state)));
  const key = labelOf(bindings, 'resume');
  const said = text.replace(/\.$/, '');
  // Only who has the controls lifts it.
  const [lifting, end] = isViewer(state)
    ? ['', '']
    : [` ${keyApart(key)}, then the word ${liftingWord}, resumes trading`, `  ${key}: ${liftingWord}`];
  const row = {text, spoken: `${said}.${lifting}`};
  return [{row, end, below: {text: flat(sanitize(underBanner(state)))}}];
}

/** The word and what is blocked come first: a narrow screen cuts the rest. */
function standing(state: State): string {
  const {record, unkept} = state.halt;
  const blocks = 'new risk blocked';
  if (record === undefined)
    return `HALT NOT SAVED ${serviceClock(state, unkept?.at ?? 0)}: new risk blocked in this dashboard only.`;
  const word = haltState(record);
  const {wants, progress, at, by} = record;
  const since = serviceClock(state, at);
  if (wants === undefined) return `${word}: ${blocks} since ${since} by ${by}.`;
  const again = againIn(state);
  if (again !== undefined)
    return `HALTED: ${blocks} · ${again} · was ${progress?.word} at ${endOf(state)} · ${whose(state)}`;
  if (progress === undefined || isHaltOver(record))
    return `${word}: ${blocks} since ${since}, ${whose(state)}.`;
  return [`${word}: ${blocks}`, notEnded(record), whose(state)].filter(Boolean).join(' · ');
}

const endOf = (state: State) => serviceClock(state, state.halt.record?.progress?.at ?? 0);

const whose = ({settings}: State) => `account ${settings.account}`;

/** The pane may be filtered: the account's own whole read counts too. */
function againIn({halt: {record, endSeen}, feeds: {orders}, portfolio}: State): string | undefined {
  const isLater = (read: Moment | undefined) => endSeen !== undefined && (read?.mono ?? 0) > endSeen.mono;
  const isAll = orders.filterText === '' && (orders.total !== undefined || showsAll(orders));
  const {rows, began} = portfolio.rows.orders;
  return (
    listedAgain(record, orders, {isLater: isLater(orders.loadedAt), isAll}) ??
    listedAgain(record, {rows, total: undefined}, {isLater: isLater(began), isAll: true})
  );
}

function underBanner(state: State): string {
  const {record, isFound, work} = state.halt;
  const key = labelOf(state.settings.bindings, 'halt');
  const ways = `${key} cancels orders; on request closes Easy Options`;
  if (record?.wants === undefined) return `${ways}. Halts this machine only.`;
  if (againIn(state) !== undefined) return `${ways}.`;
  const left = (record.progress?.left ?? []).map(leftWords);
  const isLeft = isFound === true || (work === undefined && state.controls?.is === 'free');
  if (isUnderWay(record) && isLeft)
    return [`${key} continues it: nobody carries it out`, ...left.slice(0, 1)].join(' · ');
  const [first = 'Reading what is left. Halts this machine only.'] = left;
  if (isHaltOver(record))
    return `Per this machine's journal and the service's lists at ${endOf(state)}. ${left.join('; ')}`.trimEnd();
  return left.length > 1 ? `left, 1 of ${countLeft(record)}: ${first}` : first;
}
