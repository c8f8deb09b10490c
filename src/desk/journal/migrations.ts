/** A service's address, or its paper ledger, without the credential that once stood behind it. */
export const serviceOfOld = `CASE WHEN service LIKE 'paper %' OR instr(service, ' ') = 0 THEN service
  ELSE substr(service, 1, instr(service, ' ') - 1) END`;

/**
 * Each brings the schema from its place in the list to the next. A change of the schema is a new entry at the
 * end; what is here has been applied on someone's disk and stays as it is.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE intents (
    id TEXT PRIMARY KEY,
    service TEXT NOT NULL,
    account TEXT NOT NULL,
    target TEXT NOT NULL,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    draft TEXT NOT NULL,
    idempotency_key TEXT,
    asked_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    reason TEXT NOT NULL,
    known_before TEXT,
    detail TEXT NOT NULL,
    resolved_record_id TEXT,
    holder TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX one_unresolved_per_target ON intents (service, account, target)
    WHERE state IN ('ASKED', 'SENDING', 'ACCEPTED', 'UNKNOWN');
  CREATE UNIQUE INDEX one_intent_per_record ON intents (service, kind, resolved_record_id)
    WHERE resolved_record_id IS NOT NULL;
  CREATE UNIQUE INDEX one_intent_per_key ON intents (idempotency_key) WHERE idempotency_key IS NOT NULL;
  CREATE INDEX intents_by_time ON intents (service, account, changed_at);

  CREATE TABLE attempts (
    intent_id TEXT NOT NULL REFERENCES intents (id),
    number INTEGER NOT NULL,
    sent_by TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    outcome TEXT,
    request_id TEXT,
    latency_ms REAL,
    PRIMARY KEY (intent_id, number)
  ) STRICT;

  CREATE TABLE events (
    number INTEGER PRIMARY KEY,
    service TEXT NOT NULL,
    account TEXT NOT NULL,
    at INTEGER NOT NULL,
    line TEXT NOT NULL
  ) STRICT;
  CREATE INDEX events_by_time ON events (service, account, at);

  CREATE TABLE notes (
    service TEXT NOT NULL,
    account TEXT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (service, account, name)
  ) STRICT;
  `,
  // A service was its address and a credential: with every new token what was unresolved went out of sight.
  `
  DROP INDEX one_unresolved_per_target;
  DROP INDEX one_intent_per_record;
  DROP INDEX intents_by_time;
  DROP INDEX events_by_time;
  ALTER TABLE intents ADD COLUMN credential_source TEXT;
  ALTER TABLE intents ADD COLUMN credential TEXT;
  ALTER TABLE intents ADD COLUMN account_id TEXT;
  ALTER TABLE intents ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
  UPDATE intents SET
    credential_source = CASE WHEN service LIKE 'paper %' THEN 'paper' ELSE '' END,
    credential = CASE WHEN service LIKE 'paper %' THEN '' ELSE substr(service, instr(service, ' ') + 1) END,
    service = ${serviceOfOld};
  UPDATE events SET service = ${serviceOfOld};
  UPDATE intents SET resolved_record_id = NULL, reason = reason || ' (#' || resolved_record_id || ')'
    WHERE resolved_record_id IS NOT NULL AND EXISTS (
      SELECT 1 FROM intents AS other
      WHERE other.service = intents.service AND other.kind = intents.kind
        AND other.resolved_record_id = intents.resolved_record_id
        AND (other.asked_at, other.id) < (intents.asked_at, intents.id)
    );
  CREATE UNIQUE INDEX one_intent_per_record ON intents (service, kind, resolved_record_id)
    WHERE resolved_record_id IS NOT NULL;
  CREATE INDEX intents_by_time ON intents (service, changed_at);
  CREATE INDEX unresolved_intents ON intents (service) WHERE state IN ('ASKED', 'SENDING', 'ACCEPTED', 'UNKNOWN');
  CREATE INDEX events_by_time ON events (service, at);

  CREATE TABLE locks (
    service TEXT NOT NULL,
    target TEXT NOT NULL,
    intent_id TEXT NOT NULL REFERENCES intents (id) DEFERRABLE INITIALLY DEFERRED,
    credential TEXT NOT NULL,
    account_id TEXT,
    PRIMARY KEY (intent_id, target)
  ) STRICT;
  CREATE INDEX locks_by_target ON locks (service, target);
  INSERT INTO locks SELECT service, target, id, credential, account_id FROM intents
    WHERE state IN ('ASKED', 'SENDING', 'ACCEPTED', 'UNKNOWN');
  CREATE TRIGGER one_unresolved_per_target BEFORE INSERT ON locks WHEN EXISTS (
    SELECT 1 FROM locks
    WHERE service = NEW.service AND target = NEW.target AND intent_id <> NEW.intent_id
      AND (credential = NEW.credential OR account_id IS NULL OR NEW.account_id IS NULL
        OR account_id = NEW.account_id)
  ) BEGIN SELECT RAISE(ABORT, 'the target is locked'); END;
  CREATE TRIGGER whatever_ends_unlocks AFTER UPDATE OF state ON intents
    WHEN NEW.state NOT IN ('ASKED', 'SENDING', 'ACCEPTED', 'UNKNOWN')
    BEGIN DELETE FROM locks WHERE intent_id = NEW.id; END;
  CREATE TRIGGER no_intent_without_lock BEFORE INSERT ON intents WHEN NEW.credential_source IS NULL
    BEGIN SELECT RAISE(ABORT, 'a newer optty has changed the journal; start this one again'); END;

  CREATE TABLE kept (
    service TEXT NOT NULL,
    account TEXT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (service, account, name)
  ) STRICT;
  INSERT OR REPLACE INTO kept SELECT ${serviceOfOld}, account, name, value FROM notes ORDER BY rowid;
  DROP TABLE notes;
  ALTER TABLE kept RENAME TO notes;
  `,
  // Events are dropped by their number.
  'CREATE INDEX events_by_number ON events (service);',
  // A program of before knows no stop: what it is about to send is held back here.
  `
  CREATE TABLE stops (
    service TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    set_by TEXT NOT NULL
  ) STRICT;
  CREATE TRIGGER nothing_begins_while_stopped BEFORE INSERT ON attempts WHEN EXISTS (
    SELECT 1 FROM intents JOIN stops ON stops.service = intents.service
    WHERE intents.id = NEW.intent_id AND intents.kind IN ('open', 'place')
  ) BEGIN SELECT RAISE(ABORT, 'optty is stopped'); END;
  `,
  // A replacement is two writes, and what it places is an order as any other.
  `
  ALTER TABLE attempts ADD COLUMN write INTEGER NOT NULL DEFAULT 1;
  DROP INDEX one_intent_per_record;
  CREATE UNIQUE INDEX one_intent_per_record
    ON intents (service, CASE kind WHEN 'replace' THEN 'place' ELSE kind END, resolved_record_id)
    WHERE resolved_record_id IS NOT NULL;
  DROP INDEX unresolved_intents;
  CREATE INDEX unresolved_intents ON intents (service) WHERE state IN ('ASKED', 'SENDING', 'ACCEPTED', 'UNKNOWN',
    'CANCELING', 'READING', 'PLACING', 'CANCELED NOT PLACED');
  DROP TRIGGER nothing_begins_while_stopped;
  CREATE TRIGGER nothing_begins_while_stopped BEFORE INSERT ON attempts WHEN EXISTS (
    SELECT 1 FROM intents JOIN stops ON stops.service = intents.service
    WHERE intents.id = NEW.intent_id
      AND (intents.kind IN ('open', 'place') OR (intents.kind = 'replace' AND NEW.write > 1))
  ) BEGIN SELECT RAISE(ABORT, 'optty is stopped'); END;
  DROP TRIGGER whatever_ends_unlocks;
  CREATE TRIGGER whatever_ends_unlocks AFTER UPDATE OF state ON intents
    WHEN NEW.state NOT IN ('ASKED', 'SENDING', 'ACCEPTED', 'UNKNOWN',
      'CANCELING', 'READING', 'PLACING', 'CANCELED NOT PLACED')
    BEGIN DELETE FROM locks WHERE intent_id = NEW.id; END;
  `,
  // What a stop is to end, who carries it out, and what it has found on the way.
  `
  ALTER TABLE stops ADD COLUMN wants TEXT;
  ALTER TABLE stops ADD COLUMN asked_at INTEGER;
  ALTER TABLE stops ADD COLUMN credential TEXT;
  ALTER TABLE stops ADD COLUMN credential_source TEXT;
  ALTER TABLE stops ADD COLUMN account_id TEXT;
  ALTER TABLE stops ADD COLUMN holder TEXT;
  ALTER TABLE stops ADD COLUMN beat_at INTEGER;
  ALTER TABLE stops ADD COLUMN progress TEXT;
  CREATE TABLE stop_orders (
    service TEXT NOT NULL,
    order_id TEXT NOT NULL,
    PRIMARY KEY (service, order_id)
  ) STRICT;
  CREATE TABLE stop_deletes (
    number INTEGER PRIMARY KEY,
    service TEXT NOT NULL,
    order_id TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    outcome TEXT
  ) STRICT;
  CREATE INDEX stop_deletes_by_order ON stop_deletes (service, order_id);
  `,
  // What happened on the account, each once: the line is gone of what is old, and was never there of what was
  // there before the log.
  `
  CREATE TABLE happenings (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    service TEXT NOT NULL,
    account TEXT NOT NULL,
    id TEXT NOT NULL,
    base TEXT NOT NULL,
    resource TEXT NOT NULL,
    at INTEGER,
    logged_at INTEGER NOT NULL,
    line TEXT,
    claimed_at INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX one_happening_per_id ON happenings (service, account, id);
  CREATE INDEX happenings_by_base ON happenings (service, account, base);
  CREATE INDEX happenings_with_line ON happenings (service, account, number) WHERE line IS NOT NULL;
  CREATE INDEX outages ON happenings (service, account, number) WHERE resource = 'service';
  CREATE TABLE happening_floors (
    service TEXT NOT NULL,
    account TEXT NOT NULL,
    resource TEXT NOT NULL,
    floor INTEGER NOT NULL,
    PRIMARY KEY (service, account, resource)
  ) STRICT;
  CREATE TABLE working_orders (
    service TEXT NOT NULL,
    account TEXT NOT NULL,
    order_id TEXT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (service, account, order_id)
  ) STRICT;
  `,
  // What is asked for is reserved; each end that may have done it gets the next number, for clocks differ.
  `
  CREATE TABLE reservations (
    intent_id TEXT PRIMARY KEY REFERENCES intents (id) DEFERRABLE INITIALLY DEFERRED,
    service TEXT NOT NULL,
    currency TEXT,
    underlying TEXT,
    mark INTEGER,
    ended_at INTEGER
  ) STRICT;
  CREATE INDEX reservations_by_end ON reservations (service, ended_at);
  CREATE UNIQUE INDEX reservations_by_mark ON reservations (mark) WHERE mark IS NOT NULL;
  INSERT INTO reservations (intent_id, service) SELECT id, service FROM intents
    WHERE kind IN ('open', 'place', 'replace')
      AND state NOT IN ('DONE', 'REFUSED', 'NOT SENT', 'BY HAND');
  CREATE TRIGGER what_was_not_done_is_given_back AFTER UPDATE OF state ON intents
    WHEN NEW.state IN ('REFUSED', 'NOT SENT')
      OR (NEW.state = 'BY HAND' AND json_extract(NEW.detail, '$.said.word') = 'nothing')
    BEGIN DELETE FROM reservations WHERE intent_id = NEW.id AND mark IS NULL; END;
  CREATE TRIGGER what_ended_is_counted AFTER UPDATE OF state ON intents
    WHEN NEW.state = 'DONE'
      OR (NEW.state = 'BY HAND' AND json_extract(NEW.detail, '$.said.word') <> 'nothing')
    BEGIN
      UPDATE reservations
      SET mark = (SELECT coalesce(max(mark), 0) + 1 FROM reservations), ended_at = NEW.changed_at
      WHERE intent_id = NEW.id AND mark IS NULL;
    END;

  CREATE TABLE limits (
    service TEXT NOT NULL,
    holder TEXT NOT NULL,
    credential TEXT NOT NULL,
    account_id TEXT,
    limits TEXT NOT NULL,
    PRIMARY KEY (service, holder)
  ) STRICT;
  CREATE TABLE day (one INTEGER PRIMARY KEY CHECK (one = 1), zone TEXT NOT NULL) STRICT;
  `,
  // Whether what came of it was seen: until then it weighs, however long ago it ended.
  `
  ALTER TABLE reservations ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX reservations_unseen ON reservations (service, seen);
  `,
  // When its dashboard last said that they hold.
  `ALTER TABLE limits ADD COLUMN told_at INTEGER NOT NULL DEFAULT 0;`,
];
