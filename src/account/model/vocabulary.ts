import type {Decimal, Millis} from '../../api/wire/records.ts';
import {type FeedPane, feedPanes} from '../resources/resource.ts';
import {ofEach, resources} from '../resources/resources.ts';

export {type FeedPane, feedPanes, type QueryOf, type Row, type RowOf} from '../resources/resource.ts';

/** Those of no list of the service. */
const ownPanes = ['activity', 'portfolio'] as const;
export type OwnPane = (typeof ownPanes)[number];

export const panes = [...feedPanes, ...ownPanes] as const;
export type Pane = (typeof panes)[number];

export const tablePanes = [...feedPanes, 'activity'] as const;
export type TablePane = (typeof tablePanes)[number];

// Asks the table, so that no new pane is taken for what it is not.
export function isFeedPane(pane: Pane): pane is FeedPane {
  return Object.hasOwn(resources, pane);
}

export const unitMs = {s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000} as const;
export const {m: minuteMs, d: dayMs} = unitMs;

/** `30m`, `2H`: a number and a unit. */
export function durationMs(text: string): number {
  const units: Readonly<Record<string, number>> = unitMs;
  return Number(text.slice(0, -1)) * (units[text.slice(-1).toLowerCase()] ?? 0);
}

export type Sort = {readonly field: string; readonly descending: boolean};
export type WrittenPane = 'orders' | 'easyOptions';

export const paneNames: Readonly<Record<Pane, Readonly<Record<'title' | 'shortTitle' | 'slug', string>>>> = {
  ...resources,
  activity: {title: 'Activity', shortTitle: 'Act', slug: 'activity'},
  portfolio: {title: 'Portfolio', shortTitle: 'Pf', slug: 'portfolio'},
};

/** Default columns, in their order on the screen. On a narrow one those of the highest `priority` go first. */
export const defaultColumns: Readonly<Record<TablePane, readonly string[]>> = {
  ...ofEach(({columns}) =>
    Object.entries<{priority?: number}>(columns).flatMap(([name, {priority}]) => (priority ? name : [])),
  ),
  activity: ['time', 'state', 'side', 'size', 'symbol', 'price', 'outcome', 'requestId', 'latency'],
};

export const themes = ['auto', 'default', 'light', 'high-contrast', 'monochrome'] as const;
export type Theme = (typeof themes)[number];

/** The meaning of a text, not its colour. Words or signs say the same. */
export type Tone =
  | 'plain'
  | 'dim'
  | 'strong'
  | 'accent'
  | 'heading'
  | 'up'
  | 'down'
  | 'good'
  | 'warning'
  | 'danger'
  | 'paper'
  | 'live'
  | 'stale'
  | 'tab'
  | 'selected'
  /** The name only, for a slow link: fewer bytes. */
  | 'selectedName';

export type Look = {
  readonly ascii: boolean;
  /** With 0 colours, only weight, underline and inverse are used. */
  readonly colors: 0 | 8 | 16 | 256;
  readonly background: 'light' | 'dark' | undefined;
};

export const usualLook: Look = {ascii: false, colors: 256, background: undefined};

export type Guardrails = {
  readonly readOnly: boolean;
  /** READ-ONLY was set by this session, which may also clear it. */
  readonly isReadOnlyHere?: boolean | undefined;
  readonly maxInvestment?: string | undefined;
  readonly maxNotional?: string | undefined;
  readonly allowedUnderlyings?: readonly string[] | undefined;
  /** Largest price move in percent between review and confirmation. */
  readonly priceTolerance: number;
  /** Distance in percent of a limit from the last ask or trade above which the review asks for another key. */
  readonly priceBand: number;
  /** Above it, the first order in an asset and the first opening ask for another key. */
  readonly firstNotional: number;
};

export const defaultGuardrails: Guardrails = {
  readOnly: false,
  priceTolerance: 2,
  priceBand: 10,
  firstNotional: 1_000,
};

export const agentRights = ['read', 'propose'] as const;

export type AgentRules = {
  /** Undefined: read, and on PAPER also propose. */
  readonly allow?: readonly (typeof agentRights)[number][] | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly underlyings?: readonly string[] | undefined;
  readonly maxNotional?: string | undefined;
};

/** Amounts by currency; `each` applies to every currency. */
export type AmountByCurrency = Readonly<Record<string, string>>;

type OpenLimits = {
  readonly maxOpenInvestment?: AmountByCurrency | undefined;
  readonly maxOpenNotional?: string | undefined;
  readonly maxOpenCount?: number | undefined;
};

export type Limits = OpenLimits & {
  readonly underlyings: Readonly<Record<string, OpenLimits>>;
  readonly maxWritesPerMinute?: number | undefined;
  readonly maxDayLoss?: AmountByCurrency | undefined;
};

export const noLimits: Limits = {underlyings: {}};

export const defaultRefreshMs = 2_000;

export type Key = {
  /** 'a', 'A', '?', 'enter', 'escape', 'tab', 'up', 'pageup', …; a printable key is named by what it prints. */
  readonly name: string;
  readonly text: string;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  /** The input chunk held only this key. */
  readonly alone: boolean;
  readonly pasted: boolean;
  /** Monotonic ms at which its bytes arrived. */
  readonly at: number;
};

export function keyName(key: Pick<Key, 'name' | 'ctrl' | 'alt' | 'shift'>): string {
  const isPrintable = [...key.name].length === 1;
  const name = key.name === ' ' ? 'space' : key.name;
  return `${key.ctrl ? 'ctrl+' : ''}${key.alt ? 'alt+' : ''}${key.shift && !isPrintable ? 'shift+' : ''}${name}`;
}

export type PriceSeen = {readonly price: Decimal; readonly of: 'ask' | 'last trade'};

/** The median of one's trades in an asset, or of one's Easy Options; of fewer than five, the largest. */
export type UsualSize = {readonly asset: string | undefined; readonly value: Decimal; readonly count: number};
export const fewestOfMedian = 5;

/** The union of a table from names of types to their fields. */
export type Tagged<Table, Type extends keyof Table = keyof Table> = {
  [Each in Type]: {readonly type: Each} & Readonly<Table[Each]>;
}[Type];

/** The controls of an account, as one process sees them: only their holder writes. */
export type ControlsSeen = {
  readonly is: 'ours' | 'held' | 'free';
  /** Each taking has the next number; 0 before the first. */
  readonly epoch: number;
  /** The last to take them: `pts/3 (process 17057)`. */
  readonly by: string;
  readonly since: Millis;
  /** Its holder is stopped by a signal. */
  readonly isSuspended?: boolean;
  /** Several writes that its holder sends, or that one before it left: as the journal keeps them. */
  readonly several?: string | undefined;
  /** Processes that run, had the controls before, and may still send an attempt of that epoch. */
  readonly senders?: readonly {readonly epoch: number; readonly by: string}[] | undefined;
  /** `optty halt` took them from this process, and has ended. */
  readonly isReturned: boolean;
};
