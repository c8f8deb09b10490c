import type {Decimal, EasyOption, Id, Millis, Order, Trade, Unreadable} from '../../api/wire/records.ts';
import type {BookPane} from '../book/pane/pane.ts';
import type {BookRounds} from '../book/reading/known.ts';
import type {CardFacts} from '../feeds/joins.ts';
import type {Latency} from '../feeds/latency.ts';
import type {RowMarks} from '../feeds/marks.ts';
import type {Way} from '../feeds/way.ts';
import type {Filtered} from '../filter/conditions.ts';
import type {Intents} from '../intents/intent.ts';
import type {LimitsRoom} from '../limits/room.ts';
import type {Listening} from '../listening/listening.ts';
import type {Batch, Gathering, Onward} from '../order/several/several.ts';
import type {Tickets} from '../order/ticket/ticket.ts';
import type {Past} from '../recorder/past.ts';
import type {StopRoom} from '../stop/room.ts';
import type {Notice} from '../words/notice.ts';
import type {Binding} from './keys.ts';
import type {Moment} from './moment.ts';
import type {Overlay} from './overlay.ts';
import type {
  FeedPane,
  Guardrails,
  Limits,
  Look,
  Pane,
  QueryOf,
  Row,
  RowOf,
  Sort,
  TablePane,
  Theme,
  Times,
  WatchedPane,
  WrittenPane,
} from './vocabulary.ts';

export type {QueryOf, Row, RowOf, Sort};

/** How the service gave rows that it was to sort by number: as if they were text, or in no such order. */
export type Disorder = 'as text' | 'not at all';

/** What failed, in words for a person. */
export type Fault = {
  readonly text: string;
  readonly kind: 'refused' | 'credentials' | 'link' | 'shape' | 'rate';
  /** How long the service asks to be left alone. */
  readonly retryAfterMs?: number | undefined;
};

/** A number for charts, and when it was first seen (monotonic ms). */
export type SeenValue = {readonly at: number; readonly value: number};

/** What one pane knows. Whether it failed and how fresh it is are two facts: a failed read keeps the rows. */
export type Feed<P extends FeedPane = FeedPane> = {
  readonly pane: P;
  /** What narrows the list, without paging and sort: those stand beside it. */
  readonly query: QueryOf[P];
  readonly filterText: string;
  readonly sort: Sort | undefined;
  /** Zero-based here for every pane; the effects count as the operation does. */
  readonly page: number;
  /** The page that the service gave in place of it. */
  readonly otherPage: number | undefined;
  readonly pageSize: number;
  /** The page size that the filter asks for. */
  readonly sizeAsked: number | undefined;
  /** How many rows of the list stand before those shown. */
  readonly first: number;
  /** Of a list without a total: whether a look at the next page (monotonic ms) found more. */
  readonly beyond: {readonly at: number; readonly isMore: boolean} | undefined;
  /** The most rows on a page that the service gives, where it gave fewer than it was asked for. */
  readonly mostGiven: number | undefined;
  /** The row of the page that is asked for to be selected. */
  readonly landsOn: 'first' | 'last';
  readonly rows: readonly RowOf[P][];
  readonly total: number | undefined;
  readonly isLast: boolean;
  readonly unreadable: readonly Unreadable[];
  /** How the filter was met, where that took more than one search, or rows had to be left out here. */
  readonly filtered: Filtered | undefined;
  /** The order in which the service gave the page, where it is not the one that it was asked for. */
  readonly disorder: Disorder | undefined;
  /** When the rows shown were asked for: they cannot be newer than that. */
  readonly loadedAt: Moment | undefined;
  readonly fault: Fault | undefined;
  /** The number of the request that is under way. */
  readonly fetching: number | undefined;
  /** The number of the request whose answer is shown; an older answer is dropped. */
  readonly shown: number;
  readonly failures: number;
  /** Nothing is asked before this (monotonic ms): back-off, or the service's Retry-After. */
  readonly quietUntil: number;
  /** The number of the timer that asks next; an older timer that fires is dropped. */
  readonly arm: number;
  /** By row id, how its fields last changed. */
  readonly marks: ReadonlyMap<string, RowMarks>;
  /** By row id, the numbers seen in polls, oldest first: asks of cards, P/L of Easy Options. */
  readonly seen: ReadonlyMap<string, readonly SeenValue[]>;
  readonly selected: string | undefined;
  /** Where the selected row stood when it was last seen, so that arrows go on from there. */
  readonly selectedIndex: number;
};

export type Feeds = {readonly [P in FeedPane]: Feed<P>};

/** What every overlay has that a key confirms. */
export type Question = {
  /** Its own number: an answer for another question is dropped. */
  readonly number: number;
  /** Rises with everything that changes what the screen must show before its key can be meant. */
  readonly revision: number;
  /** The key that confirms it; `withKey` has the rule. */
  readonly key: string;
  /** Monotonic ms at which the terminal showed this revision. */
  readonly shownAt: number | undefined;
  /** The terminal was asked whether it shows this revision, and did not answer. */
  readonly isUnproved?: boolean;
  /** SaidWords under it: `press y again`, and why. */
  readonly notice: string | undefined;
  /** What was said of it where it is listened to, as `heard.ts` counts it. */
  readonly said?: SaidWords | undefined;
};

/** What was said of a question. */
export type SaidWords = {
  /** The revision that the newest words are of. */
  readonly revision: number;
  /** Words that the terminal has not been proved to have taken. */
  readonly words: number;
  /** Monotonic ms at which all that it has taken can have been heard. */
  readonly heardAt: number;
};

/** Something that happened on the account, found by comparing polls, or told by an intent. */
export type ActivityLine = {
  readonly id: string;
  readonly at: Millis;
  /** `gone` is an order that is no longer open: filled or cancelled, which the list does not tell. */
  readonly kind:
    | 'intent'
    | 'opened'
    | 'triggered'
    | 'closed'
    | 'expired'
    | 'filled'
    | 'partly filled'
    | 'cancelled'
    | 'changed'
    | 'gone'
    | 'alert'
    | 'away'
    /** What the program of on_event did not do. */
    | 'program'
    | 'journal'
    /** What became of several writes. */
    | 'several'
    /** The stop was set, lifted, or came to its end. */
    | 'stop'
    /** How many there were besides. */
    | 'more';
  readonly what: string;
  readonly target: string;
  readonly amount: string;
  readonly outcome: string;
  readonly requestId: string | undefined;
  readonly latencyMs: number | undefined;
};

export type Alert = {
  readonly id: string;
  readonly pane: WatchedPane;
  readonly rowId: string;
  readonly label: string;
  readonly field: string;
  readonly above: boolean;
  readonly level: Decimal;
  /** Rung, and armed again only when the value comes back over the level. */
  readonly hasRung: boolean;
};

export type ServiceLink = Latency & {
  /** PAPER only where the service proves it. */
  readonly venue: 'PAPER' | 'LIVE' | undefined;
  /** The account, where Easy Options show one and no other. */
  readonly accountId: Id | undefined;
  /** Every one that they have shown. */
  readonly accounts: ReadonlySet<Id>;
  /** The currencies of investments that they have shown. */
  readonly currencies: ReadonlySet<string>;
};

/** What the profile says. A session changes its theme, its columns and READ-ONLY, by the palette alone. */
export type Settings = {
  /** The name of the profile in force. */
  readonly profile: string;
  /** All that may be gone to, that one among them; none where no file names any. */
  readonly profiles: readonly string[];
  readonly account: string;
  readonly host: string;
  readonly guardrails: Guardrails;
  readonly limits: Limits;
  readonly refreshMs: number;
  /** undefined: as many rows as fill the screen. */
  readonly pageSize: number | undefined;
  readonly bindings: readonly Binding[];
  readonly columns: Readonly<Record<TablePane, readonly string[]>>;
  /** The one in view when the dashboard starts. */
  readonly startPane: Pane;
  readonly namedFilters: Readonly<Partial<Record<FeedPane, Readonly<Record<string, string>>>>>;
  /** The fields that the service can sort by. */
  readonly sortable: {readonly cards: readonly string[]; readonly easyOptions: readonly string[]};
  /** What investments are in, where the profile says it. */
  readonly investmentCurrency: string | undefined;
  /** How long lists may miss what was done, and trades a fill: with the paper service not at all. */
  readonly listLagMs: number;
  readonly tradesLagMs: number;
  readonly theme: Theme;
  readonly times: Times;
  /** Quitting asks while orders work. */
  readonly asksOnQuit: boolean;
  readonly bell: boolean;
  readonly desktopNotifications: boolean;
};

export type JournalStatus =
  | {readonly status: 'opening'}
  | {readonly status: 'open'}
  /** `isUnread`: there may be unresolved writes in it that nobody here knows of. */
  | {readonly status: 'failed'; readonly reason: string; readonly isUnread: boolean};

export type State = {
  readonly settings: Settings;
  /** The clock as of the last tick: what ages on the screen are counted to. */
  readonly now: Moment;
  readonly viewport: {readonly columns: number; readonly rows: number};
  readonly look: Look;
  readonly pane: Pane;
  /** Since when that pane is in view (monotonic ms). */
  readonly inViewSince: number;
  readonly feeds: Feeds;
  readonly book: BookPane;
  /** The reading of the whole account. */
  readonly rounds: BookRounds;
  /** Of every card that was seen. */
  readonly cardFacts: CardFacts;
  /** Of a pane that was drawn, the fields that the columns in view show, left to right. */
  readonly fieldsInView: Readonly<Partial<Record<FeedPane, readonly string[]>>>;
  /** The details of the selected row are shown, beside the table or over it. */
  readonly details: boolean;
  /** Lines that the details are scrolled down by. */
  readonly detailsScroll: number;
  readonly trade: Trade | undefined;
  readonly overlay: Overlay;
  readonly intents: Intents;
  /** undefined once it has been summed up. */
  readonly batch: Batch | undefined;
  readonly journal: JournalStatus;
  readonly stop: StopRoom;
  readonly limits: LimitsRoom;
  readonly activity: readonly ActivityLine[];
  readonly activitySelected: string | undefined;
  readonly alerts: readonly Alert[];
  readonly filterHistory: readonly string[];
  /** What is on the screen or waits behind it, newest last. */
  readonly notices: readonly Notice[];
  /** All that this session was told, newest last. */
  readonly messages: readonly Notice[];
  /** By record, how far the news of it had come when it was told last. */
  readonly told: ReadonlyMap<string, string>;
  /** Orders that left the list, and whether their trades are being read: those may come late as well. */
  readonly left: ReadonlyMap<Id, {readonly order: Order; readonly isRead: boolean}>;
  /** Easy Options that left a filtered list and are being read, as they were listed last. */
  readonly leftOptions: ReadonlyMap<Id, EasyOption>;
  /** Panes with news that nobody has looked at. */
  readonly unvisited: ReadonlySet<Pane>;
  readonly link: ServiceLink;
  /** The last keys, for what a confirmation demands of a key (monotonic ms). */
  readonly keys: {
    readonly lastAt: number;
    readonly swallow: Readonly<{name: string; until: number}>;
    /** Until then keys that act rest: the selection has moved by itself, or the picture was one of the past. */
    readonly restUntil: number;
  };
  readonly onward: Onward | undefined;
  readonly tickets: Tickets;
  readonly gathering: Gathering | undefined;
  /** The ids of the rows that were marked, to be acted on together. */
  readonly marked: Readonly<Record<WrittenPane, ReadonlySet<string>>>;
  readonly way: Way;
  /** The terminal itself answers for what it shows, and no multiplexer does for it. */
  readonly isGlassProved: boolean;
  /** The letters that the last questions were given as their keys, the newest first. */
  readonly letters: readonly string[];
  /** Counts requests, timers, reviews and notices. */
  readonly counter: number;
  /** A number that chance is drawn from: jitter is as repeatable as all else. */
  readonly chance: number;
  /** undefined: the desk is looked at. */
  readonly listening?: Listening | undefined;
  readonly away: {readonly since: Moment; readonly reason: string} | undefined;
  /** Only of a picture that is not now. */
  readonly past?: Past;
};
