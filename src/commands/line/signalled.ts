/** Resolves at the first signal to stop; a second one is left to the system's own way. */
export function signalled(host: NodeJS.Process): Promise<void> {
  return new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) host.once(signal, () => resolve());
  });
}
