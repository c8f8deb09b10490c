/**
 * Answers to reads, kept until what they were made from has changed. The same question then gets the very
 * same body, so that its JSON, its ETag and its gzip are made once (send.ts), however many dashboards ask.
 */
import type {Reply} from './replies.ts';

/** @param madeFrom compared by identity; one that differs means that the answer has to be made again */
export type Remember = (question: string, madeFrom: readonly unknown[], make: () => Reply) => Reply;

const mostAnswers = 5_000;

export function createMemory(): Remember {
  const answers = new Map<string, {madeFrom: readonly unknown[]; reply: Reply}>();
  return (question, madeFrom, make) => {
    const before = answers.get(question);
    if (before?.madeFrom.every((each, place) => each === madeFrom[place])) return before.reply;
    const reply = make();
    if (reply.status !== 200) return reply;
    if (answers.size >= mostAnswers) answers.clear();
    answers.set(question, {madeFrom, reply});
    return reply;
  };
}
