import {type Credential, sealCredential} from '../credential.ts';
import {Redaction} from '../redact.ts';
import {credentialFault} from './credentials.ts';

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
