/** Which process holds an intent. Its id is not enough: ids are used again, also before a restart. */
export type Lease = {
  readonly hostname: string;
  /** Another one after every start of the machine. */
  readonly bootId: string;
  /** Ids are comparable only within one namespace: two containers may both have a process 7. */
  readonly pidNamespace: string;
  readonly pid: number;
  /** When the process began, as the system tells it; only ever compared. */
  readonly startTime: string;
};

export type JournalHost = Lease & {
  /** Whether that process, begun at that time, runs here. */
  readonly isAlive: (pid: number, startTime: string) => boolean;
};

export type Presence = 'alive' | 'gone' | 'elsewhere';

/** Whether the holder of a lease still runs, seen from here; `elsewhere` where that cannot be seen. */
export function presence(lease: Lease, host: JournalHost): Presence {
  const isSameHost = lease.hostname === host.hostname;
  if (lease.bootId !== host.bootId) return isSameHost ? 'gone' : 'elsewhere';
  if (!isSameHost || lease.pidNamespace !== host.pidNamespace) return 'elsewhere';
  return host.isAlive(lease.pid, lease.startTime) ? 'alive' : 'gone';
}

export function leaseOf({hostname, bootId, pidNamespace, pid, startTime}: JournalHost): Lease {
  return {hostname, bootId, pidNamespace, pid, startTime};
}

/** The lease of what was given up on this host: as if its holder had gone with an earlier start. */
export function released(host: JournalHost): Lease {
  return {...leaseOf(host), bootId: ''};
}
