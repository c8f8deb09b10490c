import {compare, sum} from '../../api/wire/decimal.ts';
import type {Decimal, EasyOption, Id, Millis} from '../../api/wire/records.ts';
import type {BookRows} from '../book/rows.ts';
import type {Moment} from '../model/moment.ts';
import type {Limits} from '../model/vocabulary.ts';
import {hasEnded, type OrderTold} from './exposure.ts';
import {canWeigh} from './fills.ts';
import type {Load} from './load.ts';
import {type AccountWatch, isOffTheList, isReadSince, lately} from './watch.ts';

/** What an intent may add, kept from the commit that asks it until it is seen what came of it. */
export type Reservation = {
  readonly intentId: string;
  readonly kind: 'open' | 'place';
  readonly load: Load;
  /** Of an order; 0 for an opening. */
  readonly size: Decimal;
  /** Asked by this very dashboard. */
  readonly isOurs: boolean;
  /** How it ended, other than by nothing; undefined while it may still be done. */
  readonly ended:
    | {
        /** The journal's count as of then. */
        readonly mark: number;
        readonly recordId: Id | undefined;
        /** The journal knows that a process has seen what became of it, in a whole read of its own. */
        readonly isSeen: boolean;
      }
    | undefined;
};

/** What the journal tells of everything that was asked for on the service. */
export type AccountStanding = {
  /** How far it has counted what ended. */
  readonly mark: number;
  readonly reservations: readonly Reservation[];
  /** Of other dashboards that run, each with its name. */
  readonly others: readonly {readonly limits: Limits; readonly holder: string}[];
  /** When each opening and each order of the last minute was asked for. */
  readonly writes: readonly Millis[];
  /** The zone of the account's day; undefined while the journal has none: then it is this machine's. */
  readonly zone: string | undefined;
};

/** What a process has read of the whole account. */
export type SeenAccount = {
  readonly rows: BookRows;
  readonly watch: AccountWatch;
  /** How long lists and trades of the service may lag. */
  readonly lagMs: number;
  readonly wall: Millis;
};

/** What a process brings along when it asks the journal for a write. */
export type Knows = {
  /** Its own limits. */
  readonly limits: Limits;
  /** What the write adds at most; undefined for an exit. */
  readonly added: Load | undefined;
  /** The order that it cancels first: that weighs nothing for it. */
  readonly replaces: Id | undefined;
  /** Its own last whole read of the account; undefined before the first. */
  readonly read: SeenAccount | undefined;
  /** Orders placed from here, by their ids. */
  readonly placed: ReadonlyMap<Id, OrderTold>;
  /** A read that began longer ago than this tells nothing of now. */
  readonly staleAfterMs: number;
  readonly now: Moment;
};

/**
 * Whether it weighs nothing beside what is read. What may still be done always weighs; what ended does until a
 * whole read begun after that shows its record, or shows for as long as lists may lag that an order is off the
 * list. A record that is seen to be open is weighed itself, and not a second time by its reservation.
 */
export function isAccountedFor({kind, size, ended}: Reservation, read: SeenAccount): boolean {
  if (ended === undefined) return false;
  const {rows, watch, lagMs} = read;
  const {mark, recordId} = ended;
  const isSince = isReadSince(watch, mark);
  if (recordId === undefined) return isOffTheList(watch, undefined, mark, lagMs);
  if (kind === 'open') {
    const option = optionsById(rows.easyOptions.rows).get(recordId);
    return option !== undefined && (isSince || !hasEnded(option));
  }
  // Listed, or gone so lately that it is weighed as if it were.
  if ([...rows.orders.rows, ...lately(watch, lagMs)].some(each => each.orderId === recordId)) return true;
  return (isSince && isFilled(rows, recordId, size)) || isOffTheList(watch, recordId, mark, lagMs);
}

const knownOptions = new WeakMap<readonly EasyOption[], ReadonlyMap<Id, EasyOption>>();

function optionsById(options: readonly EasyOption[]): ReadonlyMap<Id, EasyOption> {
  const known = knownOptions.get(options);
  if (known !== undefined) return known;
  const byId = new Map(options.map(each => [each.id, each]));
  knownOptions.set(options, byId);
  return byId;
}

function isFilled({trades}: BookRows, orderId: Id, size: Decimal): boolean {
  const sizes = trades.rows.flatMap(each =>
    each.orderId === orderId && canWeigh(each.filledSizeContracts) ? [each.filledSizeContracts] : [],
  );
  return compare(sum(sizes), size) >= 0;
}
