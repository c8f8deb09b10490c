import type {PageRequest} from '../../src/account/model/feed.ts';
import type {Moment} from '../../src/account/model/moment.ts';
import type {FeedPane, Row} from '../../src/account/model/vocabulary.ts';
import {initialReading, nextRounds} from '../../src/account/reading/reading.ts';
import {
  type ReadFault,
  type RoundAsked,
  type RoundCame,
  type RoundUnderWay,
  roundOf,
  takeAnswer,
  walkRound,
} from '../../src/account/reading/round.ts';
import type {PageCame} from '../../src/account/reading/whole.ts';
import type {Command, SentMsg} from '../../src/desk/messages.ts';

type PageOf = PageCame<Row>['page'];

/** The result of a round whose pages are all answered at once. */
export function readRound(
  asked: RoundAsked,
  answer: (request: PageRequest) => PageOf,
  offsetMs?: number,
): RoundCame {
  const walk = walkRound(asked);
  let step = walk.next();
  while (step.done !== true) step = walk.next({asked: asked.began, page: answer(step.value)});
  return {kind: 'read', pane: asked.pane, number: asked.number, end: step.value, offsetMs};
}

export const roundsIn = (commands: readonly Command[]): RoundAsked[] =>
  commands.flatMap(each => (each.type === 'readPortfolio' ? [each.asked] : []));

type Driven = {readonly send: (msg: SentMsg) => void; readonly asked: () => Command[]};

/** Answers all rounds that are asked for, until none is left. @returns what else was asked for at the end */
export function answerRounds(
  desk: Driven,
  asked: readonly RoundAsked[],
  rows: {readonly [P in FeedPane]?: readonly Row[]} = {},
  offsetMs?: number,
): Command[] {
  let last: Command[] = [];
  for (let waiting = asked; waiting.length > 0; waiting = roundsIn(last))
    last = waiting.flatMap(each => {
      const answer = (request: PageRequest) => onePage(rows[request.pane] ?? [], request);
      desk.send({type: 'portfolio', came: readRound(each, answer, offsetMs)});
      return desk.asked();
    });
  return last;
}

/** The round that first reads a list. */
export function firstRound(pane: FeedPane): RoundAsked {
  const now = {mono: 0, wall: 0};
  const round = nextRounds(initialReading(0), now, () => ({everyMs: 0, wholeMs: 0})).asked;
  const asked = round.find(each => each.pane === pane);
  if (asked === undefined) throw new Error(`no round of ${pane}`);
  return asked;
}

/** A page with all rows of a list, or an empty one behind it. */
export function onePage(rows: readonly Row[], {pane, page}: Pick<PageRequest, 'pane' | 'page'>): PageOf {
  return {rows: page === 0 ? rows : [], unreadable: [], total: pane === 'cards' ? undefined : rows.length};
}

export type Answered =
  | {readonly kind: 'read'; readonly page: PageOf}
  | {readonly kind: 'failed'; readonly fault: ReadFault; readonly error: unknown};

/** Rounds whose pages are answered one after another, by a test that knows when. */
export class RoundsUnderWay {
  readonly #rounds = new Map<FeedPane, RoundUnderWay>();

  /** The page that a round asks for first, or again after a failure. */
  ask(asked: RoundAsked): PageRequest | undefined {
    const round = roundOf(this.#rounds.get(asked.pane), asked);
    this.#rounds.set(asked.pane, round);
    return round.step.done === true ? undefined : round.step.value;
  }

  /** The result of an answer, and the page to ask for next. */
  take(
    {pane, number}: Pick<RoundAsked, 'pane' | 'number'>,
    answered: Answered,
    asked: Moment,
  ): {readonly came: RoundCame; readonly next?: PageRequest} | undefined {
    const round = this.#rounds.get(pane);
    if (round?.of.number !== number) return undefined;
    const came = takeAnswer(round, answered.kind === 'read' ? {asked, page: answered.page} : answered);
    const {step} = round;
    return came.kind === 'part' && step.done !== true ? {came, next: step.value} : {came};
  }
}
