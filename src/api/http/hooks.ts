/** What is told to whoever logs or traces: where a call went and how it ended, never what it bore. */
import type {AnswerCame, ClientOptions, RequestMade} from '../contract.ts';
import {ApiError, LinkError} from '../errors.ts';

export type Hooks = Pick<ClientOptions, 'onRequest' | 'onAnswer'>;

/** What of an answer a hook is told. */
type Told = {
  status: number;
  requestId: string | undefined;
};

/** Makes one attempt between the two hooks. */
export async function observed<Came>(
  {onRequest, onAnswer}: Hooks,
  made: RequestMade,
  now: () => number,
  attempt: () => Promise<Came>,
  told: (came: Came) => Told,
): Promise<Came> {
  if (onRequest === undefined && onAnswer === undefined) return attempt();
  const askedAt = now();
  const tell = (rest: Omit<AnswerCame, keyof RequestMade | 'latencyMs'>) =>
    call(onAnswer, {...made, latencyMs: now() - askedAt, ...rest});
  call(onRequest, made);
  try {
    const came = await attempt();
    tell(told(came));
    return came;
  } catch (error) {
    if (error instanceof ApiError) tell({status: error.status, requestId: error.requestId, error});
    else if (error instanceof LinkError) tell({status: error.status, error});
    throw error;
  }
}

/** A log that fails must not make a write look failed: what a hook throws, at once or later, is dropped. */
function call<Event extends object>(hook: ((event: Event) => unknown) | undefined, event: Event): void {
  try {
    Promise.resolve(hook?.(Object.freeze(event))).catch(() => undefined);
  } catch {
    // Documented with the hooks: there is nobody to tell it to.
  }
}
