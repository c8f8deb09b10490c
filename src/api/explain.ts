import {ApiError, LinkError, linkSteps, ShapeError} from './errors.ts';

/** Explains an error and the next step in one or two sentences. Never shows a credential. */
export function explain(error: unknown): string {
  return `${whatFailed(error)} ${nextStep(error)}`;
}

/** @internal The failure, in one sentence. */
export function whatFailed(error: unknown): string {
  if (error instanceof ApiError) return refused(error);
  if (error instanceof LinkError || error instanceof ShapeError) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  return `Unexpected error: ${message.replace(/\.$/, '')}.`;
}

/** @internal The next step, in one sentence. */
export function nextStep(error: unknown): string {
  if (error instanceof ApiError) return stepAfterRefusal(error);
  if (error instanceof LinkError) return linkSteps[error.kind];
  if (error instanceof ShapeError) return 'Check that the base URL is the trading service.';
  return 'The stack trace shows where.';
}

function refused({status, requestId, recognised, message}: ApiError): string {
  const request = requestId === undefined ? '' : `, request ${requestId}`;
  const reason = recognised ? `: ${message.replace(/\.$/, '')}.` : '.';
  return `${verdict(status)} (status ${status}${request})${reason}`;
}

function verdict(status: number): string {
  if (status >= 500) return 'The service failed';
  if (status >= 400) return 'The service refused';
  return 'The service redirected the request';
}

function stepAfterRefusal({status, retryAfter, method, hadCredential, advice}: ApiError): string {
  if (status === 401)
    return hadCredential === false ? 'No credential was sent: set one.' : (advice ?? 'Check the credential.');
  if (status === 403) return 'This account has no permission for this; ask the operator of the service.';
  if (status === 404) return 'It may be gone; if nothing is found at all, check the base URL.';
  if (status === 409) return 'Check the current state.';
  if (status === 413) return 'Ask for a smaller page.';
  if (status === 429 || (retryAfter !== undefined && method === 'GET'))
    return `Wait ${retryAfter === undefined ? 'a moment' : `${Math.ceil(retryAfter / 1000)} s`} and try again.`;
  if (status >= 500) {
    const isRead = method === 'GET';
    return `Try again in a moment${isRead ? '' : '; after a write, check first: it may have been executed'}.`;
  }
  if (status < 400) return 'Redirects are not followed; set the base URL to the final address.';
  return 'Change the request and try again.';
}
