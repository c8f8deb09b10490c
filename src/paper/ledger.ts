/** One SQLite file, synchronous=FULL, locked while open. */
import {randomUUID} from 'node:crypto';
import {chmodSync, closeSync, lstatSync, openSync} from 'node:fs';
import {dirname} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {isOpenToOthers, makeFolder} from '../folders.ts';
import type {ClockAnchor, ServiceClock} from './clock.ts';
import {apply, type BookCommand, type BookEvent} from './engine/apply.ts';
import {type Book, createBook, type RowEvent, tables} from './engine/book.ts';
import {LedgerInUse} from './errors.ts';

export type Ledger = ReturnType<typeof openLedger>;

type NewLedger = {file: string; seed: number; now: number};

const schema = `CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE row (kind TEXT NOT NULL, number INTEGER NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, number)) WITHOUT ROWID;
  PRAGMA user_version = 1;`;

/** An existing ledger keeps its seed. @throws {LedgerInUse} */
export function openLedger(given: NewLedger) {
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
    // An existing file is not opened here: closing it would release this process's locks on it.
    const found = lstatSync(file, {throwIfNoEntry: false});
    if (found === undefined) closeSync(openSync(file, 'ax', 0o600));
    else if (found.isSymbolicLink()) throw new Error(`${file} is a symbolic link. Give the file itself.`);
    else if (isOpenToOthers(found)) chmodSync(file, 0o600);
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

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && [5, 6].includes(Number(error.errcode) & 0xff);

function ledgerIn(database: DatabaseSync, {file, seed, now}: NewLedger) {
  createTables(database);
  const transaction = (work: () => void) => inTransaction(database, work);
  const facts = factsIn(database);
  const begin = (at: number, ownSeed: number) => {
    facts.write('id', randomUUID());
    facts.write('seed', String(ownSeed));
    facts.write('genesis', String(at));
  };
  if (facts.read('id') === undefined) transaction(() => begin(now, seed));
  const clockText = facts.read('clock');
  const putRow = database.prepare(
    'INSERT INTO row (kind, number, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  );

  const ledger = {
    ...stateOf(database, facts),
    clock: clockText === undefined ? undefined : (JSON.parse(clockText) as ClockAnchor),
    /** Writes the changed rows. Durable on return. */
    commit(book: Book, events: readonly BookEvent[]) {
      transaction(() => {
        // A ledger in memory is never reopened, so it needs no copy of the book.
        if (file === ':memory:') return;
        for (const {type, row} of events.filter(isRow)) {
          if (type === 'house') facts.write('house', JSON.stringify(row));
          else putRow.run(type, row.number, JSON.stringify(row));
        }
        facts.write('time', JSON.stringify({time: book.time}));
      });
    },
    setClock: (anchor: ClockAnchor) => transaction(() => facts.write('clock', JSON.stringify(anchor))),
    /** Deletes everything except the seed: a new ledger with a new id, starting at this time. */
    reset(at: number) {
      transaction(() => {
        database.exec("DELETE FROM row; DELETE FROM fact WHERE name IN ('house', 'time')");
        begin(at, ledger.seed);
      });
      Object.assign(ledger, stateOf(database, facts));
    },
    close: () => database.close(),
  };
  return ledger;
}

function stateOf(database: DatabaseSync, facts: ReturnType<typeof factsIn>) {
  const genesis = Number(facts.read('genesis'));
  const seed = Number(facts.read('seed'));
  return {
    id: facts.read('id') ?? '',
    seed,
    genesis,
    book: storedBook(database, facts, createBook({seed, now: genesis, accounts: 0})),
  };
}

function storedBook(database: DatabaseSync, facts: ReturnType<typeof factsIn>, empty: Book): Book {
  const select = database.prepare('SELECT value FROM row WHERE kind = ? ORDER BY number');
  const stored = Object.entries(tables).map(([kind, table]) => [
    table,
    select.all(kind).map(({value}) => JSON.parse(String(value))),
  ]);
  const house = facts.read('house');
  return {
    ...empty,
    ...Object.fromEntries(stored),
    ...JSON.parse(facts.read('time') ?? '{}'),
    ...(house === undefined ? {} : {house: JSON.parse(house)}),
  };
}

function createTables(database: DatabaseSync): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  if (version === 0) inTransaction(database, () => database.exec(schema));
  if (version > 1)
    throw new Error(
      'The paper ledger was written by a newer optty. Use that one, or name another file with --db.',
    );
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

function factsIn(database: DatabaseSync) {
  const select = database.prepare('SELECT value FROM fact WHERE name = ?');
  const put = database.prepare(
    'INSERT INTO fact (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  );
  return {
    read(name: string): string | undefined {
      const value = select.get(name)?.value;
      return value === undefined ? undefined : String(value);
    },
    write: (name: string, value: string) => void put.run(name, value),
  };
}

const isRow = (event: BookEvent): event is RowEvent => 'row' in event;

export type PaperService = ReturnType<typeof createPaperService>;

export function createPaperService(ledger: Ledger, clock: ServiceClock) {
  let current = ledger.book;

  const perform = (command: BookCommand): readonly BookEvent[] => {
    const [book, events] = apply(current, command, clock.now());
    // A failed commit throws here, so `current` stays the stored book.
    if (events.some(isRow)) ledger.commit(book, events);
    current = book;
    return events;
  };

  return {
    book() {
      perform({type: 'wait'});
      return current;
    },
    /** Durable on return. */
    run(command: BookCommand) {
      const outcome = perform(command).at(-1);
      if (outcome === undefined) throw new Error(`The engine said nothing about ${command.type}.`);
      return outcome;
    },
    reset() {
      const accounts = current.accounts.length;
      ledger.reset(clock.now());
      current = ledger.book;
      for (let have = 0; have < accounts; have++) perform({type: 'addAccount'});
    },
  };
}
