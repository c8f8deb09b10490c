import {noEventsSeen} from './events/account.ts';
import {emptyFeed} from './feeds/feeds.ts';
import {noLatency} from './feeds/way.ts';
import {noHalt} from './halt/halt.ts';
import {initialIntents} from './intents/intent.ts';
import {emptyLimitsRoom} from './limits/reserved.ts';
import type {Moment} from './model/moment.ts';
import {type Look, usualLook} from './model/vocabulary.ts';
import {noNews} from './news.ts';
import {noOrdering} from './order/state.ts';
import {unreadPortfolio} from './portfolio/pane/pane.ts';
import {initialRounds} from './portfolio/reading/rounds.ts';
import {newScreen} from './screen.ts';
import type {Settings, State} from './state.ts';

export function initialState(
  settings: Settings,
  viewport: State['viewport'],
  now: Moment,
  seed: number,
  look: Look = usualLook,
): State {
  return {
    ...{...newScreen(viewport, look, now), ...noNews, ...noOrdering, ...noEventsSeen},
    ...{settings, now, pane: settings.startPane},
    feeds: {
      cards: emptyFeed('cards'),
      easyOptions: emptyFeed('easyOptions'),
      orders: emptyFeed('orders'),
      trades: emptyFeed('trades'),
    },
    portfolio: unreadPortfolio(now, settings.times),
    rounds: initialRounds(now, settings),
    overlay: {kind: 'none'},
    intents: initialIntents,
    journal: {status: 'opening'},
    ...{journalLookAt: Number.NEGATIVE_INFINITY, isLookDue: false},
    ...{halt: noHalt, limits: emptyLimitsRoom, proposals: {open: [], muted: new Set()}},
    alerts: [],
    filterHistory: [],
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
