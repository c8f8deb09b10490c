import {type Brief, readBrief} from '../desk/journal/glimpse.ts';
import {JournalError} from '../desk/journal/problem.ts';
import type {StatusNote} from '../desk/journal/status-note.ts';
import type {OpenGain} from '../desk/portfolio/groups.ts';
import {profitWords} from '../desk/words/text.ts';
import {seconds, span} from '../desk/words/times.ts';
import {serviceKeyOf} from './connect.ts';
import {Unable} from './line/exit.ts';
import type {CommandLine} from './line/line.ts';
import {jsonText, print} from './output.ts';
import {loadConfig} from './settings.ts';

export async function runStatus({flags}: CommandLine, host: NodeJS.Process): Promise<void> {
  const config = await loadConfig(flags, host.env);
  const {journal} = config.statePaths;
  const key = await serviceKeyOf(config);
  const brief = await readBrief(journal, key ?? '', config.profile.label);
  if (brief === undefined) throw new Unable(`the journal ${journal} cannot be read.`);
  if (brief instanceof JournalError) throw new Unable(brief.inFull);
  const now = Date.now();
  if (flags.json === true) print(host.stdout, jsonText(jsonOf(brief, now)));
  else if (flags.line === true) print(host.stdout, partsOf(brief, now).join(' · '));
  else for (const part of partsOf(brief, now)) print(host.stdout, part);
}

function partsOf(brief: Brief | 'absent', now: number): readonly string[] {
  if (brief === 'absent') return ['no journal'];
  const {note, unknown, notPlaced, elsewhere, isHalted} = brief;
  const ageMs = note === undefined ? undefined : staleFor(note, now);
  return [
    ...(note?.isPartial ? ['so far'] : []),
    ...(note === undefined ? ['P/L n/a (no dashboard)'] : openIn(note, now)),
    ...(unknown === 0 ? [] : [`${unknown} UNKNOWN`]),
    ...(notPlaced === 0 ? [] : [`${notPlaced} CANCELED, NOT REPLACED`]),
    ...elsewhere.map(({service, unresolved}) => `${unresolved} UNKNOWN at ${placeWord(service)}`),
    ...(ageMs === undefined ? [] : [`STALE ${seconds(ageMs)}`]),
    ...(isHalted ? ['HALT'] : []),
  ];
}

function openIn({pl, workingOrders, positions, nextExpiry}: StatusNote, now: number): readonly string[] {
  const others = [
    counted(workingOrders, 'order', ' working'),
    counted(positions, 'position', ' held'),
    nextExpiry === undefined ? '' : `next expiry ${nextExpiry > now ? span(nextExpiry - now) : 'due'}`,
  ].filter(Boolean);
  if (pl.length > 0) return [...pl.map(gainIn), ...others];
  return others.length === 0 ? ['nothing open'] : ['no open Easy Options', ...others];
}

const counted = (count: number, what: string, then: string) =>
  count === 0 ? '' : `${count} ${what}${count === 1 ? '' : 's'}${then}`;

function gainIn({currency, sum, without, count}: OpenGain): string {
  const lacks = without === 0 ? '' : ` (${without} unpriced)`;
  const named = currencyWord(currency);
  return without === count ? `P/L n/a ${named}`.trim() + lacks : profitWords(sum, named) + lacks;
}

/** Another service of this machine's journal: `--base-url` with it tells more. */
function placeWord(service: string): string {
  if (service.startsWith('paper ')) return 'another paper service';
  return /^[\w.:/%~[\]-]{0,200}$/.test(service) ? service : 'another service';
}

/** tmux expands formats in its status bar: a currency `#{p2000000000:x}` would take gigabytes. */
function currencyWord(currency: string): string {
  return /^[\w.-]{0,12}$/.test(currency) ? currency : '?';
}

function staleFor({at, staleAfterMs}: StatusNote, now: number): number | undefined {
  const ageMs = Math.abs(now - at);
  return ageMs > staleAfterMs ? ageMs : undefined;
}

function jsonOf(brief: Brief | 'absent', now: number): object {
  const {note, unknown, notPlaced, elsewhere, isHalted} = brief === 'absent' ? nothing : brief;
  return {
    hasJournal: brief !== 'absent',
    asOf: note === undefined ? null : new Date(note.at).toISOString(),
    isStale: note === undefined || staleFor(note, now) !== undefined,
    isPartial: note?.isPartial ?? null,
    pl: note?.pl ?? null,
    workingOrders: note?.workingOrders ?? null,
    positions: note?.positions ?? null,
    nextExpiry: note?.nextExpiry === undefined ? null : new Date(note.nextExpiry).toISOString(),
    unknown,
    canceledNotPlaced: notPlaced,
    elsewhere,
    isHalted,
  };
}

const nothing: Brief = {note: undefined, unknown: 0, notPlaced: 0, elsewhere: [], isHalted: false};
