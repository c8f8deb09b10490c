import {spawn} from 'node:child_process';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';

/** What a reader has asked for, by the path of the list. */
export type Counts = Record<string, {requests: number; bytes: number}>;

export type BenchService = {
  readonly origin: string;
  /** The address at which the requests of a reader are counted. */
  originOf(reader: string): string;
  /** Of one reader, so far. */
  countsOf(reader: string): Promise<Counts>;
  /** Whether a fifth of the cards changes each second from now on. */
  setMoving(isMoving: boolean): Promise<void>;
  end(): void;
};

const processFile = fileURLToPath(new URL('service-process.ts', import.meta.url));

/** Starts the service in a process of its own; its prices stand still. */
export async function startService(): Promise<BenchService> {
  const child = spawn(process.execPath, [processFile], {stdio: ['ignore', 'pipe', 'inherit']});
  const lines = createInterface({input: child.stdout});
  const line = () => new Promise<string>(resolve => lines.once('line', resolve));
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', () => reject(new Error('The service ended before it was ready.')));
  });
  const {origin} = JSON.parse(await Promise.race([line(), ended])) as {origin: string};
  const slugOf = (reader: string) => encodeURIComponent(reader);
  return {
    origin,
    originOf: reader => `${origin}/${slugOf(reader)}`,
    async countsOf(reader) {
      const response = await fetch(`${origin}/counts`);
      return ((await response.json()) as Record<string, Counts>)[slugOf(reader)] ?? {};
    },
    async setMoving(isMoving) {
      await fetch(`${origin}/${isMoving ? 'moving' : 'still'}`, {method: 'POST'});
    },
    end: () => void child.kill('SIGKILL'),
  };
}
