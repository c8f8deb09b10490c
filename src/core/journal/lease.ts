import * as z from 'zod/mini';
import type {Service} from '../../api/client.ts';
import {jsonIn} from '../../api/wire/given.ts';

/** The service that intents are bound to: they are settled against this service only, with any credential. */
export type BoundService = Service & {
  /** The ledger of a paper service replaces origin and path: its port changes, and it may be reset. */
  readonly ledger?: string | undefined;
  /** Another service may take the address: each answer has to show the ledger. */
  readonly mayChange?: boolean;
  /** Nothing has answered: the ledger is that of the last one at the address. */
  readonly isGuessed?: boolean | undefined;
  /** The ledger of the last answer. Undefined before the first. */
  readonly answered?: {readonly ledger?: string | undefined} | undefined;
  readonly credentialSource: string;
};

export function serviceKey({origin, path, ledger}: Pick<BoundService, 'origin' | 'path' | 'ledger'>): string {
  return ledger === undefined ? `${origin}${path}` : `${ofPaper}${ledger}`;
}

const ofPaper = 'paper ';

export const ledgerInKey = (key: string): string | undefined =>
  key.startsWith(ofPaper) ? key.slice(ofPaper.length) : undefined;

const schema = z.object({
  hostname: z.string(),
  bootId: z.string(),
  /** Process ids are unique only within a namespace: two containers may both have a process 7. */
  pidNamespace: z.string(),
  pid: z.number(),
  /** The start time as the system gives it; only compared for equality. */
  startTime: z.string(),
  /** `optty halt`: nobody can resolve a write there. */
  hasNoScreen: z.optional(z.boolean()),
  /** `pts/3` */
  terminal: z.optional(z.string()),
});

/** A process. Its id alone is not enough: ids are reused, also without a reboot. */
export type Lease = Readonly<z.infer<typeof schema>>;

export type JournalHost = Lease & {
  readonly isAlive: (pid: number, startTime: string) => boolean;
  /** By a signal, as by Ctrl-Z. */
  readonly isStopped?: (pid: number) => boolean;
};

export type Presence = 'alive' | 'gone' | 'elsewhere';

/** `alive` or `gone`; `elsewhere` if that cannot be seen from this host. */
export function presence(lease: Lease, host: JournalHost): Presence {
  const isSameHost = lease.hostname === host.hostname;
  if (lease.bootId !== host.bootId) return isSameHost ? 'gone' : 'elsewhere';
  if (!isSameHost || lease.pidNamespace !== host.pidNamespace) return 'elsewhere';
  return host.isAlive(lease.pid, lease.startTime) ? 'alive' : 'gone';
}

/** It runs here and does nothing until it is continued. */
export const isSuspended = (lease: Lease, host: JournalHost): boolean =>
  presence(lease, host) === 'alive' && host.isStopped?.(lease.pid) === true;

export function leaseOf({isAlive: _, isStopped: _stopped, ...lease}: JournalHost): Lease {
  return lease;
}

/** Nobody can tell if it runs, so only the user takes the controls from it. */
const unseen: Lease = {hostname: 'an unknown host', bootId: '?', pidNamespace: '?', pid: 0, startTime: ''};

export function readLease(text: string): Lease {
  return z.safeParse(schema, jsonIn(text)).data ?? unseen;
}
