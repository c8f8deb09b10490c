import {keyOf} from '../../desk/keys.ts';
import type {OverlayOf} from '../../desk/model/overlay.ts';
import {isDrawn, questionOf} from '../../desk/order/questions.ts';
import {linesOf} from '../../desk/order/review.ts';
import {meant, type SeveralReview} from '../../desk/order/several/review.ts';
import {severalTitle, severalWords} from '../../desk/order/several/words.ts';
import type {Question, State} from '../../desk/state.ts';
import {namedIn, type StopReview} from '../../desk/stop/flag.ts';
import {asIn, keyApart, keyInWords, labelOf} from '../../desk/words/keys.ts';
import {otherWays} from '../dialogs/quit.ts';
import {
  confirmWords,
  dataWords,
  doubtWordsOf,
  failureWords,
  guardWords,
  type Manner,
  reviewFacts,
} from '../dialogs/review.ts';
import {scopeWords} from '../dialogs/several.ts';
import {stopReviewWords} from '../dialogs/stop.ts';
import {takeOverFacts} from '../dialogs/take-over.ts';
import {sentence} from '../sheet/words.ts';

// Questions are spoken once, in full, and end with the confirming key.
type ToldQuestion = {
  readonly question: Question;
  readonly body: readonly string[];
  readonly end: string;
};

/** undefined until all of it is loaded. */
export function toldQuestion(state: State): ToldQuestion | undefined {
  const question = questionOf(state.overlay);
  const asked = question === undefined ? undefined : askedIn(state);
  if (question === undefined || asked === undefined) return undefined;
  const {body, does} = asked;
  return {
    question,
    body: body.map(sentence).filter(each => each !== ''),
    end: `${leaving(state)} ${confirming(question, sentence(does))}`,
  };
}

/** A drawn letter is a capital and may be misheard, so it is spelled. */
function confirming(question: Question, does: string): string {
  const {key} = question;
  return isDrawn(question)
    ? `With Shift, press ${key}, as in ${asIn(key)}, to ${does}`
    : `Press ${key} to ${does}`;
}

/** Escape rather than `n`, which sounds like `m`. */
const leaving = ({settings}: State) => `${keyInWords(keyOf(settings.bindings, 'back', 'review'))} goes back.`;

type AskedWords = {readonly body: readonly string[]; readonly does: string};

function askedIn(state: State): AskedWords | undefined {
  const {overlay} = state;
  switch (overlay.kind) {
    case 'review':
      return overlay.review.reread.status === 'reading' ? undefined : ofReview(state, overlay);
    case 'several':
      return ofSeveral(state, overlay);
    case 'stop':
      return ofStop(state, overlay);
    case 'takeOver':
      return {
        body: ['Take it over?', ...takeOverFacts(overlay).map(each => each.text)],
        does: 'take it over',
      };
    case 'quit':
      return ofQuit(state, overlay);
    default:
      return undefined;
  }
}

/** Fixed times, and the full text. */
const heard: Manner = {room: Number.POSITIVE_INFINITY, isTight: false, isSeen: false};

function ofReview(state: State, {review}: OverlayOf<'review'>): AskedWords {
  const {does, insist = ''} = confirmWords(review);
  const facts = reviewFacts(state, review, heard).map(({label, value, note, was}) =>
    [`${label} ${value}`, note, was === undefined ? undefined : `was ${was}`]
      .filter(each => each !== undefined)
      .join(', '),
  );
  return {
    body: [
      review.title,
      ...facts,
      failureWords(review),
      ...(review.dataAt === undefined ? [] : [`Data ${dataWords(state, review, heard)}`]),
      ...doubtWordsOf(review, heard),
      ...guardWords(state, review, heard, false),
    ],
    does: does + insist,
  };
}

const whereOf = (state: State) =>
  linesOf(state, [], {}, undefined).map(({label, value}) => `${label} ${value}`);

/** More cannot be remembered; the others are read one by one. */
const mostNamed = 5;

function named(state: State, place: 'several' | 'stop', all: readonly string[]): string[] {
  const key = keyApart(keyOf(state.settings.bindings, 'row.down', place));
  const more = all.length - mostNamed;
  return [
    ...all.slice(0, mostNamed),
    ...(more > 0 ? [`And ${more} more: ${key}, reads them one by one`] : []),
  ];
}

function ofSeveral(state: State, review: OverlayOf<'several'> & SeveralReview): AskedWords {
  const items = meant(review);
  const old = review.isOld ? ['The data is old'] : [];
  return {
    body: [
      severalTitle(review.pane, items.length),
      ...whereOf(state),
      ...scopeInWords(state, review),
      ...review.notes,
      ...named(
        state,
        'several',
        items.map(each => each.words),
      ),
      ...old,
    ],
    does: `${severalWords(review.pane, items.length)}${review.isOld ? ' all the same' : ''}`,
  };
}

function scopeInWords(state: State, review: SeveralReview): string[] {
  const {bindings} = state.settings;
  const hint = ` ${labelOf(bindings, 'widen', 'several')} `;
  const scope = scopeWords(state, review);
  const at = review.narrowed === undefined || review.isOfMarked ? -1 : scope.lastIndexOf(`;${hint}`);
  if (at < 0) return [scope];
  const key = keyApart(keyOf(bindings, 'widen', 'several'));
  return [scope.slice(0, at), `${key}, for ${scope.slice(at + 1 + hint.length)}`];
}

function ofStop(state: State, review: OverlayOf<'stop'> & StopReview): AskedWords {
  const {does, scope, other} = stopReviewWords(review);
  const key = keyApart(keyOf(state.settings.bindings, 'alsoClose', 'stop'));
  const isAny = review.closes || review.easyOptions.length > 0;
  return {
    body: [
      `STOP: ${does}`,
      ...whereOf(state),
      scope,
      ...review.notes,
      ...named(state, 'stop', namedIn(review)),
      ...(isAny ? [`${key}, to ${other}`] : []),
    ],
    does,
  };
}

function ofQuit(state: State, overlay: OverlayOf<'quit'>): AskedWords {
  const ways = otherWays(overlay).map(
    ([[action = 'quit'], words]) =>
      `${keyInWords(keyOf(state.settings.bindings, action, 'quit'))} to ${words}`,
  );
  return {body: ['Quit?', overlay.text, ...ways], does: 'quit'};
}

export function itemAt(state: State): string | undefined {
  const {overlay} = state;
  if (overlay.kind === 'several') return meant(overlay)[overlay.scroll]?.words;
  return overlay.kind === 'stop' ? namedIn(overlay)[overlay.scroll] : undefined;
}
