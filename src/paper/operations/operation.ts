/** An operation of docs/service.md: a function of request and service, without a socket. */

import type {BookCommand, BookEvent} from '../engine/apply.ts';
import type {Book} from '../engine/book.ts';
import {type QueryRules, searchMembers} from './dialect.ts';
import {invalid, type Reply} from './replies.ts';
import {check, type Invalid} from './requests.ts';

export type OperationRequest = {
  account: number;
  query: string;
  id: string;
  body: string | undefined;
};

export type Work = {
  book(): Book;
  /** Executes and stores a command; durable on return. */
  run(command: BookCommand): BookEvent;
  /** Wall clock in epoch milliseconds, for the age of idempotency keys. */
  wall(): number;
  reading: QueryRules;
  remember: Remember;
};

export type Operation = (request: OperationRequest, work: Work) => Reply;

export type Schema<Output> = Parameters<typeof check<Output>>[0];

export function readSearch<Output extends {sortByField?: string | undefined}>(
  schema: Schema<Output>,
  query: string,
  reading: QueryRules,
  sortable: readonly string[],
): Output | Reply {
  const {members} = searchMembers(new URLSearchParams(query), reading);
  if (members === undefined) return invalid([{field: 'searchDto', problem: 'must be a JSON object'}]);
  const asked = check(schema, members);
  if (Array.isArray(asked)) return invalid(asked);
  if (asked.sortByField === undefined || sortable.includes(asked.sortByField)) return asked;
  return invalid([{field: 'sortByField', problem: `must be one of ${sortable.join(', ')}`}]);
}

/** Query values by our names; the refusal uses the client's names. */
export function readQuery<Output extends object>(
  schema: Schema<Output>,
  query: string,
  names: Record<string, string>,
): Output | Reply {
  const given = new URLSearchParams(query);
  const entries = Object.entries(names).flatMap(([ours, theirs]) => {
    // The last of repeated names counts.
    const value = given.getAll(theirs).at(-1);
    return value === undefined ? [] : [[ours, value] as const];
  });
  const asked = check(schema, Object.fromEntries(entries));
  if (!Array.isArray(asked)) return asked;
  return invalid(asked.map(({field, problem}: Invalid) => ({field: names[field] ?? field, problem})));
}

// Cache of answers to reads, valid until their sources change. Equal questions share one body, so its JSON,
// ETag and gzip are made once (send.ts).

/** @param madeFrom compared by identity; a change invalidates the answer */
type Remember = (question: string, madeFrom: readonly unknown[], make: () => Reply) => Reply;

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
