import {spawn} from 'node:child_process';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';

export type ServiceSettings = {
  cards: number;
  trades: number;
  seed: number;
};

export type BenchService = {
  readonly origin: string;
  /** Whether a fifth of the cards changes each second from now on. */
  setMoving(isMoving: boolean): Promise<void>;
  /** The asks as they are now, by title. */
  asks(): Promise<Map<string, number>>;
  end(): void;
};

const processFile = fileURLToPath(new URL('service-process.ts', import.meta.url));

/** Starts the service in a process of its own; its prices stand still. */
export async function startService(settings: Partial<ServiceSettings> = {}): Promise<BenchService> {
  const whole: ServiceSettings = {cards: 40, trades: 0, seed: 7, ...settings};
  const child = spawn(process.execPath, [processFile, JSON.stringify(whole)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({input: child.stdout})) {
    const {origin} = JSON.parse(line) as {origin: string};
    return {
      origin,
      async setMoving(isMoving) {
        await fetch(`${origin}/${isMoving ? 'moving' : 'still'}`, {method: 'POST'});
      },
      async asks() {
        const response = await fetch(`${origin}/v1/easy-options/list`);
        const cards = (await response.json()) as {title: string; currentAskPrice: number}[];
        return new Map(cards.map(card => [card.title, card.currentAskPrice]));
      },
      end: () => void child.kill('SIGKILL'),
    };
  }
  throw new Error('The service ended before it was ready.');
}
