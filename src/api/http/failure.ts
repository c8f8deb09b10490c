import {LinkError, type LinkFailure} from '../errors.ts';

export type Progress = {
  host: string;
  proxy?: string | undefined;
  isSent: boolean;
  status: number | undefined;
};

export function linkError(error: unknown, progress: Progress): LinkError {
  if (error instanceof LinkError) return error;
  const cause = causeOf(error);
  const kind = kindOf(error, progress);
  const {proxy, isSent} = progress;
  // Until a request is sent, only the proxy is resolved and connected to.
  const why = proxy === undefined || isSent ? undefined : noProxy[kind];
  if (why === undefined) return linkErrorOf(kind, progress, cause);
  return new LinkError('proxy', 'no', `The proxy ${proxy} ${why}.`, undefined, cause);
}

const noProxy: Partial<Record<LinkFailure, string>> = {
  refused: 'refused the connection',
  dns: 'was not found',
  unreachable: 'cannot be reached from here',
};

export function linkErrorOf(kind: LinkFailure, progress: Progress, cause?: unknown): LinkError {
  const sent = progress.isSent ? 'maybe' : 'no';
  return new LinkError(kind, sent, wordsFor(kind, progress), progress.status, cause);
}

/** The peer did not answer the handshake in TLS, but mostly in plain HTTP. */
export function isWithoutTls(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'EPROTO'
    ? /wrong version number|packet length too long/.test(String(error))
    : otherThanTls.has(code);
}

const otherThanTls = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG']);

/** Only the code: messages may contain secrets, such as a proxy's password. */
function causeOf(error: unknown): object | undefined {
  const code = codeOf(error);
  if (!/^[A-Z][A-Z0-9_]{1,60}$/.test(code)) return undefined;
  const {name, syscall} = error as Error & {syscall?: unknown};
  return {name, code, ...(typeof syscall === 'string' ? {syscall} : {})};
}

function kindOf(error: unknown, {isSent, status}: Progress): LinkFailure {
  const code = codeOf(error);
  if (code === 'ECONNREFUSED') return 'refused';
  if (code === 'ENOTFOUND' || code.startsWith('EAI_')) return 'dns';
  if (unreachableCodes.has(code)) return 'unreachable';
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT')
    return isSent ? 'timeout' : 'connect-timeout';
  if (isWithoutTls(error)) return 'no-tls';
  if (isTls(code)) return 'tls';
  if (isProxy(error, code)) return 'proxy';
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return 'closed';
  if (resetCodes.has(code)) return status === undefined ? 'reset' : 'cut';
  if (cutCodes.has(code)) return 'cut';
  return 'protocol';
}

const unreachableCodes = new Set([
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EHOSTDOWN',
  'EADDRNOTAVAIL',
  'EACCES',
]);
const resetCodes = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'UND_ERR_SOCKET', 'UND_ERR_INFO']);
const cutCodes = new Set(['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'HPE_INVALID_EOF_STATE']);
const certificateCodes =
  /^(?:CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|CRL_|INVALID_CA|PATH_LENGTH|HOSTNAME_MISMATCH)/;

function isTls(code: string): boolean {
  return code === 'EPROTO' || certificateCodes.test(code);
}

/** undici reports a refused CONNECT as an aborted request, and a 407 as an invalid argument. */
function isProxy(error: unknown, code: string): boolean {
  if (code.startsWith('UND_ERR_PRX')) return true;
  return error instanceof Error && /^Proxy (?:response|Authentication)/.test(error.message);
}

/** undici does not set the code of an answer that ended too early, only its message. */
function codeOf(error: unknown): string {
  if (error instanceof Error && error.message.includes('(Invalid EOF state)')) return 'HPE_INVALID_EOF_STATE';
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

function wordsFor(kind: LinkFailure, {host, isSent, status}: Progress): string {
  const halfway = status === undefined ? '' : ` after status ${status}`;
  switch (kind) {
    case 'refused':
      return `${host} refused the connection.`;
    case 'dns':
      return `The name ${host} was not found.`;
    case 'tls':
      return `The certificate or the TLS of ${host} is not to be trusted.`;
    case 'no-tls':
      return `${host} does not speak TLS: it answers in something else.`;
    case 'proxy':
      return `The proxy did not let the call to ${host} through.`;
    case 'unreachable':
      return `${host} cannot be reached from here.`;
    case 'connect-timeout':
      return `${host} did not take the connection in time.`;
    case 'timeout':
      return isSent
        ? `${host} did not finish its answer in time${halfway}.`
        : `No connection to ${host} was made in time.`;
    case 'reset':
      return isSent
        ? `${host} closed the connection without an answer.`
        : `${host} closed the connection before anything was sent.`;
    case 'cut':
      return `The answer of ${host} was cut short${halfway}.`;
    case 'too-large':
      return `The answer of ${host} is larger than 8 MB${halfway}.`;
    case 'encoding':
      return `The answer of ${host} is compressed in a way that cannot be read${halfway}.`;
    case 'protocol':
      return `${host} does not answer in HTTP${halfway}.`;
    case 'aborted':
      return `The call to ${host} was given up${halfway}.`;
    case 'closed':
      return `The call to ${host} ended because the client was closed.`;
    case 'credentials':
      return 'The credential could not be used.';
    case 'input':
      return 'The request cannot be sent.';
    default:
      return kind satisfies never;
  }
}
