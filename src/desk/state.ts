import type {Fault, Feed, Feeds} from '../account/model/feed.ts';
import type {Moment} from '../account/model/moment.ts';
import type {Sortable} from '../account/model/sorting.ts';
import type {
  AgentRules,
  ControlsSeen,
  FeedPane,
  Guardrails,
  Limits,
  Pane,
  QueryOf,
  Row,
  RowOf,
  Sort,
  TablePane,
  Theme,
} from '../account/model/vocabulary.ts';
import type {PortfolioRounds} from '../account/reading/reading.ts';
import type {Decimal, Millis} from '../api/wire/records.ts';
import type {AccountSeen} from '../core/events/account.ts';
import type {ActivityLine, OrderInLine} from '../core/events/line.ts';
import type {HaltState} from '../core/halt/halt.ts';
import type {Intents} from '../core/intents/intent.ts';
import type {LimitsRoom} from '../core/limits/pending.ts';
import type {Proposal} from '../core/proposals/proposal.ts';
import type {Latency, Owners} from './feeds/way.ts';
import type {Kept} from './kept.ts';
import type {Action, Binding} from './keys.ts';
import type {Command} from './messages.ts';
import type {News} from './news.ts';
import type {Ordering} from './order/ordering.ts';
import type {Overlay} from './overlay.ts';
import type {PortfolioPane} from './portfolio/lines.ts';
import type {Screen} from './screen.ts';

export type {ActivityLine, Fault, Feed, Feeds, OrderInLine, QueryOf, Row, RowOf, Sort};

export type ServiceLink = Latency &
  Owners & {
    /** PAPER only if the service proves it. */
    readonly venue: 'PAPER' | 'LIVE' | undefined;
    readonly tradesLagMs?: Millis | undefined;
  };

/** The profile's settings. A session changes only READ-ONLY. */
export type Settings = {
  readonly account: string;
  readonly host: string;
  readonly guardrails: Guardrails;
  readonly agents: AgentRules;
  readonly limits: Limits;
  readonly refreshMs: number;
  /** undefined: as many rows as fit the screen. */
  readonly pageSize: number | undefined;
  readonly bindings: readonly Binding[];
  readonly columns: Readonly<Record<TablePane, readonly string[]>>;
  readonly startPane: Pane;
  readonly namedFilters: Readonly<Partial<Record<FeedPane, Readonly<Record<string, string>>>>>;
  readonly sortable: Sortable;
  readonly investmentCurrency: string | undefined;
  /** Lag of the service's lists and trades, in ms, where it does not state its own. */
  readonly listLagMs: number;
  readonly tradesLagMs: number;
  readonly theme: Theme;
  readonly asksOnQuit: boolean;
  /** Undefined: a letter on LIVE and `y` on PAPER. */
  readonly confirm: 'letter' | 'y' | undefined;
  readonly amendWaitMs: Millis;
  /** Step of a price for the keys that move an order. */
  readonly tick: Decimal | undefined;
  readonly bell: boolean;
  /** 0 is off. */
  readonly expiryAlertMs: number;
};

type JournalStatus =
  | {readonly status: 'opening'}
  | {readonly status: 'open'}
  /** `isUnread`: the journal may hold unresolved writes that this process does not know. */
  | {
      readonly status: 'failed';
      readonly reason: string;
      readonly isUnread: boolean;
      /** It is whole, and may be of another account. */
      readonly isBarred?: boolean | undefined;
    };

export type State = Screen &
  News &
  Ordering &
  Kept & {
    readonly seen: AccountSeen;
    readonly settings: Settings;
    /** Time of the last tick: for what the screen says. A message does what its own time says. */
    readonly now: Moment;
    readonly pane: Pane;
    readonly feeds: Feeds;
    readonly portfolio: PortfolioPane;
    readonly rounds: PortfolioRounds;
    readonly overlay: Overlay;
    readonly intents: Intents;
    readonly journal: JournalStatus;
    /** Monotonic ms of the last look at what other dashboards wrote. */
    readonly journalLookAt: number;
    readonly halt: HaltState;
    /** Undefined until the journal is open. */
    readonly controls?: ControlsSeen | undefined;
    readonly limits: LimitsRoom;
    /** Those of the journal, oldest first; some may have expired. */
    readonly proposals: readonly Proposal[];
    readonly link: ServiceLink;
    /** The last keys, for the timing rules of a confirmation (monotonic ms). */
    readonly keys: {
      readonly lastAt: number;
      readonly swallow: Readonly<{name: string; until: number}>;
      /** Action keys are ignored until then: the selection moved by itself. */
      readonly restUntil: number;
      /** A refused action would have opened a text field: until then what is typed for it does nothing. */
      readonly deaf: {readonly until: number; readonly action: Action | undefined};
    };
    readonly counter: number;
    /** Seed for random values such as jitter, so that runs are repeatable. */
    readonly chance: number;
  };

export type Step = readonly [State, readonly Command[]];
