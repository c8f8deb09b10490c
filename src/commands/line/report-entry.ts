import type {CommandEntry} from './entry.ts';

export const reportEntry: CommandEntry = {
  name: 'report',
  summary:
    'a capsule of the last minutes for whoever mends a fault: one file, in which nothing bears its name',
  arguments: [
    {
      name: 'SESSION',
      summary: 'a file, a number of optty replay --list or the beginning of a name; the newest without it',
      values: 'file',
      isOptional: true,
    },
  ],
  options: [
    {long: 'minutes', value: 'N', summary: 'how many minutes (10)'},
    {
      long: 'at',
      value: 'TIME',
      summary: 'end there, like 14:03 or -5m, instead of at the end of the session',
    },
    {
      long: 'output',
      short: 'o',
      value: 'FILE',
      summary: 'where to write it; never over a file',
      values: 'file',
    },
    {long: 'print', summary: 'print all that would stand in it, and write nothing'},
    {long: 'yes', summary: 'do not ask before it is written'},
    {long: 'config', value: 'FILE', summary: 'configuration file instead of the usual one', values: 'file'},
  ],
  more: `It tells what is in the capsule and asks before it writes the file, which is yours alone (0600). Nothing is sent: give
the file to whoever mends. optty replay plays it.
Ids, accounts, symbols, hosts, profiles and texts are called otherwise in it, at the same length and in the same order,
the same everywhere. Prices, sizes and money are multiplied, limits with them. Times, kinds, statuses and counts stay.
Kept is what one list names, and nothing else; docs/security.md says what that tells and what it hides.

Examples:
  optty report --print
  optty report --yes
  optty report --minutes 3 --at -1m --yes -o fault.optty`,
  ends: ['done', 'failed', 'usage', 'not-found'],
};
