/** Credentials. The secret is unreachable for log lines, JSON and `util.inspect`. */
import {createHash} from 'node:crypto';

export type Credential =
  | {readonly scheme: 'none'}
  | ({readonly scheme: 'bearer'} & Token)
  /** `name` is the header that carries the token unchanged. */
  | ({readonly scheme: 'header'; readonly name: string} & Token)
  /** A signing program and its arguments, run without a shell. */
  | {readonly scheme: 'command'; readonly argv: readonly string[]}
  /** A function that signs each request. `keyId` distinguishes signers in `service.fingerprint`. */
  | {readonly scheme: 'sign'; readonly sign: Sign; readonly keyId?: string | undefined};

export type Token = {
  readonly token: string;
  /** Asked after a 401 for the token that is valid now, at most every 10 s if it is the refused one. */
  readonly renew?: (() => Promise<string>) | undefined;
  /** The next step after a 401, for `explain`. */
  readonly advice?: string | undefined;
};

export type Signable = {readonly method: string; readonly path: string; readonly body?: string | undefined};

export type Sign = (
  request: Signable,
) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;

const hidden = ['name', 'token', 'renew', 'advice', 'argv', 'sign', 'keyId'] as const;

class Sealed {
  readonly scheme: Credential['scheme'];
  readonly #plain: Readonly<Record<string, unknown>>;

  static {
    for (const name of hidden)
      Object.defineProperty(Sealed.prototype, name, {
        get(this: Sealed) {
          return this.#plain[name];
        },
      });
  }

  constructor(plain: Credential) {
    this.scheme = plain.scheme;
    const given = plain as Readonly<Record<string, unknown>>;
    this.#plain = Object.fromEntries(hidden.map(name => [name, given[name]]));
    if (plain.scheme === 'command') this.#plain = {argv: Object.freeze([...plain.argv])};
    Object.freeze(this);
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `Credential(${this.scheme})`;
  }
}

/** Returns the same credential with a hidden secret: printing or serializing it shows only the scheme. */
export function sealCredential(plain: Credential): Credential {
  return new Sealed(plain) as unknown as Credential;
}

/** Distinguishes credentials without revealing them: first 16 hex digits of a SHA-256, or `none`. */
export function fingerprint(credential: Credential): string {
  if (credential.scheme === 'none') return 'none';
  return createHash('sha256')
    .update(JSON.stringify([credential.scheme, secretOf(credential)]))
    .digest('hex')
    .slice(0, 16);
}

function secretOf(credential: Exclude<Credential, {scheme: 'none'}>): unknown {
  if (credential.scheme === 'command') return credential.argv;
  return credential.scheme === 'sign' ? (credential.keyId ?? '') : credential.token;
}
