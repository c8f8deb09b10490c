import type {Answer, CallOptions, Operations} from '../../api/client.ts';
import {ApiError, LinkError, ShapeError} from '../../api/errors.ts';
import type {Id, JsonValue, Order} from '../../api/wire/records.ts';
import type {Outcome} from '../intents/intent.ts';
import type {WriteIntent} from '../intents/replace/write.ts';

/** What one call to the service came to, as a bare fact. */
export type Came = {
  readonly outcome: Outcome;
  readonly requestId?: string | undefined;
  readonly latencyMs?: number | undefined;
};

/** Sends the request of the write that the intent is at, once. Never rejects. */
export async function perform(
  client: Operations,
  intent: WriteIntent,
  options?: Pick<CallOptions, 'holdBack'>,
): Promise<Came> {
  try {
    const {order, requestId, latencyMs} = await call(client, intent, options);
    return {outcome: {kind: 'yes', order}, requestId, latencyMs};
  } catch (error) {
    return {outcome: outcomeOf(error), requestId: requestIdOf(error)};
  }
}

type Called = {readonly order?: Order; readonly requestId: string | undefined; readonly latencyMs: number};

async function call(
  client: Operations,
  {draft, idempotencyKey}: WriteIntent,
  options: CallOptions | undefined,
): Promise<Called> {
  switch (draft.kind) {
    case 'open': {
      const {cardId, investmentAmount} = draft;
      return called(await client.openEasyOption({cardId, investmentAmount}, options));
    }
    case 'close':
      return called(await client.closeEasyOption(draft.easyOptionId, options));
    case 'place': {
      const {symbol, side, price, size, positionId} = draft;
      const order = {symbol, side, price, size, positionId, orderType: 'LIMIT'} as const;
      const answer = await client.createOrder({...order, idempotencyKey: keyOf(idempotencyKey)}, options);
      return {...called(answer), order: answer.value};
    }
    case 'cancel': {
      const answer = await cancelById(client, draft.orderId, options);
      return {...called(answer), order: answer.value};
    }
    default:
      return draft satisfies never;
  }
}

/**
 * Cancels an order by its id. A record of any other order, whatever its status, proves nothing of this one.
 * @throws {ShapeError} the answer is about another order
 */
export async function cancelById(
  client: Operations,
  orderId: Id,
  options?: CallOptions,
): Promise<Answer<Order>> {
  const answer = await client.cancelOrder(orderId, options);
  const {value, requestId} = answer;
  if (value.orderId === orderId) return answer;
  throw new ShapeError(`It answered about order #${value.orderId}, not about #${orderId}.`, {
    status: 200,
    requestId,
  });
}

function called({requestId, latencyMs}: Answer<unknown>): Called {
  return {requestId, latencyMs};
}

function keyOf(idempotencyKey: string | undefined): string {
  if (idempotencyKey === undefined) {
    throw new LinkError('input', 'no', 'The order has no idempotency key, and none goes out without.');
  }
  return idempotencyKey;
}

/** What is no error of the client is a fault of the program, and then anything may have been sent. */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof ShapeError) return {kind: 'garbled', words: error.message};
  if (error instanceof LinkError) return lostOutcome(error);
  if (!(error instanceof ApiError))
    return {kind: 'lost', words: error instanceof Error ? error.message : String(error)};
  const {status, recognised, retryAfter} = error;
  return {kind: 'status', status, ownBody: recognised, words: refusalWords(error), retryAfterMs: retryAfter};
}

/** The service's message and its details, which say by how much or why. */
function refusalWords({message, details = {}}: ApiError): string {
  const shown = Object.entries(details).map(([name, value]) => `${name}: ${plain(value)}`);
  return shown.length === 0 ? message : `${message} (${shown.join(', ').slice(0, longestDetails)})`;
}

const longestDetails = 300;

function plain(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A status line that came before the link failed is a fact of its own: its body did not. */
function lostOutcome({kind, sent, status, message: words}: LinkError): Outcome {
  if (sent === 'no') return {kind: 'not sent', words, mayRepeat: kind !== 'input' && kind !== 'credentials'};
  if (status === undefined) return {kind: 'lost', words};
  if (status >= 200 && status < 300) return {kind: 'garbled', words};
  return {kind: 'status', status, ownBody: false, words};
}

function requestIdOf(error: unknown): string | undefined {
  return error instanceof ApiError || error instanceof ShapeError ? error.requestId : undefined;
}
