import type {IncomingHttpHeaders} from 'node:http';
import {ApiError} from '../errors.ts';
import {Redaction} from '../redact.ts';
import {type Credential, credentialFault, sealCredential} from '../signing/credentials.ts';
import {parseBody, Unfit} from '../wire/decode.ts';
import {type ApiErrorV1, apiErrorSchema, type Millis} from '../wire/records.ts';
import {headerOf} from './exchange.ts';

const maxRetryAfterMs = 60_000;
const excerptLength = 300;

export function apiErrorOf(
  status: number,
  headers: IncomingHttpHeaders,
  text: string,
  redaction: Redaction,
  now: Millis,
  asked: Pick<ApiError, 'method' | 'hadCredential' | 'advice' | 'cached'>,
): ApiError {
  const body = readApiError(text, redaction);
  const message = body?.message ?? body?.error ?? `The service answered with status ${status}`;
  return new ApiError(message.slice(0, excerptLength), {
    status,
    code: body?.error,
    requestId: body?.requestId ?? requestIdOf(headers),
    details: body?.details,
    retryAfter: retryAfter(headerOf(headers, 'retry-after'), serverDate(headers) ?? now),
    body: text === '' ? undefined : redaction.excerpt(text, excerptLength),
    serverDate: serverDate(headers),
    paperLedger: headerOf(headers, 'optty-ledger'),
    recognised: body?.error !== undefined || body?.message !== undefined,
    ...asked,
  });
}

export function readApiError(text: string, redaction: Redaction): ApiErrorV1 | undefined {
  try {
    return apiErrorSchema.safeParse(parseBody(text, redaction.cleaning(text))).data;
  } catch (error) {
    if (error instanceof Unfit) return undefined;
    throw error;
  }
}

/** In milliseconds, at most 60,000; undefined if invalid. `now` is the service's clock if known. */
export function retryAfter(header: string | undefined, now: Millis): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, maxRetryAfterMs);
  const date = httpDate(text);
  return date === undefined ? undefined : Math.min(Math.max(date - now, 0), maxRetryAfterMs);
}

export function serverDate(headers: IncomingHttpHeaders): Millis | undefined {
  return httpDate(headerOf(headers, 'date') ?? '');
}

/** `Date.parse` alone accepts `abc 1`. */
function httpDate(text: string): Millis | undefined {
  const time = /^\w{3,9}, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** Undocumented but common; only failures carry the id in their body. */
export function requestIdOf(headers: IncomingHttpHeaders): string | undefined {
  return headerOf(headers, 'x-request-id')?.slice(0, 128);
}

const againMs = 10_000;

/** Holds the token that is valid now, as far as its source says. */
export class Renewal {
  #credential: Credential;
  #redaction: Redaction;
  #asked: {readonly at: number; readonly done: Promise<void>} | undefined;
  #trouble: string | undefined;
  readonly #now: () => number;

  constructor(credential: Credential, now: () => number) {
    this.#credential = credential;
    this.#redaction = Redaction.of(credential);
    this.#now = now;
  }

  get credential(): Credential {
    return this.#credential;
  }

  get redaction(): Redaction {
    return this.#redaction;
  }

  get advice(): string | undefined {
    return this.#trouble ?? ('advice' in this.#credential ? this.#credential.advice : undefined);
  }

  /** Asks the source, unless it has just been asked, or the refused token is no longer the current one. */
  after401(refused: Credential): Promise<void> | undefined {
    if (refused !== this.#credential) return undefined;
    if (this.#asked !== undefined && this.#now() - this.#asked.at < againMs) return this.#asked.done;
    this.#asked = {at: this.#now(), done: this.#ask(refused)};
    return this.#asked.done;
  }

  async #ask(refused: Credential): Promise<void> {
    if ((refused.scheme !== 'bearer' && refused.scheme !== 'header') || refused.renew === undefined) return;
    try {
      const {scheme, renew, advice} = refused;
      const newer = {renew, advice, token: await renew()};
      const fresh = scheme === 'header' ? {...newer, scheme, name: refused.name} : {...newer, scheme};
      this.#trouble = credentialFault(fresh);
      if (newer.token === refused.token || this.#trouble !== undefined) return;
      this.#credential = sealCredential(fresh);
      this.#redaction = Redaction.of(refused, fresh);
      this.#asked = undefined;
    } catch (error) {
      this.#trouble = error instanceof Error ? error.message : String(error);
    }
  }
}
