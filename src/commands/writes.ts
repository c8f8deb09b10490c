import {randomUUID} from 'node:crypto';
import * as z from 'zod/mini';
import type {Config} from '../config/config.ts';
import type {Desk} from '../desk/desk.ts';
import type {BoundJournal, Journal} from '../desk/effects/journal.ts';
import type {createIntentEffects as CreateIntentEffects} from '../desk/effects/writes.ts';
import type {IntentCommand} from '../desk/intents/intent.ts';
import type {ActivityLine, Alert, Moment} from '../desk/state.ts';
import type {Connection} from './connect.ts';
import type {Timers} from './timers.ts';

/** What the dashboard writes: intents through the journal to the service, and what it keeps of a day. */
export type Writes = {
  /** Loads SQLite, opens the journal, takes over what a dead dashboard left, and tells the desk. */
  openJournal(): Promise<void>;
  readonly carryOut: (command: IntentCommand) => void;
  readonly keepActivity: (line: ActivityLine) => void;
  readonly keepAlerts: (alerts: readonly Alert[]) => void;
  close(): void;
};

type Given = {
  readonly config: Config;
  readonly connection: Connection;
  readonly clock: () => Moment;
  readonly send: Desk['send'];
  readonly after: Timers['after'];
  readonly pid: number;
};

/** A journal that is held by another program is tried again for half a minute. */
const busyRetryMs = 500;
const busyTries = 60;

/** How much of the journal's past Activity shows. */
const recentLimit = 200;

export function openWrites({config, connection, clock, send, after, pid}: Given): Writes {
  let journal: Journal | undefined;
  let bound: BoundJournal | undefined;
  let carryOut: ((command: IntentCommand) => void) | undefined;

  const fail = (reason: string) => send({type: 'journalFailed', reason});
  const keep = (what: (journal: BoundJournal) => void) => {
    try {
      if (bound !== undefined) what(bound);
    } catch (error) {
      send({type: 'told', text: (error as Error).message, level: 'danger'});
    }
  };

  /** Binds the journal to the service, and tells the desk what it holds. */
  const start = (opened: Journal, createIntentEffects: typeof CreateIntentEffects) => {
    const {client, ledger} = connection;
    const account = config.profile.label;
    const service = {...client.service, ledger};
    const binding = opened.bind(service, account);
    const told = {
      activity: binding.recentActivity(recentLimit),
      alerts: readAlerts(binding.recall('alerts')),
    };
    const elsewhere = wordsOnOthers(binding.unresolvedElsewhere());
    const held = binding.held();
    // Last: what is taken over here must not stay with a program that then could not start its journal.
    const adopted = binding.adopt();
    bound = binding;
    carryOut = createIntentEffects({
      client,
      journal: opened,
      service,
      account,
      uuid: randomUUID,
      now: clock,
      send: msg => send({type: 'intent', msg}),
      after,
    });
    send({type: 'journalOpened', ...told});
    send({type: 'intent', msg: {type: 'restored', intents: adopted}});
    send({type: 'intent', msg: {type: 'held', held}});
    if (elsewhere !== undefined) send({type: 'told', text: elsewhere, level: 'warning'});
  };

  const open = async (triesLeft: number): Promise<void> => {
    const [{openJournal, JournalError, readHost}, {createIntentEffects}] = await Promise.all([
      import('../desk/effects/journal.ts'),
      import('../desk/effects/writes.ts'),
    ]);
    const opened = journal ?? (await openJournal({path: config.statePaths.journal, host: readHost(pid)}));
    try {
      if (opened instanceof JournalError) throw opened;
      journal = opened;
      start(opened, createIntentEffects);
    } catch (error) {
      // Another dashboard writes at this very moment: until it is done the journal counts as being opened.
      const isBusy = error instanceof JournalError && error.problem === 'busy';
      if (isBusy && triesLeft > 0) return after(busyRetryMs, () => void open(triesLeft - 1));
      fail((error as Error).message);
    }
  };

  return {
    openJournal: () => open(busyTries),
    carryOut: command => carryOut?.(command),
    keepActivity: line => keep(each => each.appendEvent(line)),
    keepAlerts: alerts => keep(each => each.keep('alerts', JSON.stringify(alerts))),
    close: () => journal?.close(),
  };
}

/** They are settled against their own service alone: behind another label or token they would be out of sight. */
function wordsOnOthers(number: number): string | undefined {
  if (number === 0) return undefined;
  const [are, them] = number === 1 ? ['write is', 'it'] : ['writes are', 'them'];
  return `${number} ${are} unresolved for another service, account label or token; start optty with that to settle ${them}.`;
}

const alertsSchema = z.array(
  z.object({
    id: z.string(),
    pane: z.enum(['cards', 'easyOptions']),
    rowId: z.string(),
    label: z.string(),
    field: z.string(),
    above: z.boolean(),
    level: z.string().check(z.regex(/^-?\d+(\.\d+)?$/)),
    hasRung: z.boolean(),
  }),
);

/** The alerts as the journal keeps them; what a newer or broken program left there counts as none. */
function readAlerts(text: string | undefined): readonly Alert[] {
  return z.safeParse(alertsSchema, parsed(text ?? '[]')).data ?? [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
