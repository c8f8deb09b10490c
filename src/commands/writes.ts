import {randomUUID} from 'node:crypto';
import * as z from 'zod/mini';
import type {Config} from '../config/config.ts';
import type {Desk} from '../desk/desk.ts';
import type {createIntentEffects as CreateIntentEffects} from '../desk/effects/writes.ts';
import type {IntentCommand} from '../desk/intents/intent.ts';
import type {BoundJournal, Journal} from '../desk/journal/journal.ts';
import {createOpening, recentLimit} from '../desk/journal/opening.ts';
import type {Moment} from '../desk/moment.ts';
import type {ActivityLine, Alert} from '../desk/state.ts';
import type {Connection} from './connect.ts';
import type {Timers} from './dashboard/timers.ts';

/** What the dashboard writes: intents through the journal to the service, and what it keeps of a day. */
export type Writes = {
  /** Loads SQLite, opens the journal, takes over what a dead dashboard left, and tells the desk. */
  openJournal(): Promise<void>;
  readonly carryOut: (command: IntentCommand) => void;
  readonly keepActivity: (lines: readonly ActivityLine[]) => void;
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

export function openWrites({config, connection, clock, send, after, pid}: Given): Writes {
  let file: Journal | undefined;
  let bound: BoundJournal | undefined;
  let carryOut: ((command: IntentCommand) => void) | undefined;

  const keep = (what: (journal: BoundJournal) => void) => {
    try {
      if (bound !== undefined) what(bound);
    } catch (error) {
      send({type: 'told', text: (error as Error).message, level: 'danger'});
    }
  };

  const {client, ledger} = connection;
  const service = {...client.service, ledger, credentialSource: sourceOf(config, ledger)};
  const account = config.profile.label;
  const path = config.statePaths.journal;
  // Loads SQLite, and what else only writes need, when it is first wanted: behind the first frame.
  const journalModule = () => import('../desk/journal/journal.ts');
  let createIntentEffects: typeof CreateIntentEffects;

  const opening = createOpening({
    async open() {
      const [{openJournal, JournalError, readHost}, writes] = await Promise.all([
        journalModule(),
        import('../desk/effects/writes.ts'),
      ]);
      ({createIntentEffects} = writes);
      const opened = file ?? (await openJournal({path, host: readHost(pid)}));
      if (opened instanceof JournalError) throw opened;
      file = opened;
      return opened.bind(service, account);
    },
    async glimpse() {
      const [{readHost}, {glimpseJournal}] = await Promise.all([
        journalModule(),
        import('../desk/journal/glimpse.ts'),
      ]);
      return glimpseJournal({path, host: readHost(pid), service, limit: recentLimit});
    },
    alertsFrom: readAlerts,
    ready(journal) {
      bound = journal;
      carryOut = createIntentEffects({
        ...{client, journal, service, now: clock, after},
        uuid: randomUUID,
        send: msg => send({type: 'intent', msg}),
      });
    },
    ...{send, after, now: clock},
  });

  return {
    openJournal: opening.attempt,
    carryOut(command) {
      if (carryOut !== undefined) carryOut(command);
      // The polls look at the journal; until it can be written, they try to open it.
      else if (command.type === 'watch') void opening.attempt();
    },
    keepActivity: lines => keep(each => each.appendEvents(lines)),
    keepAlerts: alerts => keep(each => each.keep('alerts', JSON.stringify(alerts))),
    close: () => file?.close(),
  };
}

/** The embedded paper service makes its own credential, for a ledger that has one account. */
function sourceOf({credential}: Config, ledger: string | undefined): string {
  if (ledger !== undefined) return 'paper';
  return credential.kind === 'none' ? 'none' : credential.sourceKey;
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
