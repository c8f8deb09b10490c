import * as z from 'zod/mini';
import {isPlainObject} from '../../../api/wire/given.ts';
import type {Id} from '../../../api/wire/records.ts';
import {amend, cancelOf, isAmend, placedBy} from './amend.ts';
import {amendOf, cancel} from './cancel.ts';
import {close} from './close.ts';
import type {Asked, Kind, PlacedOrder, SentKind} from './kind.ts';
import {open} from './open.ts';
import {place, replacedBy} from './place.ts';

const sent = [open, close, place, cancel] as const;
/** The kinds that a person asks for. */
const asked = [...sent, amend] as const;

type Stated = (typeof asked)[number];

export type WriteDraft = z.infer<(typeof sent)[number]['schema']>;
export type WriteKind = WriteDraft['kind'];

export type Draft = z.infer<Stated['schema']>;
export type DraftKind = Draft['kind'];

/** Identifies the record that a draft would change, before the other fields are known. */
export type Target = Parameters<Stated['target']>[0];

type AnyDraft = {readonly kind: string};

export const kinds = new Map<string, Kind<AnyDraft> | SentKind<AnyDraft>>(
  asked.map(kind => [kind.name, kind]),
);

export function kindOf({kind}: AnyDraft): Kind<AnyDraft> | SentKind<AnyDraft> {
  const found = kinds.get(kind);
  if (found === undefined) throw new RangeError(`There is no kind of write called ${kind}.`);
  return found;
}

export function sentKindOf({kind}: {readonly kind: WriteKind}): SentKind<AnyDraft> {
  const found = kindOf({kind});
  if (!('send' in found)) throw new RangeError(`There is no request called ${kind}.`);
  return found;
}

export function riskOf(of: Asked): 'adds' | 'reduces' | 'none' {
  if (of.reduces !== undefined) return 'reduces';
  const kind = kindOf(of);
  return kind.makes === 'nothing' ? kind.risk : 'adds';
}

/** Not blocked by limits, the kill switch or a full disk. */
export function reducesRisk(of: Asked): boolean {
  return riskOf(of) === 'reduces';
}

export type Drafted = {readonly draft: Draft} | {readonly refused: string};

export function draftIn(value: unknown): Drafted {
  const name = isPlainObject(value) ? value.kind : undefined;
  const kind = typeof name === 'string' ? kinds.get(name) : undefined;
  if (kind === undefined) return {refused: 'unknown kind'};
  const {data, error} = z.safeParse(kind.schema, value);
  if (data !== undefined && isDraft(data)) return {draft: data};
  return {refused: (error?.issues ?? []).map(issue => `${issue.path.join('.')} ${issue.message}`).join('; ')};
}

/** The schema of a known kind reads only drafts of that kind. */
const isDraft = (read: AnyDraft): read is Draft => kinds.has(read.kind);

export function isKind(name: string): name is DraftKind {
  return kinds.has(name);
}

export function target(of: Target): string {
  return kindOf(of).target(of);
}

export function targets(of: Target): readonly string[] {
  const kind = kindOf(of);
  return kind.targets?.(of) ?? [kind.target(of)];
}

/** Undefined for one that makes no record and adds no risk. */
export function addingKind(of: AnyDraft) {
  const kind = kindOf(of);
  return kind.makes === 'nothing' ? undefined : kind;
}

export const makesRecord = (of: AnyDraft): boolean => addingKind(of) !== undefined;

/** The order that it leaves at the service. */
export function orderPlaced(draft: AnyDraft): PlacedOrder | undefined {
  const kind = kindOf(draft);
  return kind.makes === 'order' ? kind.places(draft) : undefined;
}

/** The order whose place its own takes. */
export function orderReplaced(draft: AnyDraft): Id | undefined {
  const kind = kindOf(draft);
  return kind.makes === 'order' ? kind.replaces(draft) : undefined;
}

export const canceledBy = (draft: AnyDraft): Id | undefined => kindOf(draft).cancels?.(draft);

/** The same for all that one key asked for: the cancel of an amend, and the place that follows it. */
export function askedTarget(draft: Draft): string {
  const {orderId} = replacedBy(draft) ?? {};
  return target(orderId === undefined ? draft : {kind: cancel.name, orderId});
}

/** The write that is to follow, as far as it is known before. */
export function nextOf(draft: WriteDraft): WriteDraft | undefined {
  const amend = amendOf(draft);
  return amend && placedBy(amend);
}

/** The writes of a kind: itself, or the two of an amend. */
export function requestsOf(kind: DraftKind): readonly WriteKind[] {
  return kind === amend.name ? [cancel.name, place.name] : [kind];
}

export function hasKey(of: {readonly kind: WriteKind}): boolean {
  return sentKindOf(of).repeats === 'same key';
}

/** The write that a person's key sends first. */
export function writeOf(draft: Draft): WriteDraft {
  return isAmend(draft) ? cancelOf(draft) : draft;
}
