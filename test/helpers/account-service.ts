import {drawChance} from '../../src/account/chance.ts';
import type {PageRequest} from '../../src/account/model/feed.ts';
import type {EasyOption, EasyOptionCard, Order, Trade} from '../../src/api/wire/records.ts';
import type {Answered} from './rounds.ts';

/** A made-up service that changes while it is read, and remembers what was true when. All of it from a seed. */

/** A record from when it can be seen, with what became of it. */
export type Lived<Row> = {
  row: Row;
  readonly seenFrom: number;
  endedAt: number | undefined;
  changedAt: number;
};

export type Character = {
  /** How rows stand in a list: as asked for, newest first whatever is asked for, or by their last change. */
  readonly order: 'as asked' | 'as text' | 'newest first' | 'last changed';
  readonly mostOnPage: number;
  readonly tellsPageSize: boolean;
  /** How long a new record is on no list. */
  readonly lagMs: number;
  /** Share of answers that are a fault, of one kind or another. */
  readonly faults: number;
  /** Share of answers that are well, but empty or without a total. */
  readonly gaps: number;
  /** How often something happens on the account, in ms. */
  readonly everyMs: number;
};

export const ending = ['CLOSED', 'EXPIRED'];
/** That of a record that tells none. */
const untold = '';
const statuses = ['PENDING', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'TRIGGERED', 'CLOSING', 'ODD', untold, ...ending];

const hasEnded = (status = untold) => ending.includes(status);

/** A record that tells no status has no such member, as it comes from the wire. */
function withStatus({status: _before, ...row}: EasyOption, status = untold): EasyOption {
  return status === untold ? row : {...row, status};
}

export class AccountService {
  readonly options: Lived<EasyOption>[] = [];
  readonly orders: Lived<Order>[] = [];
  readonly trades: Lived<Trade>[] = [];
  readonly cards: Lived<EasyOptionCard>[] = [];
  isResting = false;
  now: number;
  readonly #character: Character;
  #seed: number;
  #next = 1;
  #nextEvent: number;

  constructor(seed: number, now: number, character: Character, size: number) {
    this.#seed = seed;
    this.#character = character;
    this.now = now;
    this.#nextEvent = now;
    for (let made = 0; made < size; made++) this.#happen(0);
  }

  draw(): number {
    const [seed, drawn] = drawChance(this.#seed);
    this.#seed = seed;
    return drawn;
  }

  pick<Each>(of: readonly Each[]): Each {
    const picked = of[Math.floor(this.draw() * of.length)];
    if (picked === undefined) throw new Error('nothing to pick from');
    return picked;
  }

  /** Time passes, and things happen. */
  passTo(now: number): void {
    while (!this.isResting && this.#nextEvent <= now) {
      this.now = this.#nextEvent;
      this.#happen(this.#character.lagMs * this.draw());
      this.#nextEvent += 2 * this.draw() * this.#character.everyMs;
    }
    this.now = now;
  }

  #happen(lagMs: number): void {
    const drawn = this.draw();
    if (drawn < 0.35) this.#open(lagMs);
    else if (drawn < 0.65) this.#move();
    else if (drawn < 0.8) this.#place(lagMs);
    else if (drawn < 0.88) this.#endOrder();
    else if (drawn < 0.92) this.#offer(lagMs);
    else this.#trade(lagMs);
  }

  #open(lagMs: number): void {
    const status = this.pick(statuses);
    const endedAt = hasEnded(status) ? this.now : undefined;
    const row = withStatus({id: String(this.#next++)}, status);
    this.options.push({row, seenFrom: this.now + lagMs, endedAt, changedAt: this.now});
  }

  /** Of those that are not over, one is in another state, or has another P/L. */
  #move(): void {
    const open = this.options.filter(each => each.endedAt === undefined);
    if (open.length === 0) return;
    const moved = this.pick(open);
    const status = this.draw() < 0.7 ? this.pick(statuses) : moved.row.status;
    moved.row = withStatus({...moved.row, pl: String(Math.floor(this.draw() * 100))}, status);
    moved.changedAt = this.now;
    if (hasEnded(status)) moved.endedAt = this.now;
  }

  #place(lagMs: number): void {
    const row: Order = {orderId: String(this.#next++), timestamp: this.now};
    this.orders.push({row, seenFrom: this.now + lagMs, endedAt: undefined, changedAt: this.now});
  }

  #endOrder(): void {
    const open = this.orders.filter(each => each.endedAt === undefined);
    if (open.length > 0) this.pick(open).endedAt = this.now;
  }

  #offer(lagMs: number): void {
    const row: EasyOptionCard = {...card, id: String(this.#next++), active: this.draw() < 0.6};
    this.cards.push({row, seenFrom: this.now + lagMs, endedAt: undefined, changedAt: this.now});
  }

  #trade(lagMs: number): void {
    const row: Trade = {tradeId: String(this.#next++), openDate: this.now};
    this.trades.push({row, seenFrom: this.now + lagMs, endedAt: undefined, changedAt: this.now});
  }

  /** What it answers at this instant. */
  answer({pane, query, sort, page, pageSize}: PageRequest): Answered {
    const isWell = this.isResting || this.draw() >= this.#character.faults;
    // A page of cards that repeats another one is their end.
    const kinds = pane === 'cards' ? faultKinds.filter(kind => kind !== 'repeated') : faultKinds;
    const fault = isWell ? undefined : this.pick(kinds);
    if (fault !== undefined && fault !== 'malformed' && fault !== 'repeated')
      return {kind: 'failed', fault: faults[fault], error: undefined};
    const isGap = !this.isResting && this.#character.gaps > 0 && this.draw() < this.#character.gaps;
    // An empty page of cards is their end.
    const gap = isGap && pane !== 'cards' ? this.pick(gaps) : undefined;
    const rows = this.#list(pane, query, sort);
    const size = Math.min(pageSize, this.#character.mostOnPage);
    const first = size * (fault === 'repeated' ? Math.max(0, page - 1) : page);
    const given = gap?.isEmpty === true ? [] : rows.slice(first, first + size);
    const lost = fault === 'malformed' && given.length > 0 ? [{index: 0, reason: 'it is no record'}] : [];
    return {
      kind: 'read',
      page: {
        rows: given.slice(lost.length),
        unreadable: lost,
        total: pane === 'cards' || gap?.isUntold === true ? undefined : rows.length,
      },
    };
  }

  #list(pane: PageRequest['pane'], query: object, sort: PageRequest['sort']) {
    const asked: {id?: string; status?: string; active?: string; start?: number} = query;
    const isSeen = ({seenFrom}: Lived<unknown>) => seenFrom <= this.now;
    switch (pane) {
      case 'easyOptions': {
        const rows = this.options
          .filter(isSeen)
          .filter(({row}) => (asked.id ?? row.id) === row.id && (asked.status ?? row.status) === row.status);
        return this.#ordered(rows, sort).map(({row}) => row);
      }
      case 'orders':
        return this.#inTurn(this.orders.filter(each => isSeen(each) && each.endedAt === undefined));
      case 'trades':
        return this.#inTurn(
          this.trades.filter(each => isSeen(each) && (each.row.openDate ?? 0) >= (asked.start ?? 0)),
        );
      case 'cards':
        return this.#ordered(
          this.cards.filter(each => isSeen(each) && String(each.row.active) === asked.active),
          sort,
        ).map(({row}) => row);
      default:
        return pane satisfies never;
    }
  }

  #inTurn<Row>(rows: Lived<Row>[]): Row[] {
    const isNewestFirst = this.#character.order === 'newest first';
    return (isNewestFirst ? rows.toReversed() : rows).map(({row}) => row);
  }

  #ordered<Row extends {readonly id: string}>(rows: Lived<Row>[], sort: PageRequest['sort']): Lived<Row>[] {
    const {order} = this.#character;
    if (order === 'newest first') return rows.toReversed();
    if (order === 'last changed') return rows.toSorted((a, b) => b.changedAt - a.changedAt);
    if (order === 'as text') rows.sort((a, b) => (a.row.id < b.row.id ? -1 : 1));
    return sort?.descending === true ? rows.toReversed() : rows;
  }
}

const card = {
  type: 'TOUCH',
  underlying: 'BTC',
  direction: 'UP',
  targetPrice: '1',
  expiryDate: '2026-11-27T08:00:00Z',
  title: 'A card',
} as const;

const faultKinds = ['rate', 'refused', 'failed', 'malformed', 'repeated'] as const;

const gaps = [
  {isEmpty: true, isUntold: false},
  {isEmpty: true, isUntold: true},
  {isEmpty: false, isUntold: true},
];

const faults = {
  rate: {text: 'too many', retryAfterMs: 3_000, isRefused: false},
  refused: {text: 'refused', isRefused: true},
  failed: {text: 'failed', isRefused: false},
} as const;
