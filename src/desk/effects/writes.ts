import {age, isSteady, type Moment} from '../../account/model/moment.ts';
import type {Limits} from '../../account/model/vocabulary.ts';
import {type OwnService, showLedger, whyOfAnother, whyOld} from '../../account/reading/ledger.ts';
import type {CallOptions, Operations} from '../../api/client.ts';
import {ApiError, LinkError, ShapeError} from '../../api/errors.ts';
import type {JsonObject, JsonValue, Order} from '../../api/wire/records.ts';
import {whyHalted, whyHeld} from '../../core/gate/gate.ts';
import {haltedReason} from '../../core/halt/halt.ts';
import {mayStillRepeat} from '../../core/intents/classify.ts';
import {gather} from '../../core/intents/evidence.ts';
import {cameToNothing, type Intent, type IntentEffect, type IntentSent} from '../../core/intents/intent.ts';
import {confirmedForMs, type Write} from '../../core/intents/kinds/kind.ts';
import {hasKey, kindOf, sentKindOf, type WriteDraft} from '../../core/intents/kinds/kinds.ts';
import {type Attempt, mayHaveArrived, type Outcome} from '../../core/intents/outcome.ts';
import type {BoundJournal} from '../../core/journal/journal.ts';
import {JournalError, orRefused} from '../../core/journal/problem.ts';
import {hasLimits} from '../../core/limits/decide.ts';
import {weighedBeside} from '../../core/limits/pending.ts';
import type {Proposal} from '../../core/proposals/proposal.ts';
import type {Desk} from '../desk.ts';
import type {CommandOf} from '../messages.ts';
import {knowsOf} from '../order/gate.ts';
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
  readonly lookForControls: () => void;
};

/** Runs the commands of intents and reports the results by `send`. It decides nothing. */
export function createIntentEffects(given: IntentWorld): Pick<World, IntentEffect['type']> {
  const {journal} = given;
  const send: IntentWorld['send'] = msg => {
    // A process that lost the controls decides nothing more.
    given.lookForControls();
    given.send(msg);
  };
  const world = {...given, send};
  const reader = {...world, clock: world.now};
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
    attempt: ({intent, by}) => void attempt(world, intent, by),
    record: ({intent}) =>
      keep(world, intent, () => {
        if (journal.save(intent) === 'behind') return void overtaken(world, intent.id);
        send({type: 'recorded', intentId: intent.id});
        tellReopened(world, intent);
      }),
    claim: ({intent}) => keep(world, intent, () => claim(world, intent)),
    gather: ({intentId, look, reading}) =>
      void gather(reader, reading).then(evidence => send({type: 'gathered', intentId, look, evidence})),
    watch() {
      void keepAccount(world);
      orSay(world, () => {
        tellWrites();
        tellLate(world);
        send({type: 'looked', standing: journal.limits.standing(world.now().wall)});
      });
    },
  };
}

/** If records show another account, the journal tells so itself. */
async function keepAccount({journal, state, send}: IntentWorld): Promise<void> {
  try {
    await journal.account.claim(state().link.accounts);
    const text = journal.account.takeWarning();
    if (text !== undefined) send({type: 'watchFailed', reason: text});
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
  }
}

/** The id and the key are random, so they are made here and not in the desk. */
function journalAsk(
  {client, service, uuid, send, journal, state}: IntentWorld,
  {draft, at, ends, proposalId, knows}: CommandOf<'journalAsk'>,
): void {
  const intent: Intent = {
    id: uuid(),
    draft,
    idempotencyKey: hasKey(draft) ? uuid() : undefined,
    state: 'QUEUED',
    askedAt: at,
    changedAt: at.wall,
    reason: 'In the journal; nothing sent yet.',
    attempts: [],
    proposalId,
    underHalt: state().halt.record?.number,
    supersedes: ends?.id,
    addsTo: knows.added && {currency: knows.added.currency, underlying: knows.added.underlying},
  };
  const failed = (reason: string) => send({type: 'askFailed', draft, reason});
  orRefused(() => {
    const another = whyOfAnother(client, service);
    if (another !== undefined) throw new JournalError('held', another);
    const asked = journal.ask(intent, ends, knows);
    if (asked.kind === 'locked') failed(asked.by);
    else send({type: 'asked', intent: asked.intent, ended: asked.ended});
  }, failed);
}

const otherState = 'The journal has another state.';

/** No connection opens before the commit. */
async function attempt(world: IntentWorld, intent: Intent, by: Attempt['by']): Promise<void> {
  const {journal} = world;
  const begun = beginAttempt(world, intent, by);
  if (begun === undefined) return;
  let startedAt = begun.startedAt;
  const holdBack = () => {
    startedAt = world.now();
    const reason = whyUnsent(world.state(), journal, intent, begun, startedAt);
    return reason ?? whyOfAnother(world.client, world.service);
  };
  const came = await perform(world.client, intent, {holdBack}, world.service);
  const isUnsteady = !isSteady(begun.startedAt, startedAt);
  endAttempt(world, intent, {...begun, startedAt, isUnsteady}, came);
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

type Told = Pick<IntentWorld, 'now' | 'send' | 'journal' | 'after'>;

export function beginAttempt(
  {now, send, journal, state}: Pick<IntentWorld, 'now' | 'send' | 'journal' | 'state'>,
  intent: Intent,
  by: Attempt['by'],
): Attempt | undefined {
  const number = intent.attempts.length + 1;
  const begun: Attempt = {number, by, process: 'this', startedAt: now()};
  const halted = whyHalted(state().intents.halted, intent.draft);
  const epoch = orRefused<number | string>(
    () => halted ?? journal.beginAttempt(intent, begun) ?? otherState,
    why => why,
  );
  if (typeof epoch === 'number') return {...begun, epoch};
  if (epoch !== otherState || !overtaken({journal, send}, intent.id))
    send({type: 'attemptFailed', intentId: intent.id, reason: epoch});
  return undefined;
}

/** The journal decides, whatever this process knew. */
function overtaken({journal, send}: Pick<IntentWorld, 'journal' | 'send'>, intentId: string): boolean {
  const intent = orRefused(
    () => journal.kept(intentId),
    () => undefined,
  );
  if (intent !== undefined) send({type: 'overtaken', intent});
  return intent !== undefined;
}

/** The journal has done it in the commit that ended what took its place. */
function tellReopened({journal, send}: IntentWorld, ended: Intent): void {
  const earlier =
    ended.supersedes !== undefined && cameToNothing(ended) ? journal.kept(ended.supersedes) : undefined;
  if (earlier?.state === 'UNKNOWN') send({type: 'reopened', intent: earlier});
}

/** Checked before the connection and before the first byte, because a handshake may take long. */
export function whyUnsent(
  state: State,
  journal: BoundJournal,
  intent: Intent,
  begun: Attempt,
  now: Moment,
): string | undefined {
  const {draft} = intent;
  const knows = knowsOf(state, draft, now);
  // One that the journal could not take yet is in force here alone.
  const unasked = {halted: state.intents.halted, knows, standing: undefined};
  const reason =
    whyTooLate(intent, begun, now) ?? whyControlsLost(journal, begun.epoch) ?? whyHeld(unasked, draft);
  if (reason !== undefined || kindOf(draft).risk === 'reduces') return reason;
  const whyUnclaimed = journal.account.whyUnclaimed();
  if (whyUnclaimed !== undefined) return whyUnclaimed;
  return orRefused<string | undefined>(
    () => whyHeld({...unasked, ...toldByJournal(journal, intent, now)}, draft),
    why => why,
  );
}

/** Another process may have taken them since the commit, and go on with what this one began. */
function whyControlsLost(journal: BoundJournal, epoch: number | undefined): string | undefined {
  return orRefused(
    () => journal.controls.whyLost(epoch),
    why => why,
  );
}

/** An attempt that may have arrived counts already: a repeat adds nothing, and a late one adds it once more. */
function toldByJournal(journal: BoundJournal, intent: Intent, now: Moment) {
  const halt = journal.halt.seen();
  const mayBeOpen = intent.attempts.some(mayHaveArrived);
  const isRepeat = mayBeOpen && mayStillRepeat(intent.attempts, now);
  const standing = isRepeat ? undefined : journal.limits.standing(now.wall);
  const beside = standing && (mayBeOpen ? standing : weighedBeside(standing, intent));
  return {halted: halt && haltedReason(halt), standing: beside};
}

export function endAttempt(
  {now, send, journal, after}: Told,
  {id: intentId}: Intent,
  begun: Attempt,
  came: Came,
): void {
  const ended: Attempt = {...begun, result: {at: now(), ...came}};
  // The desk may drop the intent with the controls; nobody else knows its outcome.
  const keepFact = (failed: (reason: string) => void): void =>
    orRefused(
      () => journal.endAttempt(intentId, ended),
      reason => {
        failed(reason);
        after(keepAgainMs, () => keepFact(() => {}));
      },
    );
  keepFact(reason => send({type: 'recordFailed', intentId, reason}));
  send({type: 'attempted', intentId, attempt: ended});
}

const keepAgainMs = 1_000;

/**
 * Until an attempt may have arrived, the order expires with its confirmation. A repeat by itself is timed from
 * the first attempt, one by the user from its own key.
 */
function whyTooLate(intent: Intent, {by, startedAt}: Attempt, now: Moment): string | undefined {
  const {attempts, draft} = intent;
  const isRepeat = attempts.length > 0;
  if (isRepeat && by === 'itself') {
    // A cancel names one order, so it is never too late.
    if (sentKindOf(draft).repeats === 'until final') return undefined;
    if (attempts.some(mayHaveArrived))
      return mayStillRepeat(attempts, now) ? undefined : 'Not repeated: too long after the first attempt.';
  }
  const ageMs = age(isRepeat && by === 'user' ? startedAt : intent.askedAt, now);
  if (ageMs <= confirmedForMs) return undefined;
  return `Confirmed ${Math.round(ageMs / 1_000)} s before it could be sent: review again at the current price.`;
}

function claim(world: IntentWorld, intent: Intent): void {
  const {send, journal} = world;
  const recordId = intent.state === 'CONFIRMED' ? intent.resolvedRecordId : undefined;
  const claimed = journal.claim(intent);
  if (claimed === 'claimed') {
    send({type: 'claimed', intent});
    tellReopened(world, intent);
  } else if (claimed === 'behind') overtaken(world, intent.id);
  else send({type: 'claimTaken', intentId: intent.id, recordId: recordId ?? ''});
}

function keep({send, lookForControls}: IntentWorld, intent: Intent, work: () => void): void {
  const intentId = intent.id;
  try {
    work();
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    if (error.problem === 'viewer') lookForControls();
    else send({type: 'recordFailed', intentId, reason: error.message});
  }
}

function orSay({send}: IntentWorld, work: () => void): void {
  orRefused(work, reason => send({type: 'watchFailed', reason}));
}

export type Came = Omit<NonNullable<Attempt['result']>, 'at'>;

/** Never rejects. */
export async function perform(
  client: Operations,
  write: Write<WriteDraft>,
  options?: Pick<CallOptions, 'holdBack'>,
  service: OwnService = {},
): Promise<Came> {
  const ofAnother = (answered: Partial<Pick<ApiError, 'cached' | 'paperLedger'>>): Outcome | undefined => {
    showLedger(client, answered);
    const words = whyOfAnother(client, service) ?? whyOld(answered);
    return words === undefined ? undefined : {kind: 'garbled', words};
  };
  try {
    const {send, answer, isOf} = sentKindOf(write.draft);
    const came = await send(client, write, options);
    const {value, requestId, latencyMs} = came;
    const order = answer !== 'no record' && isOrder(value) ? value : undefined;
    const other: Outcome | undefined =
      order === undefined || isOf(write, order)
        ? undefined
        : {kind: 'garbled', words: `The response is about another order, #${order.orderId}.`};
    return {outcome: ofAnother(came) ?? other ?? {kind: 'yes', order}, requestId, latencyMs};
  } catch (error) {
    // Other refusals may be those of a proxy.
    const refused = error instanceof ApiError && error.recognised ? ofAnother(error) : undefined;
    return {outcome: refused ?? outcomeOf(error), requestId: requestIdOf(error)};
  }
}

/** Only of a write that answers with its order: other answers are not documented. */
const isOrder = (value: Order | JsonObject): value is Order => typeof value.orderId === 'string';

/** Any other error is a bug, and the request may have been sent. */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof ShapeError) return {kind: 'garbled', words: error.message};
  if (error instanceof LinkError) return lostOutcome(error);
  if (!(error instanceof ApiError))
    return {kind: 'lost', words: error instanceof Error ? error.message : String(error)};
  const {status, recognised, retryAfter} = error;
  return {kind: 'status', status, ownBody: recognised, words: refusalWords(error), retryAfterMs: retryAfter};
}

function refusalWords({message, details = {}}: ApiError): string {
  const shown = Object.entries(details).map(([name, value]) => `${name}: ${plain(value)}`);
  return shown.length === 0 ? message : `${message} (${shown.join(', ').slice(0, longestDetails)})`;
}

const longestDetails = 300;

function plain(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A repeat would fail likewise, or it was held back for a reason that a person has to see. */
const endsUnsent: ReadonlySet<string> = new Set(['input', 'credentials', 'aborted']);

/** The status line is known although the body did not arrive. */
function lostOutcome({kind, sent, status, message: words}: LinkError): Outcome {
  if (sent === 'no') return {kind: 'not sent', words, mayRepeat: !endsUnsent.has(kind)};
  if (status === undefined) return {kind: 'lost', words};
  if (status >= 200 && status < 300) return {kind: 'garbled', words};
  return {kind: 'status', status, ownBody: false, words};
}

function requestIdOf(error: unknown): string | undefined {
  return error instanceof ApiError || error instanceof ShapeError ? error.requestId : undefined;
}

type SharedWorld = {
  readonly journal: BoundJournal;
  readonly clock: () => Moment;
  readonly send: Desk['send'];
};

/** Failed looks are reported by the polls. */
export function createControlsEffects({journal, send}: Omit<SharedWorld, 'clock'>) {
  let told = '';
  const look = () => {
    const seen = journal.controls.seen();
    const text = JSON.stringify(seen);
    if (text === told) return;
    told = text;
    send({type: 'controls', seen});
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
    lookForControls: () => orRefused(look, () => {}),
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
