import type {EasyOption, EasyOptionCard, Id, Order, Trade, Unreadable} from '../../api/wire/records.ts';
import type {BookReading} from '../book/reading/known.ts';
import type {PageAsked} from '../book/reading/list.ts';
import type {PageCame} from '../book/reading/reading.ts';
import type {Way} from '../feeds/way.ts';
import type {Filter, Filtered} from '../filter/conditions.ts';
import type {IntentEffect, IntentSent} from '../intents/intent.ts';
import type {StopCommand, StopMsg} from '../stop/room.ts';
import type {Action} from './keys.ts';
import type {Moment} from './moment.ts';
import type {ActivityLine, Alert, Disorder, Fault, QueryOf, RowOf, Sort} from './state.ts';
import type {FeedPane, Key, Look, WrittenPane} from './vocabulary.ts';

/** An answer to a poll, with what its headers told of the service. */
export type PollAnswer<P extends FeedPane = FeedPane> = {
  readonly rows: readonly RowOf[P][];
  readonly unreadable: readonly Unreadable[];
  readonly total: number | undefined;
  readonly isLast: boolean;
  /** The size in force, where the service says one. */
  readonly pageSize?: number | undefined;
  /** Counted from 0: the page that the service gave in place of the one it was asked for. */
  readonly otherPage?: number | undefined;
  /** Whether another page follows, where it was looked for. */
  readonly isMore?: boolean | undefined;
  /** How the filter was met, where that took more than one search. */
  readonly filtered?: Filtered | undefined;
  /** The order that the service gave instead of the one it was asked for. */
  readonly disorder?: Disorder | undefined;
  readonly venue: 'PAPER' | 'LIVE';
  readonly latencyMs: number;
  /** The service's clock less ours, where the answer told it. */
  readonly offsetMs: number | undefined;
};

/** A list as it was read from page to page. */
export type ListAnswer = {
  readonly orders: readonly Order[];
  readonly easyOptions: readonly EasyOption[];
  /** The last total that the service told. */
  readonly total: number | undefined;
  readonly unreadable: number;
  /** Its last page was read. */
  readonly isWhole: boolean;
  /** Why it was not. */
  readonly fault?: string;
  /** The ids of those that the filter lets through, or why they could not be read. */
  readonly narrowed?: {readonly ids: ReadonlySet<string>} | {readonly fault: string} | undefined;
  readonly began: Moment;
};

/** What the timers of the desk are for. */
export type Timer =
  | {readonly type: 'tick'}
  | {readonly type: 'pollDue'; readonly pane: FeedPane; readonly arm: number}
  | {readonly type: 'book'; readonly due: number};

/** The record that a review read again. */
export type RereadAnswer =
  | {readonly kind: 'card'; readonly card: EasyOptionCard | undefined}
  | {readonly kind: 'easyOption'; readonly option: EasyOption | undefined}
  | {readonly kind: 'orders'; readonly orders: readonly Order[]}
  | {readonly kind: 'replaced'; readonly order: Order | undefined; readonly fills: readonly Trade[]}
  | {readonly kind: 'failed'; readonly fault: Fault};

/** Everything that can happen to the desk. Each carries the moment at which it did. */
/** A message as it is sent: the runtime adds the moment. */
export type SentMsg =
  | {readonly type: 'started'}
  | {readonly type: 'pressed'; readonly key: Key}
  | {readonly type: 'typed'; readonly field: string; readonly value: string}
  | {readonly type: 'ran'; readonly action: Action}
  | {readonly type: 'resized'; readonly columns: number; readonly rows: number}
  /** The terminal told what it is, and how to draw on it. */
  | {readonly type: 'lookTold'; readonly look: Look}
  /** The columns that the table has room for show these fields now. */
  | {readonly type: 'columnsShown'; readonly pane: FeedPane; readonly fields: readonly string[]}
  /** How far the list that is open scrolls. */
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
  | {readonly type: 'book'; readonly came: PageCame}
  | {readonly type: 'reread'; readonly review: number; readonly answer: RereadAnswer}
  | {readonly type: 'listRead'; readonly number: number; readonly answer: ListAnswer}
  | {
      readonly type: 'questionShown';
      readonly question: number;
      readonly revision: number;
      readonly at: number;
      /** The terminal said so; else it has never answered anything, and the time was up. */
      readonly isAnswered: boolean;
    }
  /** The question was told in words, down to the key that confirms it: they are on their way to be read out. */
  | {
      readonly type: 'questionSaid';
      readonly question: number;
      readonly revision: number;
      readonly key: string;
      /** Of all that was told of this revision. */
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
  /** The trades of an order that left the list; undefined where they could not be read. */
  | {readonly type: 'fillsRead'; readonly orderId: Id; readonly trades: readonly Trade[] | undefined}
  /** An Easy Option that left the list; undefined where it could not be read. */
  | {readonly type: 'easyOptionRead'; readonly id: Id; readonly option: EasyOption | undefined}
  /** What the journal holds of the past; told before anything is written to it. */
  | {
      readonly type: 'journalRead';
      readonly activity: readonly ActivityLine[];
      readonly alerts?: readonly Alert[];
    }
  /** It can be written. */
  | {readonly type: 'journalOpened'}
  /** It cannot be written, and if `isUnread` not be read either. */
  | {readonly type: 'journalFailed'; readonly reason: string; readonly isUnread: boolean}
  | {
      readonly type: 'told';
      readonly text: string;
      readonly level: 'info' | 'good' | 'warning' | 'danger';
      /** By the program of on_event. */
      readonly isOfProgram?: true;
    }
  | {readonly type: 'resumed'}
  | {readonly type: 'focused'; readonly gained: boolean}
  /** Somebody looked back, and sees again what is now. */
  | {readonly type: 'lookedBack'}
  /** Whether the terminal itself is known to answer, rather than a multiplexer between. */
  | {readonly type: 'glass'; readonly isProved: boolean}
  /** What is known of the way to the terminal. */
  | {readonly type: 'way'; readonly way: Way}
  | {readonly type: 'intent'; readonly msg: IntentSent}
  | {readonly type: 'stop'; readonly msg: StopMsg};

export type Msg = SentMsg & {readonly now: Moment};

/** What the desk asks of the world. The effects carry it out and answer with messages. */
export type Command =
  | {readonly type: 'after'; readonly ms: number; readonly then: Timer}
  | {
      readonly type: 'fetch';
      readonly pane: FeedPane;
      readonly request: number;
      readonly query: QueryOf[FeedPane];
      readonly filter?: Filter | undefined;
      readonly sort: Sort | undefined;
      readonly page: number;
      readonly pageSize: number;
      /** The page behind a full one is asked for, too. */
      readonly looksBeyond: boolean;
    }
  /** A page of the whole account, behind the polls that are under way. */
  | {readonly type: 'readBook'; readonly asked: PageAsked}
  /** Log what the account's records tell, or that no answer came. */
  | {readonly type: 'keepEvents'; readonly reading: BookReading; readonly fault: string | undefined}
  | {
      readonly type: 'reread';
      readonly review: number;
      readonly of:
        | {readonly kind: 'card'; readonly id: Id; readonly underlying: string | undefined}
        | {readonly kind: 'easyOption'; readonly id: Id}
        | {readonly kind: 'orders'; readonly ids: readonly Id[]}
        /** The order and all its trades; of one that is gone the trades alone. */
        | {readonly kind: 'replaced'; readonly orderId: Id; readonly isGone: boolean};
    }
  /** The whole list; with ids only as far as these, with a filter those too that it lets through. */
  | {
      readonly type: 'readList';
      readonly number: number;
      readonly pane: WrittenPane;
      readonly through: (Filter & {readonly query: QueryOf[WrittenPane]}) | undefined;
      readonly ids: readonly Id[] | undefined;
    }
  /** Tell when the newest frame is truly on the screen. */
  | {readonly type: 'proveShown'; readonly question: number; readonly revision: number}
  | {readonly type: 'readPosition'; readonly positionId: Id}
  /** The review or the position closed before its reading came back. */
  | {readonly type: 'leaveDialog'}
  | {readonly type: 'readTrade'; readonly tradeId: Id}
  /** Behind the polls that are under way. */
  | {readonly type: 'readFills'; readonly orderId: Id}
  | {readonly type: 'readEasyOption'; readonly id: Id}
  | {readonly type: 'copy'; readonly text: string}
  | {readonly type: 'export'; readonly name: string; readonly rows: readonly object[]}
  | {readonly type: 'keepActivity'; readonly lines: readonly ActivityLine[]}
  | {readonly type: 'keepAlerts'; readonly alerts: readonly Alert[]}
  | {readonly type: 'ring'}
  | {readonly type: 'notify'; readonly text: string}
  | {readonly type: 'redraw'}
  | {readonly type: 'suspend'}
  /** Show the past, a minute ago. */
  | {readonly type: 'lookBack'}
  | {readonly type: 'quit'; readonly code: number}
  /** Leave for the dashboard of another profile; where that cannot be had, all stays as it is. */
  | {readonly type: 'changeProfile'; readonly name: string}
  | {readonly type: 'intent'; readonly command: IntentEffect}
  | {readonly type: 'stop'; readonly command: StopCommand};
