/** What an operation of interface.md 4 is: a function of request and service. It knows no socket. */

import type {BookCommand, BookEvent} from '../engine/apply.ts';
import type {Book} from '../engine/book.ts';
import {type QueryRules, searchMembers} from './dialect.ts';
import type {Remember} from './memory.ts';
import {invalid, type Reply} from './replies.ts';
import {check, type Invalid} from './requests.ts';

export type OperationRequest = {
  account: number;
  /** The query string, without its question mark. */
  query: string;
  /** The id in the path, if the operation has one. */
  id: string;
  body: string | undefined;
};

export type Work = {
  /** The book as it is now; time has caught up. */
  book(): Book;
  /** Does a command and writes it down; what it changed is safe on disk when this returns. */
  run(command: BookCommand): BookEvent;
  /** The wall clock in epoch milliseconds, by which idempotency keys live. */
  wall(): number;
  reading: QueryRules;
  remember: Remember;
};

export type Operation = (request: OperationRequest, work: Work) => Reply;

export type Schema<Output> = Parameters<typeof check<Output>>[0];

/** The members of searchDto, checked; or the refusal. */
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

/** The query's values by our own names for them, checked; or the refusal, which uses the client's names. */
export function readQuery<Output extends object>(
  schema: Schema<Output>,
  query: string,
  names: Record<string, string>,
): Output | Reply {
  const given = new URLSearchParams(query);
  const entries = Object.entries(names).flatMap(([ours, theirs]) => {
    // With a repeated name the last one counts.
    const value = given.getAll(theirs).at(-1);
    return value === undefined ? [] : [[ours, value] as const];
  });
  const asked = check(schema, Object.fromEntries(entries));
  if (!Array.isArray(asked)) return asked;
  return invalid(asked.map(({field, problem}: Invalid) => ({field: names[field] ?? field, problem})));
}
