/** What a terminal's file descriptor needs beside its modes. */

/**
 * A write to a terminal that does not read must not stop the process. Node sets its terminals to block and has
 * no public switch for it; libuv has opened the terminal anew, so nobody else's descriptor changes.
 */
export function unblock(stdout: NodeJS.WriteStream): void {
  const {_handle} = stdout as {_handle?: {setBlocking?: (isBlocking: boolean) => number}};
  _handle?.setBlocking?.(false);
}

/** The way out goes on whatever fails on it: there is nobody left to tell. */
export function attempt(action: () => unknown): void {
  try {
    action();
  } catch (error) {
    void error;
  }
}
