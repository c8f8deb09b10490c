import {nothingSeen} from './events/account.ts';
import {emptyFeed} from './feeds/feeds.ts';
import {localWay, noLatency} from './feeds/way.ts';
import {noHalt} from './halt/halt.ts';
import {initialIntents} from './intents/intent.ts';
import {emptyLimitsRoom} from './limits/reserved.ts';
import type {Moment} from './model/moment.ts';
import {type Look, usualLook} from './model/vocabulary.ts';
import {noTickets} from './order/state.ts';
import {unreadPortfolio} from './portfolio/pane/pane.ts';
import {initialRounds} from './portfolio/reading/rounds.ts';
import type {Settings, State} from './state.ts';

export function initialState(
  settings: Settings,
  viewport: State['viewport'],
  now: Moment,
  seed: number,
  look: Look = usualLook,
): State {
  return {
    settings,
    now,
    viewport,
    look,
    pane: settings.startPane,
    inViewSince: now.mono,
    feeds: {
      cards: emptyFeed('cards'),
      easyOptions: emptyFeed('easyOptions'),
      orders: emptyFeed('orders'),
      trades: emptyFeed('trades'),
    },
    portfolio: unreadPortfolio(now, settings.times),
    rounds: initialRounds(now, settings),
    fieldsInView: {},
    details: false,
    detailsScroll: 0,
    overlay: {kind: 'none'},
    intents: initialIntents,
    marked: {orders: new Set(), easyOptions: new Set()},
    journal: {status: 'opening'},
    ...{halt: noHalt, limits: emptyLimitsRoom, proposals: {open: [], muted: new Set()}},
    activity: [],
    alerts: [],
    filterHistory: [],
    notices: [],
    messages: [],
    told: new Map(),
    left: new Map(),
    seen: nothingSeen([]),
    unvisited: new Set(),
    link: {venue: undefined, ...noLatency, accountId: undefined, accounts: new Set(), currencies: new Set()},
    keys: {
      lastAt: Number.NEGATIVE_INFINITY,
      swallow: {name: '', until: Number.NEGATIVE_INFINITY},
      restUntil: Number.NEGATIVE_INFINITY,
      deaf: {until: Number.NEGATIVE_INFINITY, action: undefined},
    },
    tickets: noTickets,
    way: localWay,
    isDisplayVerified: false,
    letters: [],
    ...{journalLookAt: Number.NEGATIVE_INFINITY, isLookDue: false},
    ...{counter: 0, chance: seed},
  };
}
