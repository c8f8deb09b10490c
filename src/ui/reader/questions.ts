import {keyOf} from '../../desk/model/keys.ts';
import type {OverlayOf} from '../../desk/model/overlay.ts';
import type {Question, State} from '../../desk/model/state.ts';
import {isDrawn, questionOf} from '../../desk/order/questions.ts';
import {linesOf} from '../../desk/order/review-lines.ts';
import {meant, type SeveralReview} from '../../desk/order/several/review.ts';
import {namedIn, type StopReview} from '../../desk/stop/review.ts';
import {severalTitle, severalWords} from '../../desk/words/batch.ts';
import {otherWays} from '../dialogs/quit.ts';
import {
  confirmWords,
  dataWords,
  doubtWordsOf,
  failureWords,
  guardWords,
  type Manner,
  reviewFacts,
} from '../dialogs/reasons.ts';
import {scopeWords} from '../dialogs/several.ts';
import {stopReviewWords} from '../dialogs/stop/stop.ts';
import {takeOverFacts} from '../dialogs/take-over.ts';
import {labelOf} from '../lines/keys.ts';
import {asIn, keyApart, keyInWords, sentence} from './spoken/words.ts';

/**
 * A question in words: told once, whole, and ended by the key that confirms it. What is told of a review is
 * what its picture shows.
 */
export type ToldQuestion = {
  readonly question: Question;
  /** What is asked and all that is to be known of it, a sentence each. */
  readonly body: readonly string[];
  /** How it is left, and last the key that confirms. */
  readonly end: string;
};

/** The question that is open, once there is all of it to be told. */
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

/** A letter that was drawn is a capital, and might be misheard. */
function confirming(question: Question, does: string): string {
  const {key} = question;
  return isDrawn(question)
    ? `With Shift, press ${key}, as in ${asIn(key)}, to ${does}`
    : `Press ${key} to ${does}`;
}

/** Escape, where it is that: `n` is heard for `m`. */
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

/** Times stand still for ears, and what has no room on a low screen is told. */
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

/** The environment and the account, of which every write is. */
const whereOf = (state: State) =>
  linesOf(state, [], {}, undefined).map(({label, value}) => `${label} ${value}`);

/** Of many as many are named as are kept in mind; the others are read one by one. */
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

/** How many of how many; and the key that widens it, or narrows it again, apart from that. */
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

/** The items behind a question, for the key that reads them one by one. */
export function itemAt(state: State): string | undefined {
  const {overlay} = state;
  if (overlay.kind === 'several') return meant(overlay)[overlay.scroll]?.words;
  return overlay.kind === 'stop' ? namedIn(overlay)[overlay.scroll] : undefined;
}
