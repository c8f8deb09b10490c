import type {LinkFailure} from './errors.ts';

/** Why a client that is closed ends its calls. A symbol: no caller's signal can have the same reason. */
export const closed = Symbol('closed');

/** How a call fails that its signal ended: with the client, or late or aborted for the caller's reason. */
export function givenUp({reason}: AbortSignal): {kind: LinkFailure; cause: unknown} {
  if (reason === closed) return {kind: 'closed', cause: undefined};
  const isLate = reason instanceof Error && reason.name === 'TimeoutError';
  return {kind: isLate ? 'timeout' : 'aborted', cause: reason};
}
