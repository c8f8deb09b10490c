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
  | 'keepOwn'
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
  let isReady = false;
  let attempt = async () => {};
  let makeReady = () => {};
  const onReplaced = (reason: string) => {
    // The journal does not keep the current lists of the service.
    isReady = false;
    send({type: 'journalFailed', reason, isUnread: true});
  };
  const file = createFile(given, onReplaced);
  const writable = () => (isReady ? file.opened() : undefined);
  const keep = keepIn(writable, send);
  const halts = createHalts(given);
  Object.assign(world, {
    watch: () => void attempt(),
    ...halts.untilOpen(async () => {
      await attempt();
      return file.opened() !== undefined;
    }),
    keepActivity: ({lines}) => keep(each => each.appendEvents(lines)),
    keepOwn: ({part: {name, value}}) => keep(each => each.keep(name, JSON.stringify(value))),
  } satisfies Partial<JournalWorld>);

  return {
    async openJournal() {
      const needs = await whatWritesNeed();
      attempt = needs.createOpening({
        open: () =>
          file.open(needs.openJournal, ({journal, service, path}) => {
            const {ofHalt, ready} = needs.effectsOf(given, journal, service);
            makeReady = ready;
            halts.take(journal, path, ofHalt);
          }),
        others: () => needs.wordsOnOthers(needs.readAccounts(places, readHost()), file.place()?.path),
        glimpse: limit => needs.glimpseJournal(file.place() ?? notAnswered(), limit),
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
    isLifted: (halt: number) => orFalse(() => file.opened()?.halt.isLifted(halt)),
    close() {
      keep(each => each.controls.release(clock().wall));
      file.close();
    },
  };
}

function notAnswered(): never {
  throw new JournalError('unanswered', unanswered);
}

type OpenedFile = {readonly journal: Journal; readonly service: BoundService; readonly path: string};

/** The file of the service; until that answers, of the last one at its address. */
function createFile({places, account, readService, readHost}: Given, onReplaced: (reason: string) => void) {
  let place: Place | undefined;
  let opened: OpenedFile | undefined;
  let isClosed = false;
  return {
    place: () => place,
    opened: () => opened?.journal,
    async open(openJournal: Needs['openJournal'], onNew: (opened: OpenedFile) => void) {
      if (opened !== undefined && !opened.service.isGuessed) return {journal: opened.journal};
      const service = await readService();
      const {isGuessed} = service;
      place = fileOf({places, service, label: account});
      const {path} = place;
      if (isGuessed && path === opened?.path) return {journal: opened.journal, isGuessed};
      if (isGuessed && !existsSync(path)) notAnswered();
      const journal = await openJournal({...place, host: readHost(), onReplaced});
      // Nothing else closes it, and the process may continue with another profile.
      if (isClosed) journal.close();
      if (isClosed) throw journalError('unavailable', path, 'it was closed');
      opened?.journal.close();
      opened = {journal, service, path};
      onNew(opened);
      return {journal, isGuessed};
    },
    close() {
      isClosed = true;
      opened?.journal.close();
    },
  };
}

type OfHalt = Pick<JournalWorld, 'setHalt' | 'lookForHalt'>;

/** A halt that is set here goes into each file that opens next: it may be of another account. */
function createHalts({world, send, state}: Given) {
  let halted: {readonly at: Millis; readonly path?: string} | undefined;
  const unkept = (what: Unkept) =>
    send({type: 'halt', msg: {type: 'unkept', what, reason: 'The journal is not open.'}});
  return {
    untilOpen: (open: () => Promise<boolean>) =>
      ({
        async setHalt({at}) {
          halted = {at};
          if (!(await open())) unkept('set');
        },
        liftHalt: () => unkept('lift'),
      }) satisfies Partial<JournalWorld>,
    take({halt}: BoundJournal, path: string, ofHalt: OfHalt) {
      const setHalt: OfHalt['setHalt'] = command => {
        halted = {at: command.at, path};
        ofHalt.setHalt(command, send);
      };
      Object.assign(world, {setHalt, lookForHalt: ofHalt.lookForHalt});
      if (halted !== undefined && halted.path !== path) setHalt({type: 'setHalt', at: halted.at}, send);
      else if (halt.seen() !== state().halt.record) ofHalt.lookForHalt({type: 'lookForHalt'}, send);
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
  const late = await import('./late.ts');
  const effectsOf = (given: Given, journal: BoundJournal, service: BoundService) => {
    const {world, client, limits, clock, state, send, after} = given;
    const ofHalt = late.createHaltEffects({
      ...{client, journal, service, clock},
      send: msg => send({type: 'halt', msg}),
    });
    return {
      ofHalt,
      ready() {
        const ofControls = late.createControlsEffects({journal, send});
        const {lookForControls} = ofControls;
        const ofIntents = late.createIntentEffects({
          ...{client, journal, service, limits, now: clock, state, after, lookForControls},
          uuid: randomUUID,
          send: msg => send({type: 'intent', msg}),
          warn: text => send({type: 'told', text, level: 'warning'}),
        });
        const ofProposals = late.createProposalEffects({journal, clock, send});
        Object.assign(world, ofHalt, ofControls, ofIntents, ofProposals);
      },
    };
  };
  return {...late, effectsOf};
}

type Needs = Awaited<ReturnType<typeof whatWritesNeed>>;

/** @returns of a note, false if it cannot be kept now: the next one is */
export const keeperOfNotes = (bound: () => BoundJournal | undefined) => (name: string, text: string) =>
  orFalse(() => {
    bound()?.keep(name, text);
    return bound() !== undefined;
  });

const orFalse = (work: () => boolean | undefined): boolean =>
  orRefused(
    () => work() === true,
    () => false,
  );
