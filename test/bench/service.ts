import {spawn} from 'node:child_process';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';

export type ServiceSettings = {
  cards: number;
  trades: number;
  /** Easy Options that are held, one of each card after another: their P/L moves as its ask does. */
  options: number;
  seed: number;
  /** What becomes of the cards each time they are asked for: a fifth moves, or each makes room for another. */
  cardsDo: 'stay' | 'moves' | 'renews';
};

export type BenchService = {
  readonly origin: string;
  /** Whether a fifth of the cards changes each second from now on. */
  setMoving(isMoving: boolean): Promise<void>;
  /** The asks as they are now, by title. */
  asks(): Promise<Map<string, number>>;
  /** Until the cards are asked for again. */
  asked(): Promise<void>;
  end(): void;
};

const processFile = fileURLToPath(new URL('service-process.ts', import.meta.url));

/** Starts the service in a process of its own; its prices stand still. */
export async function startService(settings: Partial<ServiceSettings> = {}): Promise<BenchService> {
  const whole: ServiceSettings = {cards: 40, trades: 0, options: 0, seed: 7, cardsDo: 'stay', ...settings};
  const child = spawn(process.execPath, [processFile, JSON.stringify(whole)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({input: child.stdout});
  const line = () => new Promise<string>(resolve => lines.once('line', resolve));
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', () => reject(new Error('The service ended before it was ready.')));
  });
  const {origin} = JSON.parse(await Promise.race([line(), ended])) as {origin: string};
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
    asked: async () => void (await line()),
    end: () => void child.kill('SIGKILL'),
  };
}
