import type {Moment} from '../account/model/moment.ts';
import {type Look, usualLook} from '../account/model/vocabulary.ts';
import {nothingSeen} from '../core/events/account.ts';
import {noHalt} from '../core/halt/halt.ts';
import {initialIntents} from '../core/intents/intent.ts';
import {emptyLimitsRoom} from '../core/limits/pending.ts';
import {emptyFeed} from './feeds/feeds.ts';
import {initialRounds, saysSame} from './feeds/rounds.ts';
import {noLatency} from './feeds/way.ts';
import {nothingKept} from './kept.ts';
import type {Command, Msg, SentMsg} from './messages.ts';
import {noNews} from './news.ts';
import {noOrdering} from './order/ordering.ts';
import {unreadPortfolio} from './portfolio/lines.ts';
import {newScreen} from './screen.ts';
import type {Settings, State} from './state.ts';
import {update} from './update.ts';

export type Desk = {
  getState(): State;
  subscribe(listener: () => void): () => void;
  send(msg: SentMsg): void;
};

type Given = {
  readonly state: State;
  readonly carryOut: (command: Command, send: Desk['send']) => void;
  readonly clock: () => Moment;
  /** Calls back within a few ms. With it, what is read at nearly the same time is drawn once. */
  readonly soon?: (draw: () => void) => void;
};

/**
 * Messages are applied one at a time, in the order in which they are sent. Subscribers are notified before the
 * commands run, so that a command that checks the screen checks the right frame.
 */
export function createDesk({state: first, carryOut, clock, soon}: Given): Desk {
  let state = first;
  let isBusy = false;
  let isUntold = false;
  const waiting: Msg[] = [];
  const {subscribe, tell} = createListeners();

  const tellAll = () => {
    isUntold = false;
    tell();
  };

  const tellSoon = (soon: NonNullable<Given['soon']>) => {
    if (!isUntold) soon(() => isUntold && tellAll());
    isUntold = true;
  };

  const take = (msg: Msg) => {
    const [next, commands] = update(state, msg);
    const isSeen = next !== state && !isOnlyAsked(msg, state, next);
    const mayWait = soon !== undefined && isReadAgain(msg, state, next);
    state = next;
    if (isSeen && mayWait) tellSoon(soon);
    else if (isSeen) tellAll();
    for (const command of commands) carryOut(command, send);
  };

  const send = (msg: SentMsg) => {
    waiting.push({...msg, now: clock()});
    if (isBusy) return;
    isBusy = true;
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) take(next);
    } finally {
      isBusy = false;
    }
  };

  return {getState: () => state, subscribe, send};
}

export function createListeners() {
  const all = new Set<() => void>();
  return {
    subscribe(listener: () => void) {
      all.add(listener);
      return () => void all.delete(listener);
    },
    /** Only listeners from before the change are notified. */
    tell() {
      for (const each of [...all]) each();
    },
  };
}

/** A pending request is not visible on any screen; a clock jump in the same message is. */
const isOnlyAsked = ({type}: Msg, before: State, after: State) =>
  before.now === after.now &&
  before.overlay === after.overlay &&
  before.notices === after.notices &&
  (type === 'pollDue' || (type === 'portfolio' && saysSame(before.portfolio.rows, after.portfolio.rows)));

/** Lists that the screen showed before, without a dialog: its keys count for what is drawn. */
const isReadAgain = (msg: Msg, before: State, after: State) =>
  before.overlay.kind === 'none' &&
  after.overlay.kind === 'none' &&
  (msg.type === 'portfolio' || (msg.type === 'arrived' && before.feeds[msg.pane].loadedAt !== undefined));

export function initialState(
  settings: Settings,
  viewport: State['viewport'],
  now: Moment,
  seed: number,
  look: Look = usualLook,
): State {
  return {
    ...{...newScreen(viewport, look, now), ...noNews, ...noOrdering, seen: nothingSeen},
    ...{settings, now, pane: settings.startPane},
    feeds: {
      cards: emptyFeed('cards'),
      easyOptions: emptyFeed('easyOptions'),
      orders: emptyFeed('orders'),
      trades: emptyFeed('trades'),
    },
    portfolio: unreadPortfolio(now),
    rounds: initialRounds(now, settings),
    overlay: {kind: 'none'},
    intents: {...initialIntents, listLagMs: settings.listLagMs},
    journal: {status: 'opening'},
    journalLookAt: Number.NEGATIVE_INFINITY,
    ...{halt: noHalt, limits: emptyLimitsRoom, proposals: []},
    ...nothingKept,
    link: {venue: undefined, ...noLatency, accountId: undefined, accounts: new Set(), currencies: new Set()},
    keys: {
      lastAt: Number.NEGATIVE_INFINITY,
      swallow: {name: '', until: Number.NEGATIVE_INFINITY},
      restUntil: Number.NEGATIVE_INFINITY,
      deaf: {until: Number.NEGATIVE_INFINITY, action: undefined},
    },
    ...{counter: 0, chance: seed},
  };
}
