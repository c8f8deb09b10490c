/** The folder of recordings. A long session has several files, so that the oldest can be deleted. */
import {lstatSync, readdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import type {Millis} from '../../../api/wire/records.ts';

type PartName = {
  readonly name: string;
  readonly session: string;
  readonly began: Millis;
  readonly number: number;
  readonly pid: number;
};

type Part = PartName & {readonly written: Millis; readonly bytes: number};

export type ListedSession = {
  readonly session: string;
  readonly path: string;
  readonly began: Millis;
  readonly written: Millis;
  readonly bytes: number;
};

const partName = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d\.\d{3}Z)-(\d+)(?:\.(\d+))?\.optty$/;

export function sessionName(began: Millis, pid: number): string {
  return `${new Date(began).toISOString().replace(/[-:]/g, '')}-${pid}`;
}

export function partFile(session: string, number: number): string {
  return `${session}${number === 1 ? '' : `.${number}`}.optty`;
}

export function partOf(name: string): PartName | undefined {
  const [, year, month, day, hour, minute, second, pid, number = '1'] = partName.exec(name) ?? [];
  if (pid === undefined) return undefined;
  const session = `${year}${month}${day}T${hour}${minute}${second}-${pid}`;
  const began = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}`);
  return {name, session, began, number: Number(number), pid: Number(pid)};
}

/** In their order. Links and folders are no recordings. */
export function partsOf(folder: string, session?: string): Part[] {
  return readdirSync(folder)
    .map(partOf)
    .filter(part => part !== undefined)
    .filter(part => session === undefined || part.session === session)
    .flatMap(part => {
      const found = lstatSync(join(folder, part.name), {throwIfNoEntry: false});
      return found?.isFile() ? [{...part, written: found.mtimeMs, bytes: found.size}] : [];
    })
    .sort((one, other) => one.number - other.number);
}

export function listRecordings(folder: string): ListedSession[] {
  const sessions = Map.groupBy(partsOf(folder), ({session}) => session);
  return [...sessions]
    .map(([session, parts]) => ({
      session,
      path: join(folder, parts[0]?.name ?? ''),
      began: parts[0]?.began ?? Number.NaN,
      written: Math.max(...parts.map(({written}) => written)),
      bytes: parts.reduce((sum, {bytes}) => sum + bytes, 0),
    }))
    .sort((one, other) => other.began - one.began || (one.session < other.session ? 1 : -1));
}

const ringBytes = 64 * 1024 * 1024;
const ringMs = 30 * 24 * 3_600_000;
export const partBytes = 4 * 1024 * 1024;
/** A recorder writes more often than this, also from another host that shares the folder. */
const writtenMs = 5 * 60_000;

type Ring = {
  readonly folder: string;
  readonly own: string;
  readonly pid: number;
  readonly isAlive: (pid: number) => boolean;
  readonly now: Millis;
  readonly most?: number;
};

/** Deletes what is too old, then the oldest of the own session above half, then the oldest of all. */
export function trimRecordings({folder, own, pid, isAlive, now, most = ringBytes}: Ring): void {
  let kept = partsOf(folder);
  const newest = new Map(kept.map(({session, name}) => [session, name]));
  const isOpen = ({name, session, written, pid: writer}: Part) => {
    const isWritten = now - written <= writtenMs || (writer !== pid && isAlive(writer));
    return name === own || (newest.get(session) === name && isWritten);
  };
  const open = new Set(kept.filter(isOpen));
  const bytesOf = (parts: readonly Part[]) =>
    parts.reduce((sum, part) => sum + (open.has(part) ? Math.max(partBytes, part.bytes) : part.bytes), 0);
  const isOwn = ({session}: Part) => session === partOf(own)?.session;
  const oldestFirst = kept.filter(part => !open.has(part)).sort((a, b) => a.written - b.written);
  const dropWhere = (isTooMuch: (part: Part) => boolean) => {
    for (const part of oldestFirst) {
      if (!kept.includes(part) || !isTooMuch(part)) continue;
      rmSync(join(folder, part.name), {force: true});
      kept = kept.filter(other => other !== part);
    }
  };
  dropWhere(({written}) => now - written > ringMs);
  dropWhere(part => isOwn(part) && bytesOf(kept.filter(isOwn)) > most / 2);
  dropWhere(() => bytesOf(kept) > most);
}
