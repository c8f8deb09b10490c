import {LinkError, type LinkFailure} from '../errors.ts';

export type Progress = {
  host: string;
  proxy?: string | undefined;
  /** Status of the proxy's own answer. */
  answer?: number | undefined;
  isSent: boolean;
  status: number | undefined;
  /** Its time was over. */
  isLate?: boolean | undefined;
};

export function linkError(error: unknown, progress: Progress): LinkError {
  if (error instanceof LinkError) return error;
  return linkErrorOf(kindOf(error, progress), {...progress, answer: proxyAnswer(error)}, causeOf(error));
}

/** A proxy that could not be reached. */
export function proxyError(error: unknown, proxy: string): LinkError {
  const about = {host: `the proxy ${proxy}`, isSent: false, status: undefined};
  return new LinkError('proxy', 'no', linkError(error, about).message, undefined, causeOf(error));
}

export function linkErrorOf(kind: LinkFailure, progress: Progress, cause?: unknown): LinkError {
  const {isSent, status} = progress;
  const halfway = status === undefined ? '' : ` after status ${status}`;
  const said = words[kind]({...progress, halfway}).replace(/^the/, 'The');
  return new LinkError(kind, isSent ? 'maybe' : 'no', said, status, cause);
}

/** The peer did not answer the handshake in TLS, but mostly in plain HTTP. */
function isWithoutTls(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'EPROTO'
    ? /wrong version number|packet length too long/.test(String(error))
    : code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG';
}

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
  if (lateCodes.has(code)) return isSent ? 'timeout' : 'connect-timeout';
  if (isWithoutTls(error)) return 'no-tls';
  if (code === 'EPROTO' || certificateCodes.test(code)) return 'tls';
  if (isProxy(error, code)) return 'proxy';
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return 'closed';
  if (resetCodes.has(code)) return status === undefined ? 'reset' : 'cut';
  if (cutCodes.has(code)) return 'cut';
  return 'protocol';
}

const unreachableCodes = new Set(
  'EHOSTUNREACH ENETUNREACH ENETDOWN EHOSTDOWN EADDRNOTAVAIL EACCES'.split(' '),
);
/** Headers are waited for without end, but for those of a proxy. */
const lateCodes = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'ETIMEDOUT']);
const resetCodes = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'UND_ERR_SOCKET', 'UND_ERR_INFO']);
const cutCodes = new Set(['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'HPE_INVALID_EOF_STATE']);
const certificateCodes =
  /^(?:CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|CRL_|INVALID_CA|PATH_LENGTH|HOSTNAME_MISMATCH)/;

function isProxy(error: unknown, code: string): boolean {
  return code.startsWith('UND_ERR_PRX') || proxyAnswer(error) !== undefined;
}

/** undici reports a refused CONNECT as an aborted request. */
function proxyAnswer(error: unknown): number | undefined {
  const status = error instanceof Error ? /^Proxy response \((\d+)\)/.exec(error.message)?.[1] : undefined;
  return status === undefined ? undefined : Number(status);
}

/** undici does not set the code of an answer that ended too early, only its message. */
function codeOf(error: unknown): string {
  // One for each address.
  if (error instanceof AggregateError) return codeOf(error.errors.at(-1));
  if (error instanceof Error && error.message.includes('(Invalid EOF state)')) return 'HPE_INVALID_EOF_STATE';
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

type Words = (progress: Progress & {halfway: string}) => string;

const words: Readonly<Record<LinkFailure, Words>> = {
  refused: ({host}) => `${host} refused the connection.`,
  dns: ({host, proxy, isLate}) =>
    isLate
      ? `The name servers gave no address of ${proxy ?? host} in time.`
      : `No address was found for ${host}.`,
  tls: ({host}) => `The certificate or the TLS of ${host} cannot be trusted.`,
  'no-tls': ({host}) => `${host} does not speak TLS on this port.`,
  proxy: ({host, proxy, answer}) =>
    answer === 407
      ? `The proxy ${proxy} wants a user name and a password (status 407).`
      : `The proxy ${proxy} ${answer === undefined || answer < 500 ? 'refused the call to' : 'cannot reach'} ${host}${answer === undefined ? '' : ` (status ${answer})`}.`,
  unreachable: ({host}) => `${host} cannot be reached from here.`,
  'connect-timeout': ({host}) => `${host} did not accept the connection in time.`,
  timeout: ({host, isSent, halfway}) =>
    isSent ? `${host} did not finish its answer in time${halfway}.` : `Connecting to ${host} timed out.`,
  reset: ({host, isSent}) =>
    `${host} closed the connection ${isSent ? 'without an answer' : 'before anything was sent'}.`,
  cut: ({host, halfway}) => `The answer of ${host} was cut short${halfway}.`,
  'too-large': ({host, halfway}) => `The answer of ${host} is larger than 8 MB${halfway}.`,
  encoding: ({host, halfway}) =>
    `The answer of ${host} is compressed in a way that cannot be read${halfway}.`,
  protocol: ({host, halfway}) => `${host} does not answer in HTTP${halfway}.`,
  aborted: ({host, halfway}) => `The call to ${host} was given up${halfway}.`,
  closed: ({host}) => `The call to ${host} ended because the client was closed.`,
  credentials: () => 'The credential could not be used.',
  input: () => 'The request cannot be sent.',
};
