import type {Operations} from '../../api/contract.ts';
import type {Cached} from '../../api/errors.ts';

export const anotherNow = 'Another service is at this address now.';
export const anotherAnswers = `${anotherNow} Start optty again.`;
export const unanswered = 'Nothing has answered at this address yet.';

/** A page that must not count, with the reason. */
export class Discounted extends Error {}

/** Why an answer proves nothing of the time since the question. */
export function whyOld({cached}: {readonly cached?: Cached | undefined}): string | undefined {
  if (cached === undefined) return undefined;
  const {ageMs, by} = cached;
  const name = by === undefined ? 'A cache' : `A cache (${by})`;
  return `${name} answers for the service, ${Math.ceil(ageMs / 1_000)} s old. Run optty doctor.`;
}

type Ledger = string | undefined;

/** The paper ledger, or none, of each client's first and last answer. */
const shown = new WeakMap<Operations, {readonly first: Ledger; readonly last: Ledger}>();
/** The ledger of an answer that came before the first page. */
const named = new WeakMap<Operations, {readonly first: Ledger; readonly last: Ledger}>();

/** The service that a journal is of. */
export type OwnService = {readonly ledger?: Ledger; readonly mayChange?: boolean};

/** The paper ledger, or none, that answers showed last. Undefined before the first. */
export function answeredBy(client: Operations): {readonly ledger: Ledger} | undefined {
  const seen = shown.get(client) ?? named.get(client);
  return seen && {ledger: seen.last};
}

/**
 * Why nothing is sent or proved: the ids of a paper ledger begin anew in the next one, where they name other
 * records.
 */
export function whyOfAnother(client: Operations, {mayChange = false, ledger}: OwnService) {
  const seen = shown.get(client) ?? named.get(client);
  if (seen === undefined) return mayChange ? unanswered : undefined;
  const isOwn = seen.first === seen.last && (!mayChange || seen.first === ledger);
  return isOwn ? undefined : anotherAnswers;
}

export const nameLedger = (client: Operations, ledger: Ledger) =>
  named.set(client, {first: ledger, last: ledger});

/** @returns true if it is that of the journal, or of the first answer: after a reset the records are others */
export function showLedger(
  client: Operations,
  {paperLedger: last}: {readonly paperLedger?: Ledger},
): boolean {
  const {first} = named.get(client) ?? shown.get(client) ?? {first: last};
  shown.set(client, {first, last});
  return first === last;
}
