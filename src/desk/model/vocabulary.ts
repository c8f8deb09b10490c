/** Names that configuration, desk and dashboard share: panes, columns, keys, themes, guardrails. Pure data. */
import type {
  CardQuery,
  EasyOption,
  EasyOptionCard,
  EasyOptionQuery,
  Order,
  OrderQuery,
  Trade,
  TradeQuery,
} from '../../api/wire/records.ts';

export const panes = ['cards', 'easyOptions', 'orders', 'trades', 'activity', 'book'] as const;
export type Pane = (typeof panes)[number];

/** The panes whose rows come from the service. */
export const feedPanes = ['cards', 'easyOptions', 'orders', 'trades'] as const;
export type FeedPane = (typeof feedPanes)[number];
/** The panes that are a table of rows, with columns to choose. */
export const tablePanes = [...feedPanes, 'activity'] as const;
export type TablePane = (typeof tablePanes)[number];
export function isFeedPane(pane: Pane): pane is FeedPane {
  return pane !== 'activity' && pane !== 'book';
}

export function isTablePane(pane: Pane): pane is TablePane {
  return pane !== 'book';
}

/** Their records, and what narrows and sorts their lists. */
export type RowOf = {cards: EasyOptionCard; easyOptions: EasyOption; orders: Order; trades: Trade};
export type Row = RowOf[FeedPane];
export type QueryOf = {
  cards: CardQuery;
  easyOptions: EasyOptionQuery;
  orders: OrderQuery;
  trades: TradeQuery;
};

export type Sort = {readonly field: string; readonly descending: boolean};
/** The panes whose records are cancelled or closed. */
export type WrittenPane = 'orders' | 'easyOptions';

/** The panes whose rows bear one number that people watch: a price, or a P/L. */
export type WatchedPane = 'cards' | 'easyOptions';

export function isWatched(pane: Pane): pane is WatchedPane {
  return pane === 'cards' || pane === 'easyOptions';
}

export const paneTitles: Record<Pane, string> = {
  cards: 'Cards',
  easyOptions: 'Easy Options',
  orders: 'Orders',
  trades: 'Trades',
  activity: 'Activity',
  book: 'Book',
};

/** The names of panes in the configuration file and on the command line. */
export const paneSlugs: Record<Pane, string> = {
  cards: 'cards',
  easyOptions: 'easy-options',
  orders: 'orders',
  trades: 'trades',
  activity: 'activity',
  book: 'book',
};

/**
 * The default columns of each pane, left to right: as many as the screen has room for, what a trader wants
 * first. Any documented field may be added.
 */
export const defaultColumns = {
  cards: [
    'title',
    'type',
    'direction',
    'underlying',
    'targetPrice',
    'triggerPrice',
    'currentAskPrice',
    'expiry',
    'active',
    'currentOptionSymbol',
    'id',
    'expiryDate',
    'tradingIdea',
    'description',
  ],
  easyOptions: [
    'id',
    'cardName',
    'underlying',
    'status',
    'direction',
    'qty',
    'entryPrice',
    'ask',
    'pl',
    'plPercent',
    'investmentAmount',
    'investmentCurrency',
    'expiry',
    'opened',
    'targetPrice',
    'triggerPrice',
    'plClosed',
    'fee',
    'optionSymbol',
    'type',
    'positionId',
  ],
  orders: [
    'orderId',
    'symbol',
    'side',
    'price',
    'ask',
    'distance',
    'size',
    'filled',
    'left',
    'sizeUsdt',
    'status',
    'expiry',
    'type',
    'strikePrice',
    'age',
    'positionId',
    'orderType',
    'openPrice',
    'fee',
    'timestamp',
  ],
  trades: [
    'tradeId',
    'orderId',
    'contract',
    'tradeSide',
    'fillType',
    'openPrice',
    'filledSizeContracts',
    'filledSizeUsdt',
    'fee',
    'maker',
    'time',
    'expiry',
    'positionId',
    'openDate',
  ],
  activity: ['time', 'what', 'target', 'amount', 'outcome', 'requestId', 'latency'],
} as const satisfies Record<TablePane, readonly string[]>;

/** Columns that are made of what is known and shown where they are asked for. */
export const madeColumns = {
  cards: ['trend'],
  easyOptions: ['trend'],
  orders: [],
  trades: [],
  activity: [],
} as const satisfies Record<TablePane, readonly string[]>;

/** Whose clock the times in tables are told by: that of the machine's place, or UTC. */
export const times = ['local', 'utc'] as const;
export type Times = (typeof times)[number];

/** `auto` is `light` on a light background and `default` on any other. */
export const themes = ['auto', 'default', 'light', 'high-contrast', 'monochrome'] as const;
export type Theme = (typeof themes)[number];

/** How much is said to who listens: the least, what a screen shows at a glance, or each change of a row. */
export const verbosities = ['short', 'normal', 'all'] as const;
export type Verbosity = (typeof verbosities)[number];

/** Minutes that may lie between two sayings of the P/L; with 0 it is not said by itself. */
export const profitMinutes = [0, 1, 5, 15, 60] as const;
export type ProfitMinutes = (typeof profitMinutes)[number];

/** What of the terminal a drawing depends on. */
export type Look = {
  readonly ascii: boolean;
  /** How many colours may be used; with 0 there are weights, underlines and inverse alone. */
  readonly colors: 0 | 8 | 16 | 256;
  /** undefined where nobody knows. */
  readonly background: 'light' | 'dark' | undefined;
};

export const usualLook: Look = {ascii: false, colors: 256, background: undefined};

/** Limits that a profile sets on itself; an action beyond one is refused before anything is sent. */
export type Guardrails = {
  readonly readOnly: boolean;
  /** The session has switched READ-ONLY on, and may switch it off. */
  readonly isReadOnlyHere?: boolean | undefined;
  /** In the investment's currency, a plain decimal. */
  readonly maxInvestment?: string | undefined;
  /** Price times size, a plain decimal. */
  readonly maxNotional?: string | undefined;
  readonly allowedUnderlyings?: readonly string[] | undefined;
  /** How far, in percent, a price may move between the review's drawing and its confirmation. */
  readonly priceTolerance: number;
  /** How far, in percent, a limit may lie from the last ask or trade before the review asks by another key. */
  readonly priceBand: number;
};

export const defaultGuardrails: Guardrails = {readOnly: false, priceTolerance: 2, priceBand: 10};

/** Amounts by the currency that they are in, each by itself; under `each` that of every one. */
export type AmountByCurrency = Readonly<Record<string, string>>;

/** What may be open at most, of the whole account or of one underlying. */
type OpenLimits = {
  readonly maxOpenInvestment?: AmountByCurrency | undefined;
  readonly maxOpenNotional?: string | undefined;
  /** Of Easy Options. */
  readonly maxOpenCount?: number | undefined;
};

/** Limits of the account, which hold over all dashboards on one journal. */
export type Limits = OpenLimits & {
  readonly underlyings: Readonly<Record<string, OpenLimits>>;
  /** Openings and orders. */
  readonly maxWritesPerMinute?: number | undefined;
  readonly maxDayLoss?: AmountByCurrency | undefined;
};

export const noLimits: Limits = {underlyings: {}};

/** Base polling periods in milliseconds: the pane in view, and the others. */
export const defaultRefreshMs = 2_000;
export const backgroundRefreshMs = 10_000;

/**
 * The letters that questions draw their key from, where no fixed key may confirm: all are told apart at a
 * glance, and none means yes or no in a language that is likely here.
 */
export const questionLetters = ['A', 'B', 'D', 'E', 'F', 'J', 'K', 'L', 'P', 'U', 'W', 'Z'] as const;

/** A key as the desk hears of it: what was pressed, and how it arrived. */
export type Key = {
  /** 'a', 'A', '?', 'enter', 'escape', 'tab', 'up', 'pageup', …; a printable key is named by what it prints. */
  readonly name: string;
  readonly text: string;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  /** Its chunk held nothing else. */
  readonly alone: boolean;
  readonly pasted: boolean;
  /** Monotonic milliseconds at which its bytes arrived. */
  readonly at: number;
};

/** A key with its modifiers, as the key table and the configuration spell it: `ctrl+l`, `shift+tab`, `X`. */
export function keyName(key: Pick<Key, 'name' | 'ctrl' | 'alt' | 'shift'>): string {
  const isPrintable = [...key.name].length === 1;
  const name = key.name === ' ' ? 'space' : key.name;
  return `${key.ctrl ? 'ctrl+' : ''}${key.alt ? 'alt+' : ''}${key.shift && !isPrintable ? 'shift+' : ''}${name}`;
}
