import * as z from 'zod/mini';
import {isPlainObject} from '../../../api/wire/given.ts';
import {type AmendDraft, amend} from './amend.ts';
import {type CancelDraft, cancel} from './cancel.ts';
import {type CloseDraft, close} from './close.ts';
import type {Kind, SentKind} from './kind.ts';
import {type OpenDraft, open} from './open.ts';
import {type PlaceDraft, place} from './place.ts';

export type WriteDraft = OpenDraft | CloseDraft | PlaceDraft | CancelDraft;
export type WriteKind = WriteDraft['kind'];

export type Draft = WriteDraft | AmendDraft;
export type DraftKind = Draft['kind'];
export type DraftOf<K extends DraftKind> = Extract<Draft, {kind: K}>;

/** Identifies the record that a draft would change, before the other fields are known. */
export type Target =
  | Pick<OpenDraft, 'kind' | 'cardId'>
  | Pick<CloseDraft, 'kind' | 'easyOptionId'>
  | Pick<PlaceDraft, 'kind' | 'side' | 'symbol'>
  | Pick<CancelDraft, 'kind' | 'orderId'>
  | Pick<AmendDraft, 'kind' | 'orderId' | 'side' | 'symbol'>;

type AnyKind = Kind<Draft> & {
  target(of: Target): string;
  targets(of: Target): readonly string[];
};
type AnySent = AnyKind & SentKind<WriteDraft>;

const kinds = new Map<string, AnyKind>();
const sentKinds = new Map<string, AnySent>();

export function addKind(kind: AnySent): void {
  kinds.set(kind.name, kind);
  sentKinds.set(kind.name, kind);
}

for (const kind of [open, close, place, cancel]) addKind(kind);
kinds.set(amend.name, amend);

export function kindOf({kind}: {readonly kind: string}): AnyKind {
  const found = kinds.get(kind);
  if (found === undefined) throw new RangeError(`There is no kind of write called ${kind}.`);
  return found;
}

export function sentKindOf({kind}: {readonly kind: WriteKind}): AnySent {
  const found = sentKinds.get(kind);
  if (found === undefined) throw new RangeError(`There is no request called ${kind}.`);
  return found;
}

export function draftIn(value: unknown): {readonly draft: Draft} | {readonly wrong: string} {
  const name = isPlainObject(value) ? value.kind : undefined;
  const kind = typeof name === 'string' ? kinds.get(name) : undefined;
  if (kind === undefined) return {wrong: 'unknown kind'};
  const {data, error} = z.safeParse(kind.schema, value);
  return error === undefined
    ? {draft: data}
    : {wrong: error.issues.map(issue => `${issue.path.join('.')} ${issue.message}`).join('; ')};
}

export function target(of: Target): string {
  return kindOf(of).target(of);
}

export function targets(of: Target): readonly string[] {
  return kindOf(of).targets(of);
}
