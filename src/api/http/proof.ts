/**
 * The proof that a request was never sent. undici publishes `undici:client:sendHeaders` before it writes the
 * first byte of a request; a request for which it was not published has not left. The channel is shared by
 * every request of the process (a proxy's CONNECT publishes its own), so each is told from the others by the
 * object that was created for it.
 */
import {subscribe} from 'node:diagnostics_channel';

export type Proof = {
  /** A header of the request may have been written. */
  isSent: boolean;
};

const proofs = new WeakMap<object, Proof>();
/** The proof whose request is being created; undici creates it before `dispatch` returns. */
let awaited: Proof | undefined;
let isWatching = false;

/**
 * Dispatches and watches: `proof.isSent` turns true before the first byte is written.
 * @returns whether the request was seen created; if not, and it did not fail at once, nothing is proved
 */
export function dispatchWatched(dispatch: () => void, proof: Proof): boolean {
  watch();
  awaited = proof;
  dispatch();
  const isSeen = awaited !== proof;
  awaited = undefined;
  return isSeen;
}

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  subscribe('undici:request:create', message => {
    const {request} = message as {request: {method: string}};
    if (awaited === undefined || request.method === 'CONNECT') return;
    proofs.set(request, awaited);
    awaited = undefined;
  });
  subscribe('undici:client:sendHeaders', message => {
    const {request} = message as {request: object};
    const proof = proofs.get(request);
    if (proof !== undefined) proof.isSent = true;
  });
}
