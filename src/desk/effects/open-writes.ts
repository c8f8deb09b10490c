import {randomUUID} from 'node:crypto';
import type {Operations} from '../../api/client.ts';
import type {Desk} from '../desk.ts';
import type {IntentEffect} from '../intents/intent.ts';
import type {BoundJournal, BoundService, Journal} from '../journal/contract.ts';
import type {glimpseJournal as GlimpseJournal} from '../journal/glimpse.ts';
import type {JournalHost} from '../journal/lease.ts';
import type {EventLog} from '../journal/log/contract.ts';
import type {JournalOpening, OpeningWorld} from '../journal/opening.ts';
import {JournalError} from '../journal/problem.ts';
import {hasLimits} from '../limits/decide.ts';
import type {Moment} from '../model/moment.ts';
import type {ActivityLine, Alert} from '../model/state.ts';
import {type Limits, noLimits} from '../model/vocabulary.ts';
import type {StopCommand} from '../stop/room.ts';

/** What the dashboard writes: intents through the journal to the service, and what it keeps of a day. */
export type Writes = {
  /** Loads SQLite, opens the journal, takes over what a dead dashboard left, and tells the desk. */
  openJournal(): Promise<void>;
  readonly carryOut: (command: IntentEffect) => void;
  readonly stop: (command: StopCommand) => void;
  readonly keepActivity: (lines: readonly ActivityLine[]) => void;
  /** What happened on the account; undefined until the journal can be written. */
  readonly log: () => EventLog | undefined;
  readonly keepAlerts: (alerts: readonly Alert[]) => void;
  /** Keeps a note under a name; true once the journal is open, and has it. */
  readonly keepNote: (name: string, text: string) => boolean;
  close(): void;
};

type Given = {
  readonly client: Operations;
  /** Who is written to. Asked for with the first write: the hash of a credential takes long to load. */
  readonly readService: () => BoundService;
  readonly account: string;
  /** Of the account: they hold for all dashboards of the service while this one runs. */
  readonly limits: Limits;
  /** It is a dashboard that may send what adds risk: a stop of another address names it. */
  readonly mayAddRisk: boolean;
  /** The journal's file. */
  readonly path: string;
  readonly readHost: () => JournalHost;
  readonly clock: () => Moment;
  readonly state: Desk['getState'];
  readonly send: Desk['send'];
  readonly after: (ms: number, then: () => void) => void;
};

export function openWrites(given: Given): Writes {
  const {account, limits, path, readHost, clock, send, after} = given;
  let known: BoundService | undefined;
  const service = () => (known ??= given.readService());
  let file: Journal | undefined;
  let bound: BoundJournal | undefined;
  let isClosed = false;
  let carryOut: ((command: IntentEffect) => void) | undefined;
  let stop = noStopYet(send);
  let late: WhatWritesNeed | undefined;

  const keep = (what: (journal: BoundJournal) => void) =>
    orTell(send, () => bound !== undefined && what(bound));

  let opening: JournalOpening | undefined;
  const world: OpeningWorld = {
    async open() {
      late ??= await whatWritesNeed();
      const onReplaced = (reason: string) => send({type: 'journalFailed', reason, isUnread: true});
      const opened = file ?? (await late.openJournal({path, host: readHost(), onReplaced}));
      if (opened instanceof JournalError) throw opened;
      // Nobody would close it later: its writer goes on in the same process with another profile.
      if (isClosed) opened.close();
      file = opened;
      return opened.bind(service(), account);
    },
    glimpse: () => glimpseOf({path, host: readHost(), service: service()}),
    ready(journal) {
      bound = journal;
      if (given.mayAddRisk) quietly(() => file?.enter(service()));
      const effects = late?.createEffects(given, journal, service());
      carryOut = effects?.carryOut;
      stop = effects?.stop ?? stop;
    },
    ...{send, after, now: clock},
  };

  return {
    async openJournal() {
      const {createOpening} = await import('../journal/opening.ts');
      opening ??= createOpening(world);
      await opening.attempt();
    },
    // The polls look at the journal; until it can be written, they try to open it.
    carryOut: command =>
      carryOut === undefined ? void (command.type === 'watch' && opening?.attempt()) : carryOut(command),
    stop: command => stop(command),
    keepActivity: lines => keep(each => each.appendEvents(lines)),
    log: () => (bound === undefined ? undefined : file?.log(service(), account)),
    keepAlerts: alerts => keep(each => each.keep('alerts', JSON.stringify(alerts))),
    keepNote: (name, text) => bound !== undefined && quietly(() => bound?.keep(name, text)),
    close() {
      isClosed = true;
      if (hasLimits(limits)) keep(takeBackLimits);
      file?.close();
    },
  };
}

type WhatWritesNeed = Awaited<ReturnType<typeof whatWritesNeed>>;

/** SQLite, and what else only writes need, loads when it is first wanted: behind the first frame. */
async function whatWritesNeed() {
  const [{openJournal}, {createIntentEffects}, {createStopEffects}] = await Promise.all([
    import('../journal/journal.ts'),
    import('./writes.ts'),
    import('./stop.ts'),
  ]);
  const createEffects = (
    {client, limits, clock, state, send, after}: Given,
    journal: BoundJournal,
    service: BoundService,
  ) => ({
    carryOut: createIntentEffects({
      ...{client, journal, service, limits, now: clock, state, after},
      uuid: randomUUID,
      send: msg => send({type: 'intent', msg}),
    }),
    stop: createStopEffects({client, journal, clock, after, send: msg => send({type: 'stop', msg})}),
  });
  return {openJournal, createEffects};
}

/** The process may go on with another profile, whose limits are others. */
const takeBackLimits = (journal: BoundJournal) => journal.limits.announce(noLimits, undefined, 0);

async function glimpseOf(given: Omit<Parameters<typeof GlimpseJournal>[0], 'limit'>) {
  const [{glimpseJournal}, {recentLimit}] = await Promise.all([
    import('../journal/glimpse.ts'),
    import('../journal/opening.ts'),
  ]);
  return glimpseJournal({...given, limit: recentLimit});
}

/** It only informs, and nothing depends on it: false where the journal did not take it. */
function quietly(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

function orTell(send: Desk['send'], work: () => unknown): void {
  try {
    work();
  } catch (error) {
    send({type: 'told', text: error instanceof Error ? error.message : String(error), level: 'danger'});
  }
}

/** Until the journal is open the flag of a stop holds in this dashboard alone. */
function noStopYet(send: Desk['send']): (command: StopCommand) => void {
  return ({type}) => {
    if (type === 'set') send({type: 'stop', msg: {type: 'unkept', what: type, reason: 'It is not open.'}});
  };
}
