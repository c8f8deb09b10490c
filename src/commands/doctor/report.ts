/** The doctor's findings as checks, and all checks as text or JSON. */
import {tablesOf} from '../../config/edit.ts';
import {jsonText, type Out, safeLines} from '../output.ts';
import {type Check, ok, skipped, warning, wrong} from './check.ts';
import type {Finding} from './finding.ts';

/** Without these neither list nor page can be trusted; the others only narrow. */
const vital = ['search_dto', 'orders.page', 'orders.page_size', 'trades.page', 'trades.page_size'];

/** @param isWritten the changes have just been put into the profile */
export function checksOf(findings: readonly Finding[], isWritten: boolean): Check[] {
  const of = (verdict: Finding['verdict']) => findings.filter(each => each.verdict === verdict);
  const changed = of('changed').map(({setting, value}) =>
    isWritten
      ? ok(setting, `${shown(value)}, written to the profile`)
      : wrong(
          setting,
          shown(value),
          `${setting}: the service wants ${shown(value)}; the profile says otherwise.`,
        ),
  );
  const none = of('none').map(({setting, note}) =>
    (vital.includes(setting) ? wrong : warning)(setting, 'no known spelling works', `${setting}: ${note}.`),
  );
  const untold = Map.groupBy(of('untold'), ({note}) => note ?? '');
  return [
    ...(of('obeyed').length === 0 ? [] : [ok('dialect', `${of('obeyed').length} settings work as they are`)]),
    ...changed,
    ...none,
    ...[...untold].map(([note, group]) =>
      skipped('dialect', `${note}: ${group.map(each => each.setting).join(', ')}`),
    ),
  ];
}

function shown(value: Finding['value']): string {
  return typeof value === 'object' ? `${value.length} fields` : String(value);
}

/** The lines that belong into the profile. */
export function tomlOf(findings: readonly Finding[], profile: string): string {
  return tablesOf(settingsOf(findings, profile));
}

export function settingsOf(findings: readonly Finding[], profile: string) {
  return findings
    .filter(({verdict}) => verdict === 'changed')
    .map(({setting, value}) => ({key: ['profiles', profile, 'dialect', ...setting.split('.')], value}));
}

type Report = {
  readonly checks: readonly Check[];
  /** Lines for the profile; empty when there is nothing to change. */
  readonly toml: string;
  /** What became of `--write`, as a sentence. */
  readonly written: string | undefined;
};

export function jsonReport(
  {checks, toml, written}: Report,
  about: object,
  findings: readonly Finding[],
): string {
  const dialect = findings.map(({setting, verdict, value, note}) => ({setting, verdict, value, note}));
  const isOk = checks.every(({result}) => result !== 'wrong');
  return `${jsonText({ok: isOk, ...about, checks, dialect, toml, written}, 2)}\n`;
}

type Look = {readonly ascii: boolean; readonly color: boolean};

export async function textReport(report: Report, out: Out, look: Look): Promise<string> {
  const {checks, toml, written} = report;
  const said = checks.flatMap(({result, more}) =>
    more === undefined ? [] : [`${result}: ${safeLines(more, look.ascii)}`],
  );
  return [
    out.isTTY ? await table(checks, out.columns ?? 80, look) : lines(checks),
    ...said.map(each => `${each}\n`),
    ...(toml === '' || written !== undefined
      ? []
      : [`\nPut this into the profile, or let optty doctor --write do it:\n\n${toml}`]),
    ...(written === undefined ? [] : [`${written}\n`]),
  ].join('');
}

function lines(checks: readonly Check[]): string {
  const width = Math.max(...checks.map(({name}) => name.length));
  return checks
    .map(({name, result, found}) => `${result.padEnd(7)}  ${name.padEnd(width)}  ${safeLines(found)}\n`)
    .join('');
}

/** Ink is loaded only where there is a person to draw for. */
async function table(checks: readonly Check[], columns: number, look: Look): Promise<string> {
  const {columnWidths, cut, stillTable, tableWidth} = await import('../still-table.tsx');
  const headings = [{heading: 'result'}, {heading: 'check'}, {heading: 'found'}];
  const rows = checks.map(({name, result, found}) => [result, name, safeLines(found)]);
  const [result = 0, check = 0] = columnWidths(headings, rows);
  const room = columns - tableWidth([result, check, 0]);
  const fitted = rows.map(([first = '', second = '', third = '']) => [first, second, cut(third, room)]);
  return stillTable(headings, fitted, {columns, ...look});
}
