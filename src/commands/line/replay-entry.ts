import {ascii, type CommandEntry, noColor} from './entry.ts';

export const replayEntry: CommandEntry = {
  name: 'replay',
  summary: 'a recorded session on the real screen, at any moment of it; sends nothing',
  arguments: [
    {
      name: 'SESSION',
      summary: 'a file, a number of --list or the beginning of a name; the newest without it',
      values: 'file',
      isOptional: true,
    },
  ],
  options: [
    {
      long: 'at',
      value: 'TIME',
      summary: 'begin there: 14:03, 14:03:07, "2026-11-21 14:03", or -5m for so long before the end',
    },
    {long: 'speed', value: 'N', summary: 'play N times as fast as it was, from 0.01 to 10000 (1)'},
    {
      long: 'filter',
      value: 'WORDS',
      summary: 'of events (n, N and the marks on the bar) only those that hold all of these words',
    },
    {long: 'print', summary: 'print the screen at --at (at the end without it) as text, and nothing else'},
    {
      long: 'svg',
      value: 'FILE',
      summary: 'write a picture of that screen; - is standard output',
      values: 'file',
    },
    {
      long: 'html',
      value: 'FILE',
      summary: 'write a page that plays: five minutes before and after --at, or the last ten',
      values: 'file',
    },
    {long: 'from', value: 'TIME', summary: 'what the page begins with'},
    {long: 'to', value: 'TIME', summary: 'what it ends with; at most 60 minutes later'},
    {long: 'list', summary: 'print the recorded sessions, the newest first'},
    {long: 'config', value: 'FILE', summary: 'configuration file instead of the usual one', values: 'file'},
    ascii,
    noColor,
  ],
  more: `Sessions of the dashboard are recorded in the state folder unless "record = false" stands in the configuration.
With --at it stands still there, else it plays; with --speed it plays in any case. Times are by the clock of the place
that was recorded, or UTC where its screen told UTC. Space plays and pauses, the arrows step from message to message,
[ and ] go a minute back and on, n and N to the next and the previous event, / finds a text, g goes to a time, + and -
change the speed, ? shows all keys, q quits.
--print, --svg and --html need no terminal; what they write is for its owner alone. The page is one file that plays by
itself, in any browser and without a network: it runs nothing but its own script.
Events are what Activity tells (fills, what became of writes, the stop, alerts), reads that begin to fail, and messages
that money is at stake. No connection is opened and no journal: what is replayed sends nothing.

Examples:
  optty replay
  optty replay --at 14:03:07
  optty replay 2 --at -10m --speed 4
  optty replay --filter "filled BTC"
  optty replay session.optty
  optty replay --at -1m --print
  optty replay --at -1m --svg screen.svg --html page.html`,
  ends: ['done', 'failed', 'usage', 'not-found', 'partial'],
};
