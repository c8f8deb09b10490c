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
import type {BoundJournal, Journal} from '../../core/journal/journal.ts';
import type {BoundService, JournalHost} from '../../core/journal/lease.ts';
import {fileOf, type Owner, type Places} from '../../core/journal/place.ts';
import {JournalError, journalError, orRefused} from '../../core/journal/problem.ts';
import type {Desk} from '../desk.ts';
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
  const {world, places, readHost, clock, send, state} = given;
  let place: Place | undefined;
  let file: Journal | undefined;
  let isGuessed: boolean | undefined;
  let isReady = false;
  let isClosed = false;
  /** A halt that was set here, and the file that took it: the next one may be of another account. */
  let halted: {readonly at: Millis; readonly path?: string} | undefined;
  let attempt = async () => {};
  let makeReady = () => {};
  const writable = () => (isReady ? file : undefined);
  const keep = keepIn(writable, send);
  const onReplaced = (reason: string) => {
    // What the service lists now is not kept there.
    isReady = false;
    send({type: 'journalFailed', reason, isUnread: true});
  };
  const unkept = (what: Unkept) =>
    send({type: 'halt', msg: {type: 'unkept', what, reason: 'The journal is not open.'}});
  const untilOpen = {
    watch: () => void attempt(),
    async setHalt({at}) {
      halted = {at};
      await attempt();
      if (file === undefined) unkept('set');
    },
    liftHalt: () => unkept('lift'),
    wantHalt: () => unkept('want'),
    keepActivity: ({lines}) => keep(each => each.appendEvents(lines)),
    keepAlerts: ({alerts}) => keep(each => each.keep('alerts', JSON.stringify(alerts))),
  } satisfies Partial<JournalWorld>;
  Object.assign(world, untilOpen);

  /** The journal of the service; until that answers, of the last one at its address. */
  const open = async (needs: Needs) => {
    if (file !== undefined && !isGuessed) return {journal: file};
    const before = place?.path;
    const service = await given.readService();
    ({isGuessed} = service);
    place = fileOf({places, service, label: given.account});
    const {path} = place;
    if (isGuessed && file !== undefined && path === before) return {journal: file, isGuessed};
    if (isGuessed && !existsSync(path)) throw new JournalError('unanswered', unanswered);
    const journal = unlessClosed(await needs.openJournal({...place, host: readHost(), onReplaced}), path);
    file?.close();
    file = journal;
    const {ofHalt, ready} = needs.effectsOf(given, journal, service);
    makeReady = ready;
    const setHalt: typeof ofHalt.setHalt = command => {
      halted = {at: command.at, path};
      ofHalt.setHalt(command, send);
    };
    Object.assign(world, {setHalt, lookForHalt: ofHalt.lookForHalt});
    if (halted !== undefined && halted.path !== path) setHalt({type: 'setHalt', at: halted.at}, send);
    else if (journal.halt.seen() !== state().halt.record) ofHalt.lookForHalt({type: 'lookForHalt'}, send);
    return {journal, isGuessed};
  };
  /** Nothing else closes it, and the process may continue with another profile. */
  const unlessClosed = (opened: Journal, path: string): Journal => {
    if (!isClosed) return opened;
    opened.close();
    throw journalError('unavailable', path, 'it was closed');
  };

  return {
    async openJournal() {
      const needs = await whatWritesNeed();
      attempt = needs.createOpening({
        open: () => open(needs),
        others: () => needs.wordsOnOthers(needs.readAccounts(places, readHost()), place?.path),
        glimpse(limit) {
          if (place === undefined) throw new JournalError('unanswered', unanswered);
          return needs.glimpseJournal(place, limit);
        },
        ready() {
          isReady = true;
          makeReady();
        },
        mayWrite: () => whyReadOnly(state().settings.guardrails) === undefined,
        ...{send, now: clock, shown: state},
      });
      await attempt();
    },
    /** Undefined until the journal is writable. */
    log: () => writable()?.log,
    prove: () => writable()?.account.claim(state().link.accounts),
    keepNote: keeperOfNotes(writable),
    /** False if that cannot be read. */
    isLifted: (halt: number) =>
      orRefused(
        () => file?.halt.isLifted(halt) === true,
        () => false,
      ),
    close() {
      isClosed = true;
      keep(each => each.controls.release(clock().wall));
      file?.close();
    },
  };
}

type Keep = (what: (journal: BoundJournal) => void) => void;

function keepIn(writable: () => Journal | undefined, send: Desk['send']): Keep {
  const tell = (text: string) => send({type: 'told', text, level: 'danger'});
  return what =>
    orRefused(() => {
      const journal = writable();
      if (journal !== undefined) what(journal);
    }, tell);
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
    return {
      ofHalt,
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

type Needs = Awaited<ReturnType<typeof whatWritesNeed>>;

/** @returns of a note, false if it cannot be kept now: the next one is */
export const keeperOfNotes = (bound: () => BoundJournal | undefined) => (name: string, text: string) =>
  orRefused(
    () => {
      bound()?.keep(name, text);
      return bound() !== undefined;
    },
    () => false,
  );
