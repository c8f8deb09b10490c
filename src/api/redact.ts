/** The service may echo a request: the token, percent-encoded, or in base64, also inside a longer text. */
import type {IncomingHttpHeaders} from 'node:http';
import type {Credential} from './signing/credentials.ts';
import {changeAll, isMarked} from './wire/json.ts';

const instead = '[redacted]';
/** Shorter secrets would match ordinary words. */
const shortestSecret = 6;
const shortestEncoded = 8;
/** Signatures and keys have at least this length; other output of a signing program is shorter. */
const shortestSigned = 16;

export type Clean = (value: unknown) => unknown;

const asItIs: Clean = value => value;

export class Redaction {
  readonly #forms: readonly string[];

  private constructor(secrets: readonly string[]) {
    this.#forms = [...secrets.flatMap(plainForms), ...secrets.flatMap(base64Forms)];
  }

  static of(...credentials: readonly Credential[]): Redaction {
    return new Redaction(
      credentials.flatMap(each => (each.scheme === 'bearer' || each.scheme === 'header' ? [each.token] : [])),
    );
  }

  static ofSigned(signed: Readonly<Record<string, string>>): Redaction {
    const secrets = Object.values(signed)
      .flatMap(value => [value, ...value.split(' ')])
      .filter(each => each.length >= shortestSigned);
    return new Redaction(secrets);
  }

  text(text: string): string {
    return this.#forms.reduce((rest, form) => rest.replaceAll(form, instead), text);
  }

  headers(headers: IncomingHttpHeaders): IncomingHttpHeaders {
    if (this.#forms.length === 0) return headers;
    const clean = (value: string | string[] | undefined) =>
      Array.isArray(value) ? value.map(each => this.text(each)) : value && this.text(value);
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, clean(value)]));
  }

  excerpt(body: string, length: number): string {
    if (this.#forms.length === 0) return body.slice(0, length);
    return this.text(body.replace(escapes, undone)).slice(0, length);
  }

  /** Walks only a body that may contain the credential. */
  cleaning(body: string): Clean {
    const isEscaped = this.#forms.length > 0 && body.includes('\\');
    return isEscaped || this.#forms.some(form => body.includes(form)) ? this.#walk : asItIs;
  }

  readonly #walk: Clean = value => {
    const root = {value};
    changeAll(root, Infinity, (members, name, member) => {
      const clean = typeof member === 'string' && !isMarked(member) ? this.text(member) : member;
      const cleanName = Array.isArray(members) ? name : this.text(name);
      if (cleanName !== name) delete members[name];
      if (cleanName !== name || clean !== member) members[cleanName] = clean;
    });
    return root.value;
  };
}

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

/** The base64 characters that depend only on `secret` if it begins `offset` bytes after a multiple of three. */
function base64Within(secret: string, offset: number): string {
  const encoded = Buffer.from('\0'.repeat(offset) + secret).toString('base64');
  return encoded.slice(offset === 0 ? 0 : offset + 1, Math.floor(((offset + secret.length) * 8) / 6));
}
