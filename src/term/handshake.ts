import {statusQuery} from './sequences.ts';

export type Handshake = {
  /** Resolves once the terminal has read everything that was written before `version` was complete. */
  wait(version: number): Promise<{at: number}>;
  /** The query to send now that everything up to `version` was written; '' when nobody waits for it. */
  query(version: number): string;
  /** Whether anybody waits for a query that was not sent. */
  isWanted(): boolean;
  /** Whether an answer is still owed by a terminal that has answered before. */
  isAsking(): boolean;
  /** The terminal answered. */
  answered(): void;
  /** Nobody will be answered any more. */
  abandon(reason: string): void;
};

type Waiter = {
  version: number;
  resolve: (shown: {at: number}) => void;
  reject: (reason: Error) => void;
  patience: NodeJS.Timeout;
};

/** Where no terminal has ever answered, a screen counts as shown after so long. */
const withoutAnswerMs = 500;
/** Where it has, an answer is waited for; a link that is slower than this is no place to confirm an order. */
const patienceMs = 5000;
/** An answer that has not come by then is lost, and no longer expected before the answers to later queries. */
const forgottenMs = 30_000;

/**
 * Finds out when the terminal has truly shown something: it answers a status query (CSI 5n) only after it has read all
 * that came before. Answers carry no number, so they are counted against the queries in the order of sending; a query
 * that was given up keeps its place in that order, lest its late answer be taken for the next one's.
 */
export function createHandshake(now: () => number): Handshake {
  const waiting: Waiter[] = [];
  const asked: {sentAt: number; waiters: Waiter[]}[] = [];
  let hasEverAnswered = false;

  const settle = (waiters: Waiter[]) => {
    for (const waiter of waiters.splice(0)) {
      clearTimeout(waiter.patience);
      waiter.resolve({at: now()});
    }
  };

  const giveUp = (waiter: Waiter, reason: string) => {
    clearTimeout(waiter.patience);
    for (const list of [waiting, ...asked.map(each => each.waiters)]) {
      const index = list.indexOf(waiter);
      if (index >= 0) list.splice(index, 1);
    }
    waiter.reject(new Error(reason));
  };

  return {
    wait: version =>
      new Promise((resolve, reject) => {
        const patience = setTimeout(() => giveUp(waiter, 'the terminal did not answer in time'), patienceMs);
        const waiter: Waiter = {version, resolve, reject, patience};
        waiting.push(waiter);
      }),

    query(version) {
      const ready = waiting.filter(waiter => waiter.version <= version);
      if (ready.length === 0) return '';
      waiting.splice(0, waiting.length, ...waiting.filter(waiter => waiter.version > version));
      const question = {sentAt: now(), waiters: ready};
      asked.push(question);
      if (!hasEverAnswered) {
        setTimeout(() => {
          if (!hasEverAnswered) settle(question.waiters);
        }, withoutAnswerMs);
      }
      return statusQuery;
    },

    isWanted: () => waiting.length > 0,
    isAsking: () => hasEverAnswered && asked.length > 0,

    answered() {
      hasEverAnswered = true;
      while (asked[0] !== undefined && now() - asked[0].sentAt > forgottenMs) asked.shift();
      settle(asked.shift()?.waiters ?? []);
    },

    abandon(reason) {
      for (const waiter of [...waiting, ...asked.flatMap(each => each.waiters)]) giveUp(waiter, reason);
    },
  };
}
