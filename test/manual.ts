/** Makes docs/optty.1, the manual page, from the tables of the help. */
import {readFileSync} from 'node:fs';
import {
  type CommandEntry,
  commandTable,
  dashboardEntry,
  dashboardOptions,
} from '../src/commands/line/table.ts';
import type {OptionEntry} from '../src/config/settings.ts';

const read = (path: string) => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));

const roff = (text: string) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/gm, '\\&');

const optionText = ({long, short, value, summary}: OptionEntry) => {
  const names = `${short === undefined ? '' : `-${short}, `}--${long}`;
  return `.TP\n\\fB${roff(names)}\\fR${value === undefined ? '' : ` \\fI${roff(value)}\\fR`}\n${roff(summary)}`;
};

/** A line that is indented begins a line of its own; the next that is not has to be told to. */
const paragraphs = (text: string) =>
  roff(text)
    .replace(/(?<=^ .*\n)(?=\S)/gm, '.br\n')
    .replace(/^$/gm, '.PP');

export function manual(): string {
  const {version, description} = read('package.json') as Record<'version' | 'description', string>;
  const commands = commandTable.map(({name, summary, arguments: given, options, more}: CommandEntry) =>
    [
      `.SS "optty ${[name, ...given.map(each => (each.isOptional ? `[${each.name}]` : each.name))].join(' ')}"`,
      `${roff(summary)}`,
      ...options.map(optionText),
      '.PP',
      paragraphs(more),
    ].join('\n'),
  );
  return `.TH OPTTY 1 "" "optty ${version}" "User Commands"
.SH NAME
optty \\- ${roff(description)}
.SH SYNOPSIS
.B optty
[\\fIoptions\\fR] [\\fIcommand\\fR]
.SH DESCRIPTION
${paragraphs(dashboardEntry.more)}
.SH OPTIONS
${dashboardOptions.map(optionText).join('\n')}
.SH COMMANDS
${commands.join('\n')}
`;
}
