import {spawn} from 'node:child_process';
import {copyToClipboard} from '../../term/sequences.ts';

/** GNU screen drops what it does not know, and hands on what stands in a device control string. */
const throughScreen = (sequence: string): string => `\x1bP${sequence}\x1b\\`;

/**
 * What an id is made of. Anything else, pasted into a shell, may run there: the service chooses it, not its
 * reader.
 */
const harmless = /^[\x21-\x7e]{1,256}$/;

/**
 * Copies an id by the terminal and, inside tmux, which drops that by default, by tmux's own buffer as well.
 * @returns what was done, in words
 * @throws {Error} nothing was copied, and why
 */
export async function copy(
  text: string,
  write: (raw: string) => boolean,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  if (!harmless.test(text))
    throw new Error('Not copied: this id holds spaces, controls or other characters that no id has.');
  const isInScreen = env.STY !== undefined && env.TMUX === undefined;
  const taken = write(isInScreen ? throughScreen(copyToClipboard(text)) : copyToClipboard(text));
  const byTmux = env.TMUX !== undefined && (await toTmux(text));
  if (!taken && !byTmux) throw new Error('Not copied: the terminal takes nothing at the moment.');
  if (isInScreen) return `Asked the terminal behind screen to copy ${text}; it does not tell whether it did`;
  return `Copied ${text}`;
}

function toTmux(text: string): Promise<boolean> {
  return new Promise(resolve => {
    const tmux = spawn('tmux', ['load-buffer', '-w', '-'], {
      stdio: ['pipe', 'ignore', 'ignore'],
      timeout: 2_000,
    });
    tmux.on('error', () => resolve(false));
    tmux.on('close', code => resolve(code === 0));
    tmux.stdin.on('error', () => resolve(false));
    tmux.stdin.end(text);
  });
}
