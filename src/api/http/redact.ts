/**
 * Takes the credential out of what came from a service: an echo of a request must not end on a screen, in a
 * journal, in an export or in a log. Strings are looked at as they are once decoded, for JSON can write any
 * letter as an escape; and before anything is cut, for a part of a token is told by no search. Besides the
 * token itself, its percent and base64 forms are known, the latter also where the token is only a part of what
 * was encoded (`Bearer TOKEN`, `user:TOKEN`).
 */
import type {IncomingHttpHeaders} from 'node:http';
import type {Credential} from '../credential.ts';
import {isMarked} from '../wire/json.ts';

const instead = '[redacted]';
/** Shorter secrets would be found in half of all words. */
const shortestSecret = 6;
const shortestEncoded = 8;
/** In longer bodies, pages of thousands of rows, each form searched for costs as much as reading 300 rows. */
const longBody = 1_000_000;
/** So long are signatures and keys; what else a signing program sends is shorter. */
const shortestSigned = 16;

/** Takes the credential out of a value that JSON was decoded to. */
export type Clean = (value: unknown) => unknown;

/** There is nothing in it to be taken out. */
const asItIs: Clean = value => value;

export class Redaction {
  /** As they are, and percent-encoded. */
  readonly #plain: readonly string[];
  /** These, and in base64. */
  readonly #forms: readonly string[];

  private constructor(secrets: readonly string[]) {
    this.#plain = secrets.flatMap(plainForms);
    this.#forms = [...this.#plain, ...secrets.flatMap(base64Forms)];
  }

  static of(credential: Credential): Redaction {
    const isToken = credential.scheme === 'bearer' || credential.scheme === 'header';
    return new Redaction(isToken ? [credential.token] : []);
  }

  /** Of what a signing program has put into the headers of one request. */
  static ofSigned(signed: Readonly<Record<string, string>>): Redaction {
    const secrets = Object.values(signed)
      .flatMap(value => [value, ...value.split(' ')])
      .filter(each => each.length >= shortestSigned);
    return new Redaction(secrets);
  }

  /** The text without the credential. */
  text(text: string): string {
    return this.#forms.reduce((rest, form) => rest.replaceAll(form, instead), text);
  }

  headers(headers: IncomingHttpHeaders): IncomingHttpHeaders {
    if (this.#forms.length === 0) return headers;
    const clean = (value: string | string[] | undefined) =>
      Array.isArray(value) ? value.map(each => this.text(each)) : value && this.text(value);
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, clean(value)]));
  }

  /** At most `length` characters of a body; escapes of JSON that could hide the credential are undone first. */
  excerpt(body: string, length: number): string {
    if (this.#forms.length === 0) return body.slice(0, length);
    return this.text(body.replace(escapes, undone)).slice(0, length);
  }

  /**
   * How the credential is taken out of what a body is decoded to. Only a body that holds the credential, or an
   * escape that could, is walked through; the others are left as they are. In a body of more than a megabyte,
   * base64 alone does not lead to that.
   */
  cleaning(body: Buffer): Clean {
    if (this.#forms.length === 0) return asItIs;
    const forms = body.length > longBody ? this.#plain : this.#forms;
    const isSuspect = body.includes('\\') || forms.some(form => body.includes(form));
    return isSuspect ? this.#walk : asItIs;
  }

  /** Every string and every name in it, changed in place. */
  readonly #walk: Clean = value => {
    const root = {value};
    for (let level: object[] = [root]; level.length > 0; ) level = level.flatMap(each => this.#members(each));
    return root.value;
  };

  /** Cleans what stands directly in a list or an object, and gives the containers among it. */
  #members(container: object): object[] {
    const below: object[] = [];
    const members = container as Record<string, unknown>;
    for (const [name, value] of Object.entries(members)) {
      if (typeof value === 'object' && value !== null) below.push(value);
      const clean = typeof value === 'string' && !isMarked(value) ? this.text(value) : value;
      const cleanName = Array.isArray(container) ? name : this.text(name);
      if (cleanName !== name) delete members[name];
      if (cleanName !== name || clean !== value) members[cleanName] = clean;
    }
    return below;
  }
}

/** ASCII by its code, and the three characters that a backslash may stand before. */
const escapes = /\\(?:u00([2-7][0-9a-f])|(["\\/]))/gi;

function undone(_all: string, code: string | undefined, character: string | undefined): string {
  return code === undefined ? (character ?? '') : String.fromCharCode(Number.parseInt(code, 16));
}

function plainForms(secret: string): string[] {
  if (secret.length < shortestSecret) return [];
  const percent = encodeURIComponent(secret);
  const lower = percent.replace(/%[0-9A-F]{2}/g, each => each.toLowerCase());
  return [...new Set([secret, percent, lower])];
}

function base64Forms(secret: string): string[] {
  if (secret.length < shortestEncoded) return [];
  const forms = [0, 1, 2].map(offset => base64Within(secret, offset));
  const forUrls = forms.map(each => each.replaceAll('+', '-').replaceAll('/', '_'));
  return [...new Set([...forms, ...forUrls])];
}

/** The base64 characters that `secret` alone decides, beginning `offset` bytes behind a multiple of three. */
function base64Within(secret: string, offset: number): string {
  const encoded = Buffer.from('\0'.repeat(offset) + secret).toString('base64');
  return encoded.slice(offset === 0 ? 0 : offset + 1, Math.floor(((offset + secret.length) * 8) / 6));
}
