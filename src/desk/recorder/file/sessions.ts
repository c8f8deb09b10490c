/** The folder of recordings. A long session has several files, so that the oldest can be deleted. */
import {lstatSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import type {Millis} from '../../../api/wire/records.ts';

export type SessionPart = {
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
