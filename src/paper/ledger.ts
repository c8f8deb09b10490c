/**
 * The ledger: where the book lives on disk. One SQLite file, in WAL mode with synchronous=FULL, so that what
 * was committed survives the loss of the process and of the power.
 *
 * A commit writes, in one transaction, the rows that a command changed and the command itself. The rows make
 * the next start quick; the journal of commands is the history from which the same book can be made again. The
 * file is locked for as long as it is open (an SQLite lock, which ends with its process), so two services never
 * write one ledger.
 */
import {randomUUID} from 'node:crypto';
import {chmodSync, closeSync, existsSync, openSync} from 'node:fs';
import {dirname} from 'node:path';
import {DatabaseSync, type StatementSync} from 'node:sqlite';
import {makeFolder} from '../folders.ts';
import type {ClockAnchor} from './clock.ts';
import type {BookCommand, BookEvent} from './engine/apply.ts';
import {type Book, bookFrom, createBook, noRows, type RowsByKind, type TakenDepth} from './engine/book.ts';
import {LedgerInUse} from './errors.ts';
import {defaultCards} from './market/cards.ts';

export type Ledger = {
  /** Random, made once with the file; tells one paper service from another. */
  id: string;
  seed: number;
  /** How many cards its market shows. */
  cards: number;
  /** When the book began, in epoch milliseconds. */
  genesis: number;
  /** The book as it was last written. */
  book: Book;
  clock: ClockAnchor | undefined;
  /** Writes what a command changed, and the command if the history needs it. On disk when this returns. */
  commit(book: Book, events: readonly BookEvent[], command?: BookCommand): void;
  setClock(anchor: ClockAnchor): void;
  /** Throws everything away but the seed: a new ledger, with a new id, that begins at this time. */
  reset(now: number): void;
  /** Every command since the beginning, with its service time. */
  journal(): {at: number; command: BookCommand}[];
  close(): void;
};

type NewLedger = {
  file: string;
  seed: number;
  now: number;
  cards?: number | undefined;
};

/** Each entry takes a ledger one version further; entries are only ever added. */
const migrations = [
  `CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
   CREATE TABLE row (kind TEXT NOT NULL, number INTEGER NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, number)) WITHOUT ROWID;
   CREATE TABLE journal (number INTEGER PRIMARY KEY, at INTEGER NOT NULL, command TEXT NOT NULL);`,
];

const rowKinds = ['account', 'order', 'trade', 'position', 'easyOption'] as const;

/**
 * Opens or creates a ledger.
 * @param file a path, or `:memory:`
 * @param seed of a new ledger, as is `cards`; an existing one keeps its own
 * @param now epoch milliseconds; the time at which a new book begins
 * @throws {LedgerInUse} another process has it open
 */
export function openLedger(given: NewLedger): Ledger {
  const database = openDatabase(given.file);
  try {
    return ledgerIn(database, given);
  } catch (error) {
    database.close();
    throw error;
  }
}

function openDatabase(file: string): DatabaseSync {
  if (file !== ':memory:') {
    makeFolder(dirname(file));
    // An existing file is not opened here: closing it would let go of the locks that this process has on it.
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
    chmodSync(file, 0o600);
  }
  const database = new DatabaseSync(file);
  try {
    database.exec(`PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL; BEGIN EXCLUSIVE; COMMIT;`);
    return database;
  } catch (error) {
    database.close();
    throw isBusy(error) ? new LedgerInUse(file) : error;
  }
}

/** SQLITE_BUSY or SQLITE_LOCKED, whatever its extended code says besides. */
const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && [5, 6].includes(Number(error.errcode) & 0xff);

function ledgerIn(database: DatabaseSync, {file, seed, now, cards = defaultCards}: NewLedger): Ledger {
  migrate(database);
  const transaction = (work: () => void) => inTransaction(database, work);
  const facts = factsIn(database);
  const begin = (at: number, ownSeed: number, ownCards: number) => {
    facts.write('id', randomUUID());
    facts.write('seed', String(ownSeed));
    facts.write('cards', String(ownCards));
    facts.write('genesis', String(at));
  };
  if (facts.read('id') === undefined) transaction(() => begin(now, seed, cards));
  const clockText = facts.read('clock');
  const putRow = database.prepare(
    'INSERT INTO row (kind, number, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  );
  const addCommand = database.prepare('INSERT INTO journal (at, command) VALUES (?, ?)');

  const ledger: Ledger = {
    ...state(),
    clock: clockText === undefined ? undefined : (JSON.parse(clockText) as ClockAnchor),
    commit(book, events, command) {
      transaction(() => {
        // Nobody opens a ledger in memory again: a copy of the book would only grow.
        if (file === ':memory:') return;
        for (const event of events) writeEvent(event, putRow, facts);
        facts.write('time', JSON.stringify({time: book.time, taken: book.taken}));
        if (command !== undefined) addCommand.run(book.time, JSON.stringify(command));
      });
    },
    setClock: anchor => transaction(() => facts.write('clock', JSON.stringify(anchor))),
    journal: () =>
      database
        .prepare('SELECT at, command FROM journal ORDER BY number')
        .all()
        .map(row => ({at: Number(row.at), command: JSON.parse(String(row.command)) as BookCommand})),
    reset(at) {
      transaction(() => {
        database.exec(
          "DELETE FROM row; DELETE FROM journal; DELETE FROM fact WHERE name IN ('house', 'time')",
        );
        begin(at, ledger.seed, ledger.cards);
      });
      Object.assign(ledger, state());
    },
    close: () => database.close(),
  };
  return ledger;

  function state() {
    const genesis = Number(facts.read('genesis'));
    const own = {seed: Number(facts.read('seed')), cards: Number(facts.read('cards') ?? defaultCards)};
    return {id: facts.read('id') ?? '', ...own, genesis, book: readBook(database, facts, own, genesis)};
  }
}

function migrate(database: DatabaseSync): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  if (version > migrations.length) {
    throw new Error(
      'The paper ledger was written by a newer optty. Use that one, or name another file with --db.',
    );
  }
  for (const [index, script] of migrations.entries()) {
    if (index < version) continue;
    inTransaction(database, () => database.exec(`${script} PRAGMA user_version = ${index + 1}`));
  }
}

function inTransaction(database: DatabaseSync, work: () => void): void {
  if (!database.isOpen) throw new Error('The paper service is closed. Start another one.');
  database.exec('BEGIN IMMEDIATE');
  try {
    work();
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

type FactTable = {
  read(name: string): string | undefined;
  write(name: string, value: string): void;
};

function factsIn(database: DatabaseSync): FactTable {
  const select = database.prepare('SELECT value FROM fact WHERE name = ?');
  const put = database.prepare(
    'INSERT INTO fact (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  );
  return {
    read: name => {
      const value = select.get(name)?.value;
      return value === undefined ? undefined : String(value);
    },
    write: (name, value) => void put.run(name, value),
  };
}

function writeEvent(event: BookEvent, putRow: StatementSync, facts: FactTable): void {
  switch (event.type) {
    case 'account':
    case 'order':
    case 'trade':
    case 'position':
    case 'easyOption':
      putRow.run(event.type, event.row.number, JSON.stringify(event.row));
      return;
    case 'house':
      facts.write('house', JSON.stringify(event.row));
      return;
    case 'refused':
    case 'orderDone':
    case 'easyOptionDone':
      return;
    default:
      event satisfies never;
  }
}

function readBook(
  database: DatabaseSync,
  facts: FactTable,
  own: {seed: number; cards: number},
  genesis: number,
): Book {
  const houseText = facts.read('house');
  const timeText = facts.read('time');
  const empty = createBook({...own, now: genesis, accounts: 0});
  if (houseText === undefined || timeText === undefined) return empty;
  const select = database.prepare('SELECT value FROM row WHERE kind = ? ORDER BY number');
  const rows: RowsByKind = noRows();
  for (const kind of rowKinds) {
    for (const {value} of select.all(kind)) (rows[kind] as unknown[]).push(JSON.parse(String(value)));
  }
  const {time, taken} = JSON.parse(timeText) as {time: number; taken: TakenDepth[]};
  return bookFrom({...own, time, taken, house: JSON.parse(houseText), rows});
}
