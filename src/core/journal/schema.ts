import {isOver} from '../intents/intent.ts';

/** `PRAGMA user_version` of this schema: raise it by one with every change. */
export const schemaVersion = 34;

const statesOver = (over: boolean) =>
  Object.entries(isOver).flatMap(([state, is]) => (is === over ? [state] : []));
const inSql = (states: readonly string[]) => `(${states.map(each => `'${each}'`).join(', ')})`;

const refusedStates = inSql(['REJECTED', 'NOT SENT']);
export const unresolvedStates = inSql(statesOver(false));
/** Also those of older builds. */
export const resolvedStates = inSql([...statesOver(true), 'DONE', 'REFUSED', 'BY HAND']);

/** The whole schema, made in one transaction. A journal of another version is refused, never migrated. */
export const schema = `
  -- Whose file this is. Orders bear no account: the fingerprints of the credentials seen tell it apart as well.
  CREATE TABLE account (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    service TEXT NOT NULL,
    address TEXT NOT NULL,
    label TEXT NOT NULL,
    account_id TEXT,
    -- That answers showed, empty if they show none: a paper service may be reset.
    ledger TEXT,
    credentials TEXT NOT NULL DEFAULT '[]',
    -- The halt of an older journal was copied.
    has_old_halt INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE intents (
    id TEXT PRIMARY KEY,
    target TEXT NOT NULL,
    kind TEXT NOT NULL,
    -- Properties of a kind are columns: no statement names a kind.
    risk TEXT NOT NULL,
    -- The cancel whose order its own replaces.
    follows TEXT REFERENCES intents (id),
    state TEXT NOT NULL,
    draft TEXT NOT NULL,
    idempotency_key TEXT,
    asked_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    reason TEXT NOT NULL,
    known_before TEXT,
    detail TEXT NOT NULL,
    resolved_record_id TEXT
  ) STRICT;
  CREATE UNIQUE INDEX one_intent_per_key ON intents (idempotency_key) WHERE idempotency_key IS NOT NULL;
  CREATE UNIQUE INDEX one_intent_per_record ON intents (kind, resolved_record_id)
    WHERE resolved_record_id IS NOT NULL;
  CREATE INDEX intents_by_cancel ON intents (follows) WHERE follows IS NOT NULL;
  -- Another one only after nothing came of that: proved, or said by a person. An answer may still contradict it.
  CREATE TRIGGER one_follows_a_cancel BEFORE INSERT ON intents WHEN EXISTS (
    SELECT 1 FROM intents WHERE follows = NEW.follows AND state NOT IN ${refusedStates}
      AND NOT (state = 'RESOLVED' AND json_extract(detail, '$.said.word') = 'nothing')
  ) BEGIN SELECT RAISE(ABORT, 'another order has taken its place'); END;
  CREATE INDEX intents_by_time ON intents (changed_at);
  CREATE UNIQUE INDEX one_unresolved_per_target ON intents (target) WHERE state IN ${unresolvedStates};

  CREATE TABLE attempts (
    intent_id TEXT NOT NULL REFERENCES intents (id),
    number INTEGER NOT NULL,
    risk TEXT NOT NULL,
    sent_by TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    outcome TEXT,
    request_id TEXT,
    latency_ms REAL,
    epoch INTEGER NOT NULL REFERENCES controls (epoch),
    PRIMARY KEY (intent_id, number)
  ) STRICT;
  CREATE INDEX attempts_under_way ON attempts (intent_id) WHERE ended_at IS NULL;

  -- Who may write: the newest row, until it is released. Rows are only added.
  CREATE TABLE controls (
    epoch INTEGER PRIMARY KEY AUTOINCREMENT,
    lease TEXT NOT NULL,
    taken_at INTEGER NOT NULL,
    released_at INTEGER,
    -- Several writes of one key. The next one to take the controls has them too, until it has named the rest.
    several TEXT
  ) STRICT;
  CREATE TRIGGER only_with_the_controls BEFORE INSERT ON attempts WHEN NOT EXISTS (
    SELECT 1 FROM controls
    WHERE epoch = NEW.epoch AND epoch = (SELECT max(epoch) FROM controls) AND released_at IS NULL
  ) BEGIN SELECT RAISE(ABORT, 'another process has the controls'); END;

  -- Proposals of agents and scripts. A sent one has the id of its intent.
  CREATE TABLE proposals (
    id TEXT NOT NULL UNIQUE,
    draft TEXT NOT NULL,
    reason TEXT NOT NULL,
    proposer TEXT NOT NULL,
    version TEXT NOT NULL,
    pid INTEGER NOT NULL,
    asked_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    price_seen TEXT,
    state TEXT NOT NULL,
    ended_reason TEXT,
    intent_id TEXT
  ) STRICT;
  CREATE INDEX proposals_by_state ON proposals (state);
  CREATE INDEX proposals_by_time ON proposals (asked_at);

  CREATE TABLE notes (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

  -- One without lifted_at is in force.
  CREATE TABLE halts (
    number INTEGER PRIMARY KEY,
    set_at INTEGER NOT NULL,
    set_by TEXT NOT NULL,
    wants TEXT,
    progress TEXT,
    lifted_at INTEGER
  ) STRICT;
  CREATE TRIGGER nothing_begins_while_halted BEFORE INSERT ON attempts
    WHEN NEW.risk <> 'reduces' AND EXISTS (SELECT 1 FROM halts WHERE lifted_at IS NULL)
    BEGIN SELECT RAISE(ABORT, 'optty is halted'); END;

  -- Events of the account, each once, and lines of Activity about optty itself. An old event has lost its line;
  -- one that is older than the log never had one. What happened up to the time of floor:RESOURCE is old.
  CREATE TABLE events (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    resource TEXT NOT NULL,
    at INTEGER,
    line TEXT
  ) STRICT;
  CREATE INDEX events_with_line ON events (number) WHERE line IS NOT NULL;
  CREATE INDEX outages ON events (number) WHERE resource = 'service';
  -- That a list showed last, in an earlier process too: a halt cancels them, limits count them.
  CREATE TABLE working_orders (order_id TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT;
`;
