import * as z from 'zod/mini';
import {reader} from '../core/journal/json.ts';

const alert = z.object({
  id: z.string(),
  pane: z.enum(['cards', 'easyOptions', 'portfolio']),
  rowId: z.string(),
  label: z.string(),
  field: z.string(),
  above: z.boolean(),
  level: z.string().check(z.regex(/^-?\d+(\.\d+)?$/)),
  /** The alert has fired; it is armed again only when the value returns across the level. */
  hasRung: z.boolean(),
});

export type Alert = Readonly<z.infer<typeof alert>>;

export type AlertPlace = Pick<Alert, 'pane' | 'rowId'>;

/** The values that an alert can watch. The first one is meant if none is named. */
export type Watched = {readonly name: string; readonly values: readonly [WatchedValue, ...WatchedValue[]]};
export type WatchedValue = {
  readonly field: string;
  readonly label: string;
  readonly value: string | undefined;
};

/** Made by the person: a change of it goes into the journal, and the next start brings it back. */
export type Kept = {
  readonly alerts: readonly Alert[];
  /** Ids of cards. */
  readonly pinned: readonly string[];
  /** The newest first. */
  readonly filterHistory: readonly string[];
};

export const nothingKept: Kept = {alerts: [], pinned: [], filterHistory: []};

const [alertsIn, textsIn] = [reader(z.array(alert)), reader(z.array(z.string()))];

export function readKept(recall: (name: keyof Kept) => string | undefined): Kept {
  return {
    alerts: alertsIn(recall('alerts') ?? '[]') ?? [],
    pinned: textsIn(recall('pinned') ?? '[]') ?? [],
    filterHistory: textsIn(recall('filterHistory') ?? '[]') ?? [],
  };
}

export type KeptPart = {readonly name: keyof Kept; readonly value: Kept[keyof Kept]};

/** The parts that changed. */
export const keptSince = (before: Kept, after: Kept): readonly KeptPart[] =>
  (['alerts', 'pinned', 'filterHistory'] as const)
    .filter(name => before[name] !== after[name])
    .map(name => ({name, value: after[name]}));
