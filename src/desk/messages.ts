import type {Fault} from '../account/model/feed.ts';
import type {Moment} from '../account/model/moment.ts';
import type {
  ControlsSeen,
  FeedPane,
  Key,
  Look,
  QueryOf,
  RowOf,
  Sort,
  Tagged,
} from '../account/model/vocabulary.ts';
import type {OrderSymbols, Position} from '../account/portfolio/positions.ts';
import type {PortfolioReading} from '../account/reading/reading.ts';
import type {RoundAsked, RoundCame} from '../account/reading/round.ts';
import type {EasyOptionCard, Id, Millis, Order, Trade, Unreadable} from '../api/wire/records.ts';
import type {Found, WorkingOrders} from '../core/events/account.ts';
import type {AccountEvent} from '../core/events/event.ts';
import type {ActivityLine} from '../core/events/line.ts';
import type {HaltCommand, HaltMsg} from '../core/halt/halt.ts';
import type {Intent, IntentEffect, IntentSent} from '../core/intents/intent.ts';
import type {Several} from '../core/journal/json.ts';
import type {Proposal} from '../core/proposals/proposal.ts';
import type {Way} from './feeds/way.ts';
import type {Kept, KeptPart} from './kept.ts';
import type {Action} from './keys.ts';
import type {ListInView} from './screen.ts';

export type PollAnswer<P extends FeedPane = FeedPane> = {
  readonly rows: readonly RowOf[P][];
  readonly unreadable: readonly Unreadable[];
  readonly total: number | undefined;
  readonly isLast: boolean;
  readonly pageSize?: number | undefined;
  /** The zero-based page that the service returned instead. */
  readonly otherPage?: number | undefined;
  readonly isMore?: boolean | undefined;
  readonly venue: 'PAPER' | 'LIVE';
  /** Made before the question, for who asked then: it does not show whose the credential is. */
  readonly isOld?: boolean | undefined;
  readonly tradesLagMs?: Millis | undefined;
  readonly latencyMs: number;
  /** The service's clock minus ours, in ms. */
  readonly offsetMs: number | undefined;
};

// Messages: everything that can happen to the desk
/** A message as sent; the runtime adds the moment. */
export type SentMsg = Tagged<{
  started: object;
  pressed: {key: Key};
  typed: {field: string; value: string};
  ran: {action: Action};
  resized: {columns: number; rows: number};
  lookChanged: {look: Look};
  columnsShown: {pane: FeedPane; fields: readonly string[]};
  listDrawn: {list: ListInView};
  tick: object;
  pollDue: {pane: FeedPane; arm: number};
  arrived: {pane: FeedPane; request: number; began: Moment; answer: PollAnswer};
  failed: {pane: FeedPane; request: number; fault: Fault};
  portfolio: {due: number} | {came: RoundCame};
  /** A frame with it, and with the records of these ids; `isWhole`: with all that it decides on. */
  questionDrawn: {question: number; revision: number; isWhole: boolean; ids: readonly string[]};
  /** The frame that holds the question was written to the terminal. */
  questionShown: {question: number; revision: number; at: number};
  /** The question was spoken, including its key: its words are on the way to the screen reader. */
  questionSaid: {question: number; revision: number; key: string; words: number};
  tradeRead: {trade: Trade};
  symbolsRead: {symbols: OrderSymbols};
  /** The journal's history; sent before anything is written to it. */
  journalRead: {
    activity: readonly ActivityLine[];
    kept?: Kept;
    intents?: readonly Intent[];
    working?: readonly Order[];
  };
  journalOpened: object;
  /** The journal cannot be written; with `isUnread`, not read either. */
  journalFailed: {reason: string; isUnread: boolean; isBarred?: boolean};
  /** The first reads show events from the time when no optty ran. */
  caughtUp: {events: readonly AccountEvent[]};
  told: {text: string; level: 'info' | 'good' | 'warning' | 'danger'; isOfProgram?: true};
  resumed: object;
  focused: {gained: boolean};
  way: {way: Way};
  intent: {msg: IntentSent};
  halt: {msg: HaltMsg};
  proposed: {open: readonly Proposal[]};
  controls: {seen: ControlsSeen};
}>;

export type Msg = SentMsg & {readonly now: Moment};

/** Requests to the outside world; each result comes back as a message. */
export type Command =
  | IntentEffect
  | HaltCommand
  | DashboardCommand
  | Tagged<{
      after: {ms: number; then: SentMsg};
      fetch: {
        pane: FeedPane;
        request: number;
        query: QueryOf[FeedPane];
        sort: Sort | undefined;
        page: number;
        pageSize: number;
        /** Also requests the page after a full one. */
        looksBeyond: boolean;
      };
      /** Queued after the current polls. */
      readPortfolio: {asked: RoundAsked};
      readTrade: {tradeId: Id};
      readSymbols: {positions: readonly Position[]; cards: readonly EasyOptionCard[]};
      lookForProposals: object;
      lookForControls: object;
      /** Free ones, or if it is forced those of another process. */
      takeControls: {at: Millis; isForced: boolean};
      freeControls: {at: Millis};
      /** Tells the next holder of the controls which writes are sent one after another. */
      keepSeveral: {what: Several | undefined};
      declineProposals: {ids: readonly string[]; reason: string};
      keepActivity: {lines: readonly ActivityLine[]};
      keepOwn: {part: KeptPart};
    }>;

/** A headless desk has no screen and logs no events, so only a dashboard runs these. */
export type DashboardCommand = Tagged<{
  /** Follows each answer, or has the fault of one that did not come. */
  keepEvents: {
    reading: PortfolioReading;
    fault: string | undefined;
    serviceTime: Millis;
    found?: Found;
    working?: WorkingOrders | undefined;
  };
  /** Reports when the newest frame is written to the terminal. */
  timeQuestion: {question: number; revision: number};
  copy: {text: string};
  export: {name: string; rows: readonly object[]};
  ring: object;
  redraw: object;
  suspend: object;
  quit: {code: number};
}>;

export type CommandOf<Type extends Command['type']> = {
  [Each in Type]: Extract<Command, {type: Each}> & {readonly type: Each};
}[Type];

export type MsgOf<Type extends Msg['type']> = {
  [Each in Type]: Extract<Msg, {type: Each}> & {readonly type: Each};
}[Type];
