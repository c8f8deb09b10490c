/** The doctor's findings as checks, and all checks as text or JSON. */
import {tablesOf} from '../../config/toml/edit.ts';
import type {Look, Theme} from '../../desk/model/vocabulary.ts';
import {wrap} from '../../ui/format.ts';
import {createPaint, noPaint} from '../../ui/theme.ts';
import {jsonText, type Out, safeLines} from '../output/output.ts';
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
  return tablesOf(changedSettings(findings, profile));
}

export function changedSettings(findings: readonly Finding[], profile: string) {
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

export function textReport(report: Report, out: Out, theme: Theme, look: Look): string {
  const {checks, toml, written} = report;
  const said = checks.flatMap(({result, more}) => {
    if (more === undefined) return [];
    const sentence = `${result}: ${safeLines(more, look.ascii)}`;
    return out.isTTY ? wrap(sentence, out.columns ?? 80) : [sentence];
  });
  return [
    ...lines(checks, out, theme, look),
    ...said,
    ...(toml === '' || written !== undefined
      ? []
      : [`\nPut this into the profile, or let optty doctor --write do it:\n\n${safeLines(toml.trimEnd())}`]),
    ...(written === undefined ? [] : [safeLines(written)]),
  ]
    .map(line => `${line}\n`)
    .join('');
}

const tones = {ok: 'good', warning: 'warning', wrong: 'danger', skipped: 'dim'} as const;
const longestResult = Math.max(...Object.keys(tones).map(result => result.length));

/** A line a check; on a terminal what was found goes on below itself where it is too long. */
function lines(checks: readonly Check[], out: Out, theme: Theme, look: Look): string[] {
  const paint = out.isTTY ? createPaint(theme, look) : noPaint;
  const longestName = Math.max(...checks.map(({name}) => name.length));
  const indent = longestResult + longestName + 4;
  const room = Math.max(20, (out.columns ?? 80) - indent);
  return checks.flatMap(({name, result, found}) => {
    const [first = '', ...rest] = out.isTTY ? wrap(safeLines(found, look.ascii), room) : [safeLines(found)];
    const head = `${paint(tones[result], result)}${' '.repeat(longestResult - result.length)}`;
    return [`${head}  ${name.padEnd(longestName)}  ${first}`, ...rest.map(each => ' '.repeat(indent) + each)];
  });
}
