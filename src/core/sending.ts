/** The way of a write from an attempt to its outcome: the last word of journal and gate, and the request. */
import {age, type Moment} from '../account/model/moment.ts';
import {type OwnService, showLedger, whyOfAnother, whyOld} from '../account/reading/ledger.ts';
import type {CallOptions, Operations} from '../api/contract.ts';
import {ApiError, LinkError, ShapeError} from '../api/errors.ts';
import type {JsonObject, JsonValue, Order} from '../api/wire/records.ts';
import {type GateFacts, whyHalted, whyHeld} from './gate/gate.ts';
import {haltedReason} from './halt/halt.ts';
import {isSameAgain, mayHaveMadeMore, mayStillRepeat} from './intents/classify.ts';
import type {Intent, IntentSent} from './intents/intent.ts';
import {confirmedForMs, type Write} from './intents/kinds/kind.ts';
import {riskOf, sentKindOf, type WriteDraft} from './intents/kinds/kinds.ts';
import {type Attempt, mayHaveArrived, type Outcome} from './intents/outcome.ts';
import type {BoundJournal} from './journal/journal.ts';
import {orRefused} from './journal/problem.ts';
import {type Pending, weighedBeside} from './limits/pending.ts';

const otherState = 'The journal has another state.';

type SendingWorld = {
  readonly journal: BoundJournal;
  readonly now: () => Moment;
  readonly send: (msg: IntentSent) => void;
  readonly after: (ms: number, then: () => void) => void;
  /** Why a halt that the journal could not take yet holds writes that add risk. */
  readonly halted: string | undefined;
};

export function commitAttempt(
  {now, send, journal, halted}: Omit<SendingWorld, 'after'>,
  intent: Intent,
  by: Attempt['by'],
): Attempt | undefined {
  const number = intent.attempts.length + 1;
  const begun: Attempt = {number, by, process: 'this', startedAt: now()};
  const held = whyHalted(halted, intent.draft);
  const epoch = orRefused<number | string>(
    () => held ?? journal.beginAttempt(intent, begun) ?? otherState,
    why => why,
  );
  if (typeof epoch === 'number') return {...begun, epoch};
  if (epoch !== otherState || !overtaken({journal, send}, intent.id))
    send({type: 'attemptFailed', intentId: intent.id, reason: epoch});
  return undefined;
}

/** The journal decides, whatever this process knew. */
export function overtaken(
  {journal, send}: Pick<SendingWorld, 'journal' | 'send'>,
  intentId: string,
): boolean {
  const intent = orRefused(
    () => journal.kept(intentId),
    () => undefined,
  );
  if (intent !== undefined) send({type: 'overtaken', intent});
  return intent !== undefined;
}

/** Checked before the connection and before the first byte, because a handshake may take long. */
export function whyUnsent(
  known: Pick<GateFacts, 'halted' | 'knows'>,
  journal: BoundJournal,
  intent: Intent,
  begun: Attempt,
  now: Moment,
): string | undefined {
  const {draft} = intent;
  const unasked = {...known, standing: undefined};
  const reason =
    whyTooLate(intent, begun, now) ?? whyControlsLost(journal, begun.epoch) ?? whyHeld(unasked, draft);
  if (reason !== undefined || riskOf({kind: draft.kind}) === 'reduces') return reason;
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

/**
 * An attempt that may have arrived counts already: a repeat adds nothing, and a late one adds it once more. The
 * journal has begun that one too.
 */
function toldByJournal(journal: BoundJournal, intent: Intent, now: Moment) {
  const halt = journal.halt.seen();
  const mayBeOpen = intent.attempts.some(mayHaveArrived);
  const isRepeat = mayBeOpen && isSameAgain(intent, now);
  const standing = isRepeat ? undefined : journal.limits.standing(now.wall);
  const isOwn = ({intentId}: Pending) => intentId === intent.id;
  const begun = standing?.pending.filter(isOwn)[1 + mayHaveMadeMore(intent)];
  const others = standing && {...standing, pending: standing.pending.filter(each => each !== begun)};
  const beside = mayBeOpen ? others : standing && weighedBeside(standing, intent);
  return {halted: halt && haltedReason(halt), standing: beside};
}

export function commitOutcome(
  {now, send, journal, after}: Omit<SendingWorld, 'halted'>,
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

function refusalWords({status, code, message, details = {}}: ApiError): string {
  const shown = Object.entries(details).map(([name, value]) => `${name}: ${plain(value)}`);
  // A refusal by a rule of the service: its code is what its documentation names.
  const said = status === 422 && code !== undefined ? `${code}: ${message}` : message;
  return shown.length === 0 ? said : `${said} (${shown.join(', ').slice(0, longestDetails)})`;
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
