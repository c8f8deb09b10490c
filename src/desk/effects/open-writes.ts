import {randomUUID} from 'node:crypto';
import {existsSync} from 'node:fs';
import type {Moment} from '../../account/model/moment.ts';
import type {Limits} from '../../account/model/vocabulary.ts';
import {unanswered} from '../../account/reading/ledger.ts';
import type {Operations} from '../../api/client.ts';
import type {Millis} from '../../api/wire/records.ts';
import {whyReadOnly} from '../../core/gate/gate.ts';
import type {HaltCommand, HaltMsg} from '../../core/halt/halt.ts';
import type {IntentEffect} from '../../core/intents/intent.ts';
import type {Glimpse} from '../../core/journal/glimpse.ts';
import type {BoundJournal, Journal} from '../../core/journal/journal.ts';
import type {BoundService, JournalHost} from '../../core/journal/lease.ts';
import {fileOf, type Owner, type Places} from '../../core/journal/place.ts';
import {JournalError, journalError, orRefused} from '../../core/journal/problem.ts';
import type {Desk} from '../desk.ts';
import type {State} from '../state.ts';
import type {World} from './world.ts';

export type Writes = ReturnType<typeof openWrites>;

export type JournalWorld = Pick<
  World,
  | IntentEffect['type']
  | HaltCommand['type']
  | 'lookForProposals'
  | 'declineProposals'
  | 'lookForControls'
  | 'takeControls'
  | 'freeControls'
  | 'keepSeveral'
  | 'keepActivity'
  | 'keepAlerts'
>;

type Given = {
  readonly world: Partial<World>;
  readonly client: Operations;
  /** Called with the first write, because the credential's hash takes long to load. */
  readonly readService: () => Promise<BoundService>;
  /** The label of the account, which names its journal. */
  readonly account: string;
  readonly limits: Limits;
  readonly places: Places;
  readonly readHost: () => JournalHost;
  readonly clock: () => Moment;
  readonly state: Desk['getState'];
  readonly send: Desk['send'];
  readonly after: (ms: number, then: () => void) => void;
};

type Place = ReturnType<typeof fileOf<Owner>>;
type Unkept = Extract<HaltMsg, {type: 'unkept'}>['what'];

export function openWrites(given: Given) {
  const {world, places, readHost, clock, send, after} = given;
  let place: Place | undefined;
  let file: Journal | undefined;
  let isReady = false;
  let isClosed = false;
  const writable = () => (isReady ? file : undefined);

  const keep = keepIn(writable, send);
  const onReplaced = (reason: string) => {
    // What the service lists now is not kept there.
    isReady = false;
    send({type: 'journalFailed', reason, isUnread: true});
  };
  let attempt: (() => Promise<void>) | undefined;
  const early = createEarlyHalt(given, () => place);
  Object.assign(world, {watch: () => void attempt?.(), ...early.effects, ...untilOpen(keep)});

  return {
    async openJournal() {
      const needs = await whatWritesNeed();
      let effects: ReturnType<typeof needs.effectsOf> | undefined;
      attempt ??= needs.createOpening({
        async open() {
          const service = await given.readService();
          place = fileOf({places, service, label: given.account});
          if (service.isGuessed) throw new JournalError('unanswered', unanswered);
          const opened = await needs.openJournal({...place, host: readHost(), onReplaced});
          file = unlessClosed(opened, place.path, isClosed);
          effects = needs.effectsOf(given, file, service);
          return file;
        },
        others: () => needs.wordsOfOthers(places, readHost(), place?.path),
        glimpse: async limit => {
          const file = place;
          return file && early.seen(() => needs.glimpseJournal(file, limit));
        },
        found: () => effects?.found(early.flaggedElsewhere()),
        ready() {
          isReady = true;
          effects?.ready();
        },
        ...{send, after, now: clock, shown: given.state, mayWrite: () => mayWrite(given.state())},
      });
      await attempt();
    },
    /** Undefined until the journal is writable. */
    log: () => writable()?.log,
    prove: async () => writable()?.account.claim(given.state().link.accounts),
    notes: notesIn(writable),
    isLifted: liftedIn(() => ({file, path: place?.path})),
    close() {
      isClosed = true;
      keep(each => each.controls.release(clock().wall));
      file?.close();
    },
  };
}

type Halt = {readonly number: number; readonly path?: string};

type Opened = {readonly file: Journal | undefined; readonly path: string | undefined};

/** @param halt of the open journal, if `path` names no other; false if that cannot be read */
const liftedIn = (opened: () => Opened) => (halt: Halt | undefined) => {
  const {file, path} = opened();
  const isThere = halt !== undefined && (halt.path ?? path) === path;
  return orRefused(
    () => isThere && file?.halt.isLifted(halt.number) === true,
    () => false,
  );
};

type Keep = (what: (journal: BoundJournal) => void) => void;

function keepIn(writable: () => Journal | undefined, send: Desk['send']): Keep {
  const tell = (text: string) => send({type: 'told', text, level: 'danger'});
  return what =>
    orRefused(() => {
      const journal = writable();
      if (journal !== undefined) what(journal);
    }, tell);
}

/** Polls try to open the journal until it is writable. */
const untilOpen = (keep: Keep) =>
  ({
    keepActivity: ({lines}) => keep(each => each.appendEvents(lines)),
    keepAlerts: ({alerts}) => keep(each => each.keep('alerts', JSON.stringify(alerts))),
  }) satisfies Partial<JournalWorld>;

type Flagged = {readonly at: Millis; readonly path: string | undefined; readonly isKept?: true};

/** Before the journal opens, its file takes a halt, also that of the last service at the address. */
function createEarlyHalt({send, state, readHost}: Given, place: () => Place | undefined) {
  let flagged: Flagged | undefined;
  const unkept = (what: Unkept, reason = 'The journal is not open.') =>
    send({type: 'halt', msg: {type: 'unkept', what, reason}});
  const set = async (at: Millis) => {
    const guess = place();
    flagged = {at, path: guess?.path};
    if (guess === undefined || !existsSync(guess.path)) return unkept('set');
    const {setHaltIn} = await import('../../core/journal/journal.ts');
    const record = await setHaltIn({...guess, host: readHost()}, at);
    if (record instanceof JournalError) unkept('set', record.message);
    else {
      flagged = {at, path: guess.path, isKept: true};
      send({type: 'halt', msg: {type: 'seen', record}});
    }
  };
  return {
    effects: {
      setHalt: ({at}) => void set(at),
      liftHalt: () => unkept('lift'),
      wantHalt: () => unkept('want'),
    } satisfies Partial<JournalWorld>,
    async seen(read: () => Promise<Glimpse | undefined>) {
      const before = flagged;
      const glimpse = await read();
      // The file may have taken one after it was read.
      if (before !== flagged) return glimpse && {...glimpse, halt: state().halt.record};
      // Somebody lifted it.
      if (before?.isKept && glimpse !== undefined && glimpse.halt === undefined) flagged = undefined;
      return glimpse;
    },
    /** The time of a halt that was set here in another file than the one that opens. */
    flaggedElsewhere: () => (flagged?.path === place()?.path ? undefined : flagged?.at),
  };
}

/** Nothing else closes it, and the process may continue with another profile. */
function unlessClosed(opened: Journal | JournalError, path: string, isClosed: boolean): Journal {
  if (opened instanceof JournalError) throw opened;
  if (!isClosed) return opened;
  opened.close();
  throw journalError('unavailable', path, 'it was closed');
}

/** Loads SQLite at the first use, after the first frame. */
async function whatWritesNeed() {
  const [opening, {openJournal}, glimpse, writes, {createHaltEffects}] = await Promise.all([
    import('./opening.ts'),
    import('../../core/journal/journal.ts'),
    import('../../core/journal/glimpse.ts'),
    import('./writes.ts'),
    import('./halt.ts'),
  ]);
  const effectsOf = (given: Given, journal: BoundJournal, service: BoundService) => {
    const {world, client, limits, clock, state, send, after} = given;
    const ofHalt = createHaltEffects({
      ...{client, journal, service, clock, after},
      send: msg => send({type: 'halt', msg}),
    });
    const {setHalt, lookForHalt} = ofHalt;
    return {
      found(flaggedAt?: Millis) {
        Object.assign(world, {setHalt, lookForHalt});
        if (flaggedAt !== undefined) return setHalt({type: 'setHalt', at: flaggedAt}, send);
        const isNews = journal.halt.seen() !== state().halt.record;
        if (isNews) lookForHalt({type: 'lookForHalt'}, send);
      },
      ready() {
        const ofControls = writes.createControlsEffects({journal, send});
        const {lookForControls} = ofControls;
        const ofIntents = writes.createIntentEffects({
          ...{client, journal, service, limits, now: clock, state, after, lookForControls},
          uuid: randomUUID,
          send: msg => send({type: 'intent', msg}),
          warn: text => send({type: 'told', text, level: 'warning'}),
        });
        const ofProposals = writes.createProposalEffects({journal, clock, send});
        Object.assign(world, ofHalt, ofControls, ofIntents, ofProposals);
      },
    };
  };
  return {...opening, ...glimpse, openJournal, effectsOf};
}

const nothing = () => undefined;

const mayWrite = ({settings}: State) => whyReadOnly(settings.guardrails) === undefined;

/** A note that cannot be kept now is kept with the next one. */
export function notesIn(bound: () => BoundJournal | undefined) {
  const keep = (name: string, text: string) => {
    bound()?.keep(name, text);
    return bound() !== undefined;
  };
  return {
    keep: (name: string, text: string) =>
      orRefused(
        () => keep(name, text),
        () => false,
      ),
    recall: (name: string) => orRefused(() => bound()?.recall(name), nothing),
  };
}
