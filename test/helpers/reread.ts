import {ownId} from '../../src/account/model/rows.ts';
import {type FeedPane, feedPanes, type Row} from '../../src/account/model/vocabulary.ts';
import type {RoundCame} from '../../src/account/reading/round.ts';
import {withRows} from '../../src/account/reading/rows.ts';
import type {EasyOption, EasyOptionCard, Order, Trade} from '../../src/api/wire/records.ts';
import type {SentMsg} from '../../src/desk/messages.ts';
import type {State} from '../../src/desk/state.ts';
import {readRound} from './rounds.ts';

/** The account is read at once, for a review or what gathers one. */

/** What the reader finds of the record of a review, or why it cannot. */
export type Reread =
  | {readonly kind: 'card'; readonly card: EasyOptionCard | undefined}
  | {readonly kind: 'easyOption'; readonly option: EasyOption | undefined}
  | {readonly kind: 'orders'; readonly orders: readonly Order[]}
  | {readonly kind: 'amended'; readonly order: Order | undefined; readonly fills: readonly Trade[]}
  | {readonly kind: 'failed'; readonly fault: {readonly text: string}};

/** A list as it is answered, whole where nothing else is said. */
export type Listed = {
  readonly orders?: readonly Order[];
  readonly easyOptions?: readonly EasyOption[];
  readonly total?: number | undefined;
  readonly unreadable?: number;
  readonly fault?: string;
};

type Desk = {readonly getState: () => State; readonly send: (msg: SentMsg) => void};

/** By default with what is listed. */
export function answerReview(desk: Desk, answer?: Reread): void {
  const {overlay} = desk.getState();
  if (overlay.kind !== 'review') throw new Error(`${overlay.kind} is on the screen`);
  const {draft, subject, lists} = overlay;
  const {orderId, easyOptionId, cardId = subject.card?.id} = draft as Record<string, string>;
  const ids: {[P in FeedPane]?: string | undefined} = {
    cards: cardId,
    easyOptions: easyOptionId,
    orders: orderId,
  };
  answerAll(desk, pane => {
    if (!lists.includes(pane)) return undefined;
    if (answer?.kind === 'failed') return {rows: [], fault: answer.fault.text};
    const {rows, total} = knownTo(desk.getState(), pane);
    const came = answer && foundIn(answer)[pane];
    if (came === undefined) return {rows, total};
    const left = new Set([ids[pane], ...came.map(row => ownId(pane, row as never))]);
    return {rows: [...rows.filter(row => !left.has(ownId(pane, row as never))), ...came]};
  });
}

/** By default with what the panes show. */
export function answerGathering(desk: Desk, {orders, easyOptions, ...rest}: Listed = shownIn(desk)): void {
  const {gathering} = desk.getState();
  if (gathering === undefined) throw new Error('no list is being read');
  answerAll(desk, pane => {
    if (pane !== gathering.pane) return undefined;
    return {rows: (pane === 'orders' ? orders : easyOptions) ?? [], ...rest};
  });
}

const shownIn = ({getState}: Desk): Listed => {
  const {orders, easyOptions} = getState().feeds;
  return {orders: orders.rows, easyOptions: easyOptions.rows};
};

/** By list; what it does not name is as it was. */
function foundIn(answer: Reread): {readonly [P in FeedPane]?: readonly Row[]} {
  switch (answer.kind) {
    case 'card':
      return {cards: listed(answer.card)};
    case 'easyOption':
      return {easyOptions: listed(answer.option)};
    case 'orders':
      return {orders: answer.orders};
    case 'amended':
      return {orders: listed(answer.order), trades: answer.fills};
    default:
      return {};
  }
}

const listed = <R>(row: R | undefined): readonly R[] => (row === undefined ? [] : [row]);

/** The account as it was read, or as the panes show it. */
function knownTo({feeds, rounds}: State, pane: FeedPane): Pick<PaneAnswer, 'rows' | 'total'> {
  const {ended, rows} = rounds.reading.lists[pane];
  return ended === undefined ? feeds[pane] : {rows};
}

type PaneAnswer = {readonly rows: readonly Row[]} & Pick<Listed, 'total' | 'unreadable' | 'fault'>;

/** The lists that nothing waits for are read as they are. */
export const answerRest = (desk: Desk): void => answerAll(desk, pane => knownTo(desk.getState(), pane));

/** Answers the rounds under way once, and those that follow them. */
function answerAll({getState, send}: Desk, answerOf: (pane: FeedPane) => PaneAnswer | undefined): void {
  const answered = new Set<string>();
  for (;;) {
    const {lists} = getState().rounds.reading;
    const keyOf = (pane: FeedPane) => `${pane} ${lists[pane].round?.began.mono}`;
    const pane = feedPanes.find(each => lists[each].round?.isAsked === true && !answered.has(keyOf(each)));
    if (pane === undefined) return;
    answered.add(keyOf(pane));
    const answer = answerOf(pane);
    if (answer === undefined) continue;
    for (const came of cameOf(getState(), pane, answer)) send({type: 'portfolio', came});
  }
}

/** As if nothing of it had been read: all of the list is asked for. */
function cameOf(
  {rounds}: State,
  pane: FeedPane,
  {rows, total, unreadable = 0, fault}: PaneAnswer,
): RoundCame[] {
  const {lists, since, tradesLagMs} = rounds.reading;
  const {round} = lists[pane];
  if (round === undefined) return [];
  const of = {pane, number: round.number};
  if (fault !== undefined) {
    const failed = {...of, kind: 'failed', fault: {text: fault, isRefused: false}, error: fault} as const;
    const known = withRows(pane, lists[pane].rows as never, rows as never);
    return rows.length === 0 ? [failed] : [{...of, kind: 'part', rows: known, total}, failed];
  }
  const list = {...lists[pane], walk: {...lists[pane].walk, at: undefined}};
  const asked = {...of, list, options: lists.easyOptions.rows, since, tradesLagMs, mostAtOnce: 1};
  const lost = Array.from({length: unreadable}, () => ({index: 0, reason: 'It has no id.'}));
  return [
    readRound({...asked, began: round.began, isCheck: false} as never, ({page, query}) => {
      const isMeant = (row: Row) =>
        !('active' in query) || ('active' in row && String(row.active) === query.active);
      const shown = page === 0 ? rows.filter(isMeant) : [];
      const all = pane === 'cards' ? undefined : (total ?? rows.length + unreadable);
      return {rows: shown, unreadable: page === 0 ? lost : [], total: all};
    }),
  ];
}
