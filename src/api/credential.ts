/** Who asks. The secret is held where neither a log line, nor JSON, nor `util.inspect` can reach it. */
import {createHash} from 'node:crypto';

export type Credential =
  | {readonly scheme: 'none'}
  | {readonly scheme: 'bearer'; readonly token: string}
  /** `name` is the header that bears the token as it is. */
  | {readonly scheme: 'header'; readonly name: string; readonly token: string}
  /** A signing program and its arguments, run without a shell. */
  | {readonly scheme: 'command'; readonly argv: readonly string[]};

type Scheme = Credential['scheme'];

class Sealed {
  readonly scheme: Scheme;
  readonly #plain: {readonly name?: string; readonly token?: string; readonly argv?: readonly string[]};

  constructor(plain: Credential) {
    const {scheme, ...rest} = plain;
    this.scheme = scheme;
    this.#plain = rest;
    Object.freeze(this);
  }

  /** What `console.log` and every error that holds it show. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `Credential(${this.scheme})`;
  }

  get name(): string | undefined {
    return this.#plain.name;
  }

  get token(): string | undefined {
    return this.#plain.token;
  }

  get argv(): readonly string[] | undefined {
    return this.#plain.argv;
  }
}

/** The same credential with its secret out of sight: printed or serialised, only the scheme shows. */
export function sealCredential(plain: Credential): Credential {
  return new Sealed(plain) as Credential;
}

/** Tells two credentials apart without telling either: the first 16 hex digits of a SHA-256, or `none`. */
export function fingerprint(credential: Credential): string {
  if (credential.scheme === 'none') return 'none';
  const secret = credential.scheme === 'command' ? credential.argv : credential.token;
  return createHash('sha256')
    .update(JSON.stringify([credential.scheme, secret]))
    .digest('hex')
    .slice(0, 16);
}
