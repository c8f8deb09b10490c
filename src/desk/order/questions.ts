import {drawChance} from '../../account/chance.ts';
import type {Key} from '../../account/model/vocabulary.ts';
import {isAmend} from '../../core/intents/kinds/amend.ts';
import {type Draft, makesRecord} from '../../core/intents/kinds/kinds.ts';
import {close, type Press, show} from '../dialog.ts';
import {layoutWords} from '../key-words.ts';
import {habits, keyOf, keysAt} from '../keys.ts';
import type {Msg, MsgOf} from '../messages.ts';
import type {Overlay} from '../overlay.ts';
import type {State, Step} from '../state.ts';
import type {Doubt, Guard, Question, SeveralItem} from './ordering.ts';

// Questions: the key that confirms one, and from when it counts.
export type Asking = Extract<Overlay, Question>;

export function questionOf(overlay: Overlay): Asking | undefined {
  return 'shownAt' in overlay ? overlay : undefined;
}

function withQuestion(state: State, change: Partial<Question>): State {
  const {overlay} = state;
  return 'shownAt' in overlay ? {...state, overlay: {...overlay, ...change}} : state;
}

export function newQuestion(state: State): Question {
  const unseen = {shownAt: undefined, drawn: [], seen: new Set<string>()};
  return {number: state.counter + 1, revision: 1, key: '', ...unseen, notice: undefined};
}

export function ask(state: State, overlay: Extract<Overlay, Question>): Step {
  return show({...state, counter: overlay.number}, overlay);
}

/**
 * The rule for the confirming key. On LIVE, and wherever a question asks twice, no key known in advance may
 * count: a letter is drawn, which only a person who reads the question can press. On PAPER the key is `y`; the
 * profile may say otherwise. A new letter is drawn only if the text that it confirms has changed.
 */
export function withKey(before: State, state: State): State {
  const question = questionOf(state.overlay);
  if (question === undefined) return state;
  const asked = questionOf(before.overlay);
  const isAsked = asked?.number === question.number;
  const isKept = asked !== undefined && isAsked && asksSame(asked, question);
  const isFixed = hasFixedKey(state) && !isGuarded(state.overlay);
  if (isKept && (isFixed || hasLetter(question))) return state;
  const revision = asked !== undefined && isAsked ? asked.revision + 1 : question.revision;
  const anew = {revision, shownAt: undefined, notice: undefined};
  if (isFixed) return withQuestion(state, {...anew, key: fixedKey});
  const [chance, letter] = drawLetter(state);
  const remembered = [letter, ...state.letters].slice(0, mostRemembered);
  return withQuestion({...state, chance, letters: remembered}, {...anew, key: letter});
}

const fixedKey = 'y';

export function hasFixedKey({link, settings}: State): boolean {
  return (settings.confirm ?? (link.venue === 'PAPER' ? 'y' : 'letter')) === 'y';
}

/** Recent letters are not reused: a person who still reads an older screen must not answer a newer question. */
const mostRemembered = 6;

const letters = [...'abcdefghijklmopqrstuvwxz'];

/** No recent one, none with a meaning in the dialog, and none that hands press on the panes out of habit. */
function drawLetter({settings, overlay, letters: before, chance}: State): readonly [number, string] {
  const {kind} = overlay;
  const bound = new Set(
    settings.bindings.flatMap(each => [
      ...(kind === 'none' ? [] : keysAt(each, kind)),
      ...(habits.includes(each.group) ? each.keys : []),
    ]),
  );
  const unbound = letters.filter(each => !bound.has(each));
  const free = unbound.length > 1 ? unbound : letters;
  const recent = before.filter(each => free.includes(each)).slice(0, free.length - 1);
  const among = free.filter(each => !recent.includes(each));
  const [next, draw] = drawChance(chance);
  return [next, among[Math.floor(draw * among.length)] ?? ''];
}

export function hasLetter({key}: Question): boolean {
  return letters.includes(key);
}

/** The key is bound to the bytes to send, and to the reasons for asking twice. */
export function asksSame(before: Asking, after: Asking): boolean {
  const [was, is] = [stakes(before), stakes(after)];
  return was.length === is.length && was.every((each, index) => each === is[index]);
}

function stakes(overlay: Asking): readonly unknown[] {
  switch (overlay.kind) {
    case 'review':
      return [overlay.guards, overlay.draft, ...kinds(overlay.doubts)];
    case 'several':
      return [...kinds(overlay.guards), ...overlay.items.map(stakesOf)];
    // Not the names: a key that changes with each poll would keep a person from halting in a fast market.
    case 'halt':
      return [overlay.closes];
    // The key does not decide on the writes under way: they may change.
    case 'quit':
    case 'controls':
      return [];
    default:
      return overlay satisfies never;
  }
}

export const stakesOf = ({id, draft, doubts}: SeveralItem) =>
  [id, ...amendedIn(draft), ...kinds(doubts)].join(' ');

const kinds = (reasons: readonly (Guard | Doubt)[]) => reasons.map(({kind}) => kind);

const amendedIn = (draft: Draft) => (isAmend(draft) ? [draft.filled, draft.newPrice, draft.newSize] : []);

/** The question is asked twice. */
export function isGuarded(overlay: Overlay): boolean {
  if (!('guards' in overlay)) return false;
  if ('items' in overlay)
    return overlay.guards.length > 0 || overlay.items.some(each => each.doubts.length > 0);
  const {again, guards, doubts} = overlay;
  // Sent again, it may make a second record.
  return guards.length + doubts.length > 0 || (again !== undefined && makesRecord(again.draft));
}

/** A frame is timed only if it shows all that the question decides on. */
export function takeDrawn(state: State, msg: MsgOf<'questionDrawn'>): Step {
  const question = questionOf(state.overlay);
  if (!isThis(question, msg)) return [state, []];
  const {isWhole, ids: drawn, question: number, revision} = msg;
  // The frame that is written next may be an older one, with another part of the list.
  if (drawn.some(id => !question.seen.has(id)) && `${question.drawn}` !== `${drawn}`) {
    const notice = question.isClipped ? undefined : question.notice;
    return [withQuestion(state, {drawn, notice, revision: revision + 1, shownAt: undefined}), []];
  }
  const shownAt = isWhole ? question.shownAt : undefined;
  const isTimed = shownAt === undefined && (isWhole || drawn.length > 0);
  return [
    withQuestion(state, {drawn, isClipped: !isWhole, shownAt}),
    isTimed ? [{type: 'timeQuestion', question: number, revision}] : [],
  ];
}

export function takeShown(state: State, msg: MsgOf<'questionShown'>): State {
  const question = questionOf(state.overlay);
  if (!isThis(question, msg)) return state;
  const seen = question.seen.union(new Set(question.drawn));
  if (question.isClipped || question.shownAt !== undefined) return withQuestion(state, {seen});
  const {at: shownAt} = msg;
  const {said} = question;
  if (said === undefined) return withQuestion(state, {shownAt, seen});
  // The words are spoken from now on, or after the words queued before them.
  const heardAt = Math.max(shownAt, said.heardAt) + said.words * wordMs;
  return withQuestion(state, {shownAt, said: {...said, words: 0, heardAt}});
}

/** The key counts once all of it was written; `takeDrawn` is for a drawn question. */
export function takeSaid(state: State, msg: MsgOf<'questionSaid'>): Step {
  const question = questionOf(state.overlay);
  if (state.listening === undefined || !isThis(question, msg) || question.key !== msg.key) return [state, []];
  if (isSaid(question)) return [state, []];
  const {words = 0, heardAt = Number.NEGATIVE_INFINITY} = question.said ?? {};
  const {revision, number} = question;
  const said = {revision, words: words + msg.words, heardAt};
  return [withQuestion(state, {said}), [{type: 'timeQuestion', question: number, revision}]];
}

function isThis(
  question: Question | undefined,
  msg: {readonly question: number; readonly revision: number},
): question is Question {
  return question?.number === msg.question && question.revision === msg.revision;
}

/** After a resize or a suspension the question is drawn again. */
export function shownNoMore(state: State): Step {
  const question = questionOf(state.overlay);
  if (question === undefined) return [state, []];
  const revision = question.revision + 1;
  const anew = withQuestion(state, {revision, shownAt: undefined, notice: undefined});
  if (question.said === undefined || !isSaid(question)) return [anew, []];
  const said = {...question.said, revision};
  return [withQuestion(anew, {said}), [{type: 'timeQuestion', question: question.number, revision}]];
}

/**
 * Quiet time before a confirming key counts, in ms. A held key, a burst, a paste or a key meant for the
 * previous screen must never send an order.
 */
const settleMs = 150;

/** The same for a key known in advance: a person needs so long to read. */
const readMs = 500;

/** After a confirmation, the same key is ignored until it has been silent for this long, in ms. */
const swallowMs = 300;

type Ways = {
  /** With the state after the key. */
  readonly yes: (heard: State) => Step;
  /** By default, the dialog closes. */
  readonly no?: () => Step;
  readonly unready?: string | undefined;
  /** Why a key does not count while the question is not all on the screen. */
  readonly clipped?: string | undefined;
};

export function respond(state: State, question: Question, press: Press, {yes, no, ...reasons}: Ways): Step {
  const {unready, clipped = 'Does not fit: make the screen larger'} = reasons;
  const {key, action} = press;
  const back = keyOf(state.settings.bindings, 'no', 'review');
  const isBare = !(key.ctrl || key.alt);
  const noted = (notice: string | undefined): Step => [
    notice === undefined ? state : withQuestion(state, {notice}),
    [],
  ];
  if (isBare && key.name === question.key) {
    const whole = unready ?? (question.isClipped ? clipped : undefined);
    const unheard = state.listening && whyUnheard(question, key.at);
    const why = whyNotYet(question, press, whole ?? unheard);
    if (why === undefined) return yes(afterYes(state, key));
    return noted(why === whole ? why : `${why}: press ${question.key} again`);
  }
  if (action === 'no' || action === 'back') return no === undefined ? [close(state), []] : no();
  const layout = isBare ? layoutWords(key.name) : undefined;
  if (layout !== undefined) return noted(`${layout}, then press ${question.key}, or ${back} to go back`);
  const isLetter = /^\p{L}$/u.test(key.name);
  if (isBare && hasLetter(question)) {
    const way = question.isClipped
      ? `${clipped.toLowerCase()}, or press ${back}`
      : `press ${question.key}, or ${back}`;
    return noted(isLetter ? `Not ${key.name}: ${way} to go back` : undefined);
  }
  return isBare && action === 'yes'
    ? noted(`Asked again: press ${question.key} to confirm, ${back} to go back`)
    : [state, []];
}

function whyUnheard(question: Question, at: number): string | undefined {
  const {said} = question;
  if (said === undefined || !isSaid(question) || said.words > 0) return 'Not spoken to the end yet';
  const leftMs = said.heardAt - at;
  return leftMs > 0 ? `Still being spoken, for ${Math.ceil(leftMs / 1_000)} s` : undefined;
}

function whyNotYet(
  question: Question,
  {key, previousAt}: Press,
  unready: string | undefined,
): string | undefined {
  if (!key.alone) return 'Pressed with other keys';
  if (unready !== undefined) return unready;
  if (question.shownAt === undefined) return 'Not yet on the screen';
  if (key.at - question.shownAt < (hasLetter(question) ? settleMs : readMs)) return 'Only just on the screen';
  return key.at - previousAt < settleMs ? 'Too soon after another key' : undefined;
}

/** Keeps repeats of a held confirming key from having another meaning. */
function afterYes(state: State, key: Key): State {
  return {...state, keys: {...state.keys, swallow: {name: key.name, until: key.at + swallowMs}}};
}

/** The key of a question that was called off may come late, and means something else on the panes. */
export function withoutLateKey(before: State, state: State, {type, now}: Msg): State {
  const asked = questionOf(before.overlay);
  const isLeft = type === 'pressed' || type === 'ran';
  if (asked === undefined || isLeft || state.overlay.kind !== 'none') return state;
  return {...state, keys: {...state.keys, swallow: {name: asked.key, until: now.mono + lateKeyMs}}};
}

const lateKeyMs = 1_500;

/** A repeat of the confirming key is ignored and extends the quiet time. */
export function swallowed(state: State, key: Key): State | undefined {
  const {name, until} = state.keys.swallow;
  return key.name === name && key.at < until ? afterYes(state, key) : undefined;
}

/**
 * Time to speak one word, in ms. In screen-reader mode a question counts as read once its last line
 * was written and every word, including words queued before it, has had this time. Few people listen at a
 * faster rate, and a longer wait does no harm.
 */
const wordMs = 150;

/** The words are on their way: in screen-reader mode a question is complete only then. */
function isSaid({said, revision}: Question): boolean {
  return said?.revision === revision;
}
