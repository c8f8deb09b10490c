/** The folder of recordings. A long session has several files, so that the oldest can be deleted. */
import {lstat as lstatOf, lstatSync, readdir as readdirOf, readdirSync, unlink as unlinkOf} from 'node:fs';
import {join} from 'node:path';
import {promisify} from 'node:util';
import type {Millis} from '../../../api/wire/records.ts';

type SessionPart = {
  readonly name: string;
  readonly session: string;
  readonly number: number;
  readonly pid: number;
};

export type ListedSession = {
  readonly session: string;
  readonly path: string;
  readonly began: Millis;
  readonly written: Millis;
  readonly bytes: number;
};

const partName = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)\.(\d{3})Z-(\d+)(?:\.(\d+))?\.optty$/;

export function sessionName(began: Millis, pid: number): string {
  return `${new Date(began).toISOString().replace(/[-:]/g, '')}-${pid}`;
}

export function partFile(session: string, number: number): string {
  return `${session}${number === 1 ? '' : `.${number}`}.optty`;
}

export function partOf(name: string): SessionPart | undefined {
  const [, , , , , , , , pid, number = '1'] = partName.exec(name) ?? [];
  if (pid === undefined) return undefined;
  const session = name.slice(0, name.indexOf(pid, name.indexOf('Z-')) + pid.length);
  return {name, session, number: Number(number), pid: Number(pid)};
}

export function partsOf(folder: string, session: string): SessionPart[] {
  return partsIn(folder)
    .filter(part => part.session === session)
    .sort((a, b) => a.number - b.number);
}

function partsIn(folder: string): SessionPart[] {
  return readdirSync(folder)
    .map(partOf)
    .filter(part => part !== undefined)
    .filter(({name}) => lstatSync(join(folder, name), {throwIfNoEntry: false})?.isFile() === true);
}

/**
 * The sessions in the folder, newest first.
 * @throws {Error} of the file system, also if there is no such folder
 */
export function listRecordings(folder: string): ListedSession[] {
  const sessions = Map.groupBy(partsIn(folder), ({session}) => session);
  return [...sessions]
    .map(([session, parts]) => listed(folder, session, parts))
    .sort((a, b) => b.began - a.began || (a.session < b.session ? 1 : -1));
}

function listed(folder: string, session: string, parts: readonly SessionPart[]): ListedSession {
  const [first] = parts.toSorted((a, b) => a.number - b.number);
  const found = parts.map(({name}) => lstatSync(join(folder, name), {throwIfNoEntry: false}));
  return {
    session,
    path: join(folder, first?.name ?? ''),
    began: beganAt(session),
    written: Math.max(...found.map(each => each?.mtimeMs ?? 0)),
    bytes: found.reduce((sum, each) => sum + (each?.size ?? 0), 0),
  };
}

function beganAt(session: string): Millis {
  const [, year, month, day, hour, minute, second, ms] = partName.exec(`${session}.optty`) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
}

/** `node:fs/promises` would take another MiB of memory for these three. */
const [lstat, readdir, unlink] = [promisify(lstatOf), promisify(readdirOf), promisify(unlinkOf)];

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

type Kept = {
  readonly part: SessionPart;
  readonly written: Millis;
  readonly bytes: number;
  readonly isOpen: boolean;
};

/**
 * Makes space for a new file: deletes files that are too old, then the oldest of the own session while it takes
 * more than half, then the oldest of all. Files that may still be open stay.
 * @throws {Error} of the file system
 */
export async function trimRecordings(ring: Ring): Promise<void> {
  const {folder, own, now, most = ringBytes} = ring;
  const session = partOf(own)?.session;
  const isOwn = ({part}: Kept) => part.session === session;
  let kept = await partsKept(ring);
  const oldestFirst = kept.filter(({isOpen}) => !isOpen).sort((a, b) => a.written - b.written);
  const dropWhere = async (isTooMuch: (each: Kept) => boolean) => {
    for (const each of oldestFirst) {
      if (!kept.includes(each) || !isTooMuch(each)) continue;
      await unlink(join(folder, each.part.name)).catch(unlessGone);
      kept = kept.filter(other => other !== each);
    }
  };
  await dropWhere(({written}) => now - written > ringMs);
  await dropWhere(each => isOwn(each) && bytesOf(kept.filter(isOwn)) > most / 2);
  await dropWhere(() => bytesOf(kept) > most);
}

function bytesOf(parts: readonly Kept[]): number {
  return parts.reduce((sum, {isOpen, bytes}) => sum + (isOpen ? Math.max(partBytes, bytes) : bytes), 0);
}

async function partsKept({folder, own, pid, isAlive, now}: Ring): Promise<Kept[]> {
  const parts = (await readdir(folder)).map(partOf).filter(part => part !== undefined);
  const newest = Map.groupBy(parts, ({session}) => session);
  const isNewest = ({session, number}: SessionPart) =>
    newest.get(session)?.every(other => other.number <= number) === true;
  const kept: Kept[] = [];
  for (const part of parts) {
    const found = await lstat(join(folder, part.name)).catch(() => undefined);
    if (found?.isFile() !== true) continue;
    const written = found.mtimeMs;
    const isWritten = now - written <= writtenMs || (part.pid !== pid && isAlive(part.pid));
    const isOpen = part.name === own || (isNewest(part) && isWritten);
    kept.push({part, written, bytes: found.size, isOpen});
  }
  return kept;
}

function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
