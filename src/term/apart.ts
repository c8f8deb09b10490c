import type {ChildProcess} from 'node:child_process';

/** A child that lives for so long has a session of its own. */
const settledMs = 50;
const mostTries = 50;

/**
 * Starts a process that outlives the terminal. A lost terminal may hang up its job several times (the kernel,
 * the shell, tmux), and a hangup between the fork and `setsid` ends the child too: then another is started.
 * @param start spawns it with `detached`
 */
export async function startApart(start: () => ChildProcess): Promise<void> {
  for (let tries = 0; tries < mostTries; tries++) {
    const child = start();
    child.unref();
    await new Promise(resolve => {
      child.once('exit', resolve).once('error', resolve);
      setTimeout(resolve, settledMs);
    });
    if (child.signalCode !== 'SIGHUP') return;
  }
}
