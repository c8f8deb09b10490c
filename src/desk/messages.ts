import type {EasyOption, EasyOptionCard, Id, Millis, Order, Trade, Unreadable} from '../api/wire/records.ts';
import type {Way} from './feeds/way.ts';
import type {Condition} from './filter/conditions.ts';
import type {HaltCommand, HaltMsg} from './halt/halt.ts';
import type {IntentEffect, IntentSent} from './intents/intent.ts';
import type {Reread, ToReread} from './intents/kinds/kind.ts';
import type {Action} from './keys.ts';
import type {Moment} from './model/moment.ts';
import type {FeedPane, Key, Look, WrittenPane} from './model/vocabulary.ts';
import type {OrderSymbols, Position} from './portfolio/positions.ts';
import type {PortfolioReading} from './portfolio/reading/known.ts';
import type {PageAsked, PageCame} from './portfolio/reading/reading.ts';
import type {Proposal} from './proposals/proposal.ts';
import type {ActivityLine, Alert, Disorder, Fault, Filtered, QueryOf, RowOf, Sort} from './state.ts';

export type PollAnswer<P extends FeedPane = FeedPane> = {
  readonly rows: readonly RowOf[P][];
  readonly unreadable: readonly Unreadable[];
  readonly total: number | undefined;
  readonly isLast: boolean;
  readonly pageSize?: number | undefined;
  /** The zero-based page that the service returned instead. */
  readonly otherPage?: number | undefined;
  readonly isMore?: boolean | undefined;
  readonly filtered?: Filtered | undefined;
  readonly disorder?: Disorder | undefined;
  readonly venue: 'PAPER' | 'LIVE';
  readonly tradesLagMs?: Millis | undefined;
  readonly latencyMs: number;
  /** The service's clock minus ours, in ms. */
  readonly offsetMs: number | undefined;
};

export type ListAnswer = {
  readonly orders: readonly Order[];
  readonly easyOptions: readonly EasyOption[];
  readonly total: number | undefined;
  readonly unreadable: number;
  readonly isWhole: boolean;
  readonly fault?: string;
  /** The ids that match the filter, or why they could not be read. */
  readonly narrowed?: {readonly ids: ReadonlySet<string>} | {readonly fault: string} | undefined;
  readonly began: Moment;
};

type Timer =
  | {readonly type: 'tick'}
  | {readonly type: 'pollDue'; readonly pane: FeedPane; readonly arm: number}
  | {readonly type: 'portfolio'; readonly due: number};

export type RereadAnswer = Reread | {readonly kind: 'failed'; readonly fault: Pick<Fault, 'text'>};

// Messages: everything that can happen to the desk
/** A message as sent; the runtime adds the moment. */
export type SentMsg =
  | {readonly type: 'started'}
  | {readonly type: 'pressed'; readonly key: Key}
  | {readonly type: 'typed'; readonly field: string; readonly value: string}
  | {readonly type: 'ran'; readonly action: Action}
  /** The mouse: moves the selection `by` rows or to a `row`, or sorts by a `column` in view. */
  | {readonly type: 'pointed'; readonly by: number}
  | {readonly type: 'pointed'; readonly row: number}
  | {readonly type: 'pointed'; readonly column: number}
  | {readonly type: 'resized'; readonly columns: number; readonly rows: number}
  | {readonly type: 'lookTold'; readonly look: Look}
  | {readonly type: 'columnsShown'; readonly pane: FeedPane; readonly fields: readonly string[]}
  | {readonly type: 'scrollTold'; readonly most: number}
  | Timer
  | {
      readonly type: 'arrived';
      readonly pane: FeedPane;
      readonly request: number;
      readonly began: Moment;
      readonly answer: PollAnswer;
    }
  | {readonly type: 'failed'; readonly pane: FeedPane; readonly request: number; readonly fault: Fault}
  | {readonly type: 'portfolio'; readonly came: PageCame}
  | {readonly type: 'reread'; readonly review: number; readonly answer: RereadAnswer}
  | {readonly type: 'listRead'; readonly number: number; readonly answer: ListAnswer}
  | {
      readonly type: 'questionShown';
      readonly question: number;
      readonly revision: number;
      readonly at: number;
      /** False: the terminal has never answered anything, and the time ran out. */
      readonly isAnswered: boolean;
    }
  /** The question was spoken, including its key: its words are on the way to the screen reader. */
  | {
      readonly type: 'questionSaid';
      readonly question: number;
      readonly revision: number;
      readonly key: string;
      readonly words: number;
    }
  | {
      readonly type: 'questionUnproved';
      readonly question: number;
      readonly revision: number;
      readonly reason: string;
    }
  | {
      readonly type: 'positionRead';
      readonly positionId: Id;
      readonly orders: readonly Order[];
      readonly trades: readonly Trade[];
      readonly fault: string | undefined;
    }
  | {readonly type: 'tradeRead'; readonly trade: Trade}
  | {readonly type: 'symbolsRead'; readonly symbols: OrderSymbols}
  /** Trades of an order that is to be moved; undefined if the read failed. */
  | {readonly type: 'fillsRead'; readonly orderId: Id; readonly trades: readonly Trade[] | undefined}
  /** The journal's history; sent before anything is written to it. */
  | {
      readonly type: 'journalRead';
      readonly activity: readonly ActivityLine[];
      readonly alerts?: readonly Alert[];
    }
  | {readonly type: 'journalOpened'}
  /** The journal cannot be written; with `isUnread`, not read either. */
  | {readonly type: 'journalFailed'; readonly reason: string; readonly isUnread: boolean}
  | {
      readonly type: 'told';
      readonly text: string;
      readonly level: 'info' | 'good' | 'warning' | 'danger';
      readonly isOfProgram?: true;
    }
  | {readonly type: 'resumed'}
  | {readonly type: 'focused'; readonly gained: boolean}
  /** Return from the past to the present. */
  | {readonly type: 'lookedBack'}
  /** True if the terminal itself answers, rather than a multiplexer. */
  | {readonly type: 'display'; readonly isVerified: boolean}
  | {readonly type: 'way'; readonly way: Way}
  | {readonly type: 'intent'; readonly msg: IntentSent}
  | {readonly type: 'halt'; readonly msg: HaltMsg}
  | {readonly type: 'proposed'; readonly open: readonly Proposal[]};

export type Msg = SentMsg & {readonly now: Moment};

/** Requests to the outside world; each result comes back as a message. */
export type Command =
  | IntentEffect
  | HaltCommand
  | DashboardCommand
  | {readonly type: 'after'; readonly ms: number; readonly then: SentMsg}
  | {
      readonly type: 'fetch';
      readonly pane: FeedPane;
      readonly request: number;
      readonly query: QueryOf[FeedPane];
      readonly conditions?: readonly Condition[];
      readonly sort: Sort | undefined;
      readonly page: number;
      readonly pageSize: number;
      /** Also requests the page after a full one. */
      readonly looksBeyond: boolean;
    }
  /** Queued after the current polls. */
  | {readonly type: 'readPortfolio'; readonly asked: PageAsked}
  | {readonly type: 'reread'; readonly review: number; readonly of: ToReread}
  /** The whole list; with ids, only as far as these; with a filter, also the ids that match it. */
  | {
      readonly type: 'readList';
      readonly number: number;
      readonly pane: WrittenPane;
      readonly through:
        | {readonly query: QueryOf[WrittenPane]; readonly conditions: readonly Condition[]}
        | undefined;
      readonly ids: readonly Id[] | undefined;
    }
  | {readonly type: 'readPosition'; readonly positionId: Id}
  | {readonly type: 'leaveDialog'}
  | {readonly type: 'readTrade'; readonly tradeId: Id}
  | {
      readonly type: 'readSymbols';
      readonly positions: readonly Position[];
      readonly cards: readonly EasyOptionCard[];
    }
  /** Queued after the current polls. */
  | {readonly type: 'readFills'; readonly orderId: Id}
  | {readonly type: 'lookForProposals'}
  | {readonly type: 'declineProposals'; readonly ids: readonly string[]; readonly reason: string}
  | {readonly type: 'keepActivity'; readonly lines: readonly ActivityLine[]}
  | {readonly type: 'keepAlerts'; readonly alerts: readonly Alert[]};

/** A headless desk has no screen and logs no events, so only a dashboard runs these. */
export type DashboardCommand =
  | {
      readonly type: 'keepEvents';
      readonly reading: PortfolioReading;
      readonly fault: string | undefined;
      readonly serviceTime: Millis;
    }
  /** Reports when the newest frame is really on the screen. */
  | {readonly type: 'proveShown'; readonly question: number; readonly revision: number}
  | {readonly type: 'copy'; readonly text: string}
  | {readonly type: 'export'; readonly name: string; readonly rows: readonly object[]}
  | {readonly type: 'ring'}
  | {readonly type: 'notify'; readonly text: string}
  | {readonly type: 'redraw'}
  | {readonly type: 'suspend'}
  | {readonly type: 'lookBack'}
  | {readonly type: 'quit'; readonly code: number};

export type CommandOf<Type extends Command['type']> = {
  [Each in Type]: Extract<Command, {type: Each}> & {readonly type: Each};
}[Type];

export type MsgOf<Type extends Msg['type']> = {
  [Each in Type]: Extract<Msg, {type: Each}> & {readonly type: Each};
}[Type];
