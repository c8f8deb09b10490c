import type {Millis} from '../../api/wire/records.ts';

/**
 * Times as the filter language writes them, all UTC: `2026-11-01`, `2026-11-01T08:00`, `2026-11`, `-2h`, `now`,
 * `today`, `yesterday`, or epoch milliseconds. A date stands for the whole day, a minute for the whole minute:
 * a range that ends with it includes it.
 */
export type TimeSpan = {readonly first: Millis; readonly last: Millis; readonly isInstant: boolean};

const units: Record<string, number> = {s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000};
const day = 86_400_000;
const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

export function parseTime(text: string, now: Millis): TimeSpan | undefined {
  const span = parseAnyTime(text.trim().toLowerCase(), now);
  return span !== undefined && span.first >= 0 && span.last <= latest ? span : undefined;
}

function parseAnyTime(text: string, now: Millis): TimeSpan | undefined {
  if (text === 'now') return instant(now);
  const today = Math.floor(now / day) * day;
  if (text === 'today') return {first: today, last: today + day - 1, isInstant: false};
  if (text === 'yesterday') return {first: today - day, last: today - 1, isInstant: false};
  const relative = /^([+-])(\d{1,6})([smhdw])$/.exec(text);
  if (relative) {
    const distance = Number(relative[2]) * (units[relative[3] ?? ''] ?? 0);
    return instant(relative[1] === '-' ? now - distance : now + distance);
  }
  if (/^\d{11,14}$/.test(text)) return instant(Number(text));
  return parseDate(text);
}

const instant = (at: Millis): TimeSpan => ({first: at, last: at, isInstant: true});

const datePattern =
  /^(\d{4})-(\d{2})(?:-(\d{2})(?:[t_](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?(z|[+-]\d{2}:?\d{2})?)?)?$/;

function parseDate(text: string): TimeSpan | undefined {
  const match = datePattern.exec(text);
  if (match === null) return undefined;
  const [year, month, date, hour, minute, second] = match
    .slice(1, 7)
    .map(part => (part === undefined ? undefined : Number(part)));
  if (year === undefined || month === undefined) return undefined;
  const first = Date.UTC(year, month - 1, date ?? 1, hour ?? 0, minute ?? 0, second ?? 0);
  if (!isReal(first, month, date ?? 1, hour ?? 0, minute ?? 0, second ?? 0)) return undefined;
  const shift = zoneShift(match[8]);
  if (shift === undefined) return undefined;
  const fraction = Number((match[7] ?? '').padEnd(3, '0'));
  const length =
    date === undefined
      ? Date.UTC(year, month, 1) - first
      : hour === undefined
        ? day
        : second === undefined
          ? 60_000
          : match[7] === undefined
            ? 1_000
            : 1;
  return {first: first + fraction - shift, last: first + fraction - shift + length - 1, isInstant: false};
}

/** 31 February is no date, though Date.UTC would take it for 3 March. */
function isReal(
  at: Millis,
  month: number,
  date: number,
  hour: number,
  minute: number,
  second: number,
): boolean {
  const read = new Date(at);
  return (
    read.getUTCMonth() === month - 1 &&
    read.getUTCDate() === date &&
    read.getUTCHours() === hour &&
    read.getUTCMinutes() === minute &&
    read.getUTCSeconds() === second
  );
}

function zoneShift(zone: string | undefined): number | undefined {
  if (zone === undefined || zone === 'z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 14 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
