import {isSteady, type Moment} from '../../account/model/moment.ts';
import type {Limits} from '../../account/model/vocabulary.ts';
import {type OwnService, whyOfAnother} from '../../account/reading/ledger.ts';
import type {Operations} from '../../api/client.ts';
import type {HaltCommand, HaltMsg} from '../../core/halt/halt.ts';
import {beingSent, type Intent, type IntentEffect, type IntentSent} from '../../core/intents/intent.ts';
import {hasKey} from '../../core/intents/kinds/kinds.ts';
import type {Attempt} from '../../core/intents/outcome.ts';
import type {BoundJournal} from '../../core/journal/journal.ts';
import {JournalError, orRefused} from '../../core/journal/problem.ts';
import {hasLimits} from '../../core/limits/decide.ts';
import type {Proposal} from '../../core/proposals/proposal.ts';
import {commitAttempt, commitOutcome, overtaken, perform, whyUnsent} from '../../core/sending.ts';
import type {Desk} from '../desk.ts';
import type {CommandOf} from '../messages.ts';
import {factsNow} from '../order/gate-now.ts';
import type {State} from '../state.ts';
import type {World} from './world.ts';

type IntentWorld = {
  readonly client: Operations;
  readonly journal: BoundJournal;
  readonly service: OwnService;
  readonly limits: Limits;
  readonly uuid: () => string;
  readonly now: () => Moment;
  readonly state: () => State;
  readonly send: (msg: IntentSent) => void;
  readonly after: (ms: number, then: () => void) => void;
  readonly warn: (text: string) => void;
  /** @returns why they cannot be seen */
  readonly lookForControls: () => string | undefined;
  readonly request: (world: IntentWorld, intent: Intent, begun: Attempt) => void;
};

/**
 * Runs the commands of intents and reports the results by `send`. It decides nothing.
 * @param request sends what is committed
 */
export function createIntentEffects(
  given: Omit<IntentWorld, 'request'>,
  request: IntentWorld['request'] = sendRequest,
): Pick<World, IntentEffect['type']> {
  const {journal} = given;
  const send: IntentWorld['send'] = msg => {
    // A process that lost the controls decides nothing more, and one that cannot see them decides less.
    const reason = given.lookForControls();
    if (reason !== undefined) given.send({type: 'watchFailed', reason});
    given.send(msg);
  };
  const world = {...given, send, request};
  if (hasLimits(given.limits)) orSay(world, () => journal.limits.keepZone(world.now().wall));
  let told: {readonly as: string; readonly intents: readonly Intent[]} | undefined;
  /** Only the holder of the controls changes them: it reads them once, a viewer after each change. */
  const tellWrites = () => {
    const {controls} = world.state();
    const as = `${controls?.is} ${controls?.epoch}`;
    if (controls?.is === 'ours' && told?.as === as) return;
    const intents = journal.writes(world.now().wall);
    if (told?.as !== as || told?.intents !== intents) send({type: 'restored', intents});
    told = {as, intents};
  };
  return {
    journalAsk: command => journalAsk(world, command),
    attempt: ({intent, by}) => attempt(world, intent, by),
    record: ({intent}) => saveIntent(world, intent, {type: 'recorded', intentId: intent.id}),
    claim: ({intent}) => saveIntent(world, intent, {type: 'claimed', intent}),
    watch() {
      keepAccount(world);
      orSay(world, () => {
        tellWrites();
        tellLate(world);
        send({type: 'looked', standing: journal.limits.standing(world.now().wall)});
      });
    },
  };
}

/** The journal itself reports records of another account. */
function keepAccount({journal, state, warn}: IntentWorld): void {
  try {
    journal.account.claim(state().link.accounts);
    const text = journal.account.takeWarning();
    if (text !== undefined) warn(text);
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
  }
}

/**
 * The id and the key are random, so they are made here and not in the desk. No connection opens before the
 * commit.
 */
function journalAsk(world: IntentWorld, command: CommandOf<'journalAsk'>): void {
  const {draft, at, proposalId, offsetAtSend, knows} = command;
  const {client, service, uuid, send, journal, state} = world;
  const intent: Intent = {
    id: uuid(),
    draft,
    idempotencyKey: hasKey(draft) ? uuid() : undefined,
    state: 'SENDING',
    askedAt: at,
    changedAt: at.wall,
    reason: beingSent,
    attempts: [],
    offsetAtSend,
    proposalId,
    knownBefore: knows.known,
    underHalt: state().halt.record?.number,
    addsTo: knows.added && {currency: knows.added.currency, underlying: knows.added.underlying},
  };
  const failed = (reason: string) => send({type: 'askFailed', draft, reason});
  orRefused(() => {
    const another = whyOfAnother(client, service);
    if (another !== undefined) throw new JournalError('held', another);
    const asked = journal.ask(intent, knows);
    if (asked.kind === 'locked') return failed(asked.by);
    send({type: 'asked', intent: asked.intent});
    world.request(world, asked.intent, asked.begun);
  }, failed);
}

/** A repeat. */
function attempt(world: IntentWorld, intent: Intent, by: Attempt['by']): void {
  const begun = commitAttempt({...world, halted: world.state().intents.halted}, intent, by);
  if (begun !== undefined) world.request(world, intent, begun);
}

async function sendRequest(world: IntentWorld, intent: Intent, begun: Attempt): Promise<void> {
  const {journal} = world;
  let startedAt = begun.startedAt;
  const holdBack = () => {
    startedAt = world.now();
    const known = factsNow(world.state(), intent.draft, startedAt);
    const reason = whyUnsent(known, journal, intent, begun, startedAt);
    return reason ?? whyOfAnother(world.client, world.service);
  };
  const came = await perform(world.client, intent, {holdBack}, world.service);
  const isUnsteady = !isSteady(begun.startedAt, startedAt);
  commitOutcome(world, intent, {...begun, startedAt, isUnsteady}, came);
}

/** Outcomes that the former holder of the controls journaled after we took them. */
function tellLate({state, journal, send}: IntentWorld): void {
  if (state().intents.viewing !== undefined) return;
  for (const intent of state().intents.list) {
    const open = intent.attempts.filter(each => each.result === undefined);
    const awaited = new Set(open.map(each => each.number));
    if (awaited.size === 0) continue;
    const {attempts = [], offsetAtSend} = journal.kept(intent.id) ?? {};
    const isUnsteady = offsetAtSend === undefined;
    for (const attempt of attempts)
      if (attempt.result !== undefined && awaited.has(attempt.number))
        send({type: 'attempted', intentId: intent.id, attempt: {...attempt, isUnsteady}});
  }
}

function saveIntent(world: IntentWorld, intent: Intent, saved: IntentSent): void {
  const {journal, send, lookForControls} = world;
  const intentId = intent.id;
  try {
    const result = journal.save(intent);
    if (result === 'behind') overtaken(world, intentId);
    else if (result === 'taken')
      send({
        type: 'claimTaken',
        intentId,
        recordId: (intent.state === 'CONFIRMED' && intent.resolvedRecordId) || '',
      });
    else send(saved);
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    if (error.problem === 'viewer') lookForControls();
    else send({type: 'recordFailed', intentId, reason: error.message});
  }
}

function orSay({send}: IntentWorld, work: () => void): void {
  orRefused(work, reason => send({type: 'watchFailed', reason}));
}

type SharedWorld = {
  readonly journal: BoundJournal;
  readonly clock: () => Moment;
  readonly send: Desk['send'];
};

export function createControlsEffects({journal, send}: Omit<SharedWorld, 'clock'>) {
  let told = '';
  const look = () => {
    const seen = journal.controls.seen();
    const text = JSON.stringify(seen);
    const isNews = text !== told;
    told = text;
    if (isNews) send({type: 'controls', seen});
    return undefined;
  };
  const change = (work: () => void) =>
    orRefused(
      () => {
        work();
        look();
      },
      text => send({type: 'told', text, level: 'danger'}),
    );
  return {
    lookForControls: () => orRefused<string | undefined>(look, reason => reason),
    takeControls: ({at, isForced}) => change(() => journal.controls.take(at, isForced)),
    freeControls: ({at}) => change(() => journal.controls.release(at)),
    keepSeveral: ({what}) =>
      orRefused(
        () => journal.controls.keepSeveral(what),
        () => {},
      ),
  } satisfies Partial<World>;
}

export function createProposalEffects({journal, clock, send}: SharedWorld) {
  let told: readonly Proposal[] | undefined;
  const look = () => {
    const open = journal.proposals.open();
    if (open === told || (told === undefined && open.length === 0)) return;
    told = open;
    send({type: 'proposed', open});
  };
  return {
    lookForProposals: () => orRefused(look, () => {}),
    declineProposals: ({ids, reason}) =>
      orRefused(
        () => {
          journal.proposals.end(ids, 'DECLINED', reason, clock().wall);
          look();
        },
        text => send({type: 'told', text, level: 'danger'}),
      ),
  } satisfies Partial<World>;
}

type HaltWorld = {
  readonly client: Operations;
  readonly service: OwnService;
  readonly journal: BoundJournal;
  readonly clock: () => Moment;
  readonly send: (msg: HaltMsg) => void;
};

export function createHaltEffects({
  client,
  service,
  journal: {halt},
  clock,
  send,
}: HaltWorld): Pick<World, HaltCommand['type']> {
  /** A failed look at the journal is reported by the polls; a failed write is reported here and retried. */
  const keep = (work: () => void, what?: Extract<HaltMsg, {type: 'unkept'}>['what']): void =>
    orRefused(
      () => {
        work();
        send({type: 'seen', record: halt.seen()});
      },
      reason => what && send({type: 'unkept', what, reason}),
    );
  return {
    lookForHalt: () => keep(() => {}),
    setHalt: ({at, wants}) => keep(() => halt.set(at, wants), wants === undefined ? 'set' : 'want'),
    liftHalt: () => keep(() => halt.lift(clock().wall), 'lift'),
    // The lists of another service prove nothing.
    reportHalt: ({progress}) => keep(() => halt.report(progress, whyOfAnother(client, service))),
  };
}
