/**
 * The command line as data. Parsing, `--help` and the completion scripts are made from it, so they cannot
 * differ.
 */
import {
  fileSettings,
  guardrailSettings,
  profileSettings,
  screenSettings,
  type Table,
} from '../../config/settings.ts';
import {eventKinds, eventResources} from '../../desk/events/event.ts';
import {feedPanes, paneSlugs} from '../../desk/model/vocabulary.ts';
import {type ExitKind, exitText} from './exit.ts';

export type Values = readonly string[] | 'file' | 'profile';

export type OptionEntry = {
  readonly long: string;
  readonly short?: string;
  /** The value's placeholder; absent for a switch. */
  readonly value?: string | undefined;
  readonly summary: string;
  readonly values?: Values | undefined;
  readonly repeatable?: boolean;
};

type ArgumentEntry = {
  readonly name: string;
  readonly summary: string;
  readonly values?: Values;
  readonly isOptional?: true;
};

export type CommandEntry = {
  readonly name: string;
  readonly summary: string;
  readonly arguments: readonly ArgumentEntry[];
  readonly options: readonly OptionEntry[];
  readonly more: string;
  readonly ends: readonly ExitKind[];
};

/** @param spelling `--page NUMBER`; without a placeholder it is a switch. A FILE completes to files. */
function option(spelling: string, summary: string, more: Partial<OptionEntry> = {}): OptionEntry {
  const [name = '', value] = spelling.split(' ');
  const values = value?.startsWith('FILE') ? 'file' : undefined;
  return {long: name.slice(2), value, summary, values, ...more};
}

const session = (list: string): ArgumentEntry => ({
  name: 'SESSION',
  summary: `a file, a number of ${list} or the beginning of a name; the newest without it`,
  values: 'file',
  isOptional: true,
});

// Shared options
const config = option('--config FILE', 'configuration file instead of the usual one');
const noColor: OptionEntry = screenSettings.color.flag;
const ascii: OptionEntry = screenSettings.ascii.flag;
export const json = option('--json', 'print JSON with exact ids and decimals');
const service: readonly OptionEntry[] = [fileSettings.profile.flag, profileSettings.base_url.flag, config];

const replayEntry: CommandEntry = {
  name: 'replay',
  summary: 'a recorded session on the real screen, at any moment of it; sends nothing',
  arguments: [session('--list')],
  options: [
    option(
      '--at TIME',
      'begin there: 14:03, 14:03:07, "2026-11-21 14:03", or -5m for so long before the end',
    ),
    option('--speed N', 'play N times as fast as it was, from 0.01 to 10000 (1)'),
    option(
      '--filter WORDS',
      'of events (n, N and the marks on the bar) only those that hold all of these words',
    ),
    option('--print', 'print the screen at --at (at the end without it) as text, and nothing else'),
    option('--svg FILE', 'write a picture of that screen; - is standard output'),
    option(
      '--cast FILE',
      'write an asciicast: five minutes before and after --at, or the last ten; - is standard output',
    ),
    option('--from TIME', 'what the cast begins with'),
    option('--to TIME', 'what it ends with; at most 60 minutes later'),
    option('--list', 'print the recorded sessions, the newest first'),
    config,
    ascii,
    noColor,
  ],
  more: `Sessions of the dashboard are recorded in the state folder unless "record = false" stands in the configuration.
With --at it stands still there, else it plays; with --speed it plays in any case. Times are by the clock of the place
that was recorded, or UTC where its screen told UTC. Space plays and pauses, the arrows step from message to message,
[ and ] go a minute back and on, n and N to the next and the previous event, / finds a text, g goes to a time, + and -
change the speed, ? shows all keys, q quits.
--print, --svg and --cast need no terminal; what they write is for its owner alone. The cast is an asciicast v2, which
players of terminal recordings know; with --speed it plays so much faster.
Events are what Activity tells (fills, what became of writes, the stop, alerts), reads that begin to fail, and messages
that money is at stake. No connection is opened and no journal: what is replayed sends nothing.

Examples:
  optty replay
  optty replay --at 14:03:07
  optty replay 2 --at -10m --speed 4
  optty replay --filter "filled BTC"
  optty replay session.optty
  optty replay --at -1m --print
  optty replay --at -1m --svg screen.svg --cast screen.cast`,
  ends: ['done', 'failed', 'usage', 'not-found', 'partial'],
};

const reportEntry: CommandEntry = {
  name: 'report',
  summary: 'a redacted recording of the last minutes for a bug report: one file, which is sent nowhere',
  arguments: [session('optty replay --list')],
  options: [
    option('--minutes N', 'how many minutes (10)'),
    option('--at TIME', 'end there, like 14:03 or -5m, instead of at the end of the session'),
    option('--output FILE', 'where to write it; never over a file', {short: 'o'}),
    option('--hide-amounts', 'replace prices, sizes and amounts too'),
    option('--print', 'print all of its lines, and write nothing'),
    option('--yes', 'do not ask before it is written'),
    config,
  ],
  more: `It says what is replaced and what stays, and asks before it writes the file, which only you can read (0600).
Nothing is sent: give the file to whoever looks into the bug. optty replay plays it.
Replaced are hosts, accounts, profiles, paths, ids, texts of the service, and texts that were typed: the same text by
the same one everywhere. Symbols, statuses, sides and times stay, and prices, sizes and amounts without --hide-amounts.
docs/security.md has the details.

Examples:
  optty report --print
  optty report --yes
  optty report --minutes 3 --at -1m --hide-amounts --yes -o bug.optty`,
  ends: ['done', 'failed', 'usage', 'not-found'],
};

const resources = feedPanes.map(pane => paneSlugs[pane]);
const resource: ArgumentEntry = {name: 'RESOURCE', summary: resources.join(', '), values: resources};

const {screen_reader, log_file, ...drawn} = screenSettings;

export const dashboardOptions: readonly OptionEntry[] = [
  ...service,
  ...flagsOf(guardrailSettings),
  ...flagsOf({...drawn, screen_reader, log_file}),
];

function flagsOf(table: Table): readonly OptionEntry[] {
  return Object.values(table).flatMap(({flag}) => flag ?? []);
}

export const commandTable: readonly CommandEntry[] = [
  {
    name: 'paper',
    summary: 'run the paper service alone, for several dashboards or other clients',
    arguments: [],
    options: [
      option('--port PORT', 'port to listen on; 0 takes a free one (8787)'),
      option('--host ADDRESS', 'address to listen on (127.0.0.1)'),
      option('--db FILE', 'ledger; `:memory:` keeps nothing'),
      option('--prefix PATH', 'what stands before every path, like /api'),
      option('--seed NUMBER', 'seed of the market: the same one moves the same way'),
      option('--start TIME', 'when the market of a new ledger begins, like 2026-11-19T12:00:00Z (now)'),
      option('--speed FACTOR', "how fast the market's clock runs; 0 stops it (1)"),
      option('--cards NUMBER', 'cards of a new ledger, 40 to 64; 40 are one page (40)'),
      option(
        '--token [NAME=]TOKEN',
        'token of an account; repeat it for more of them. A random one is made without it',
        {repeatable: true},
      ),
      option('--token-file FILE', 'tokens, one a line, as --token takes them'),
      option(
        '--dialect FILE|NAME=VALUE',
        'the one spelling of queries and credentials to obey, like search_dto=json',
        {repeatable: true},
      ),
      option('--limit READS/WRITES', 'requests a second for each account, or none (100/50)'),
      option('--faults SPEC', 'faults to play, like POST /v1/orders:drop-after*1'),
    ],
    more: `Prints the base URL and the tokens, one "name=value" a line that a shell can read, and serves until Ctrl-C.
A token on the command line can be seen by every user of the machine; it is worth play money only.
While it runs, {base_url}/_paper/health, faults, clock, reset and orders/ID/fill look after it.
An idempotency key lives for 24 hours of the wall clock, whatever the speed.

SPEC is [METHOD ]PATH:FAULT[+FAULT][*COUNT][%PERCENT], several of them with commas between; a * in PATH is any text.
Faults are latency=MS, status=CODE, rate-limit, drop-after and others: "Faults" in docs/paper.md has them all.

Examples:
  optty paper --port 8787 --token play
  OPTTY_BASE_URL=http://127.0.0.1:8787 OPTTY_TOKEN=play optty
  optty paper --seed 7 --start 2026-11-19T12:00:00Z --speed 60 --db :memory:
  optty paper --db :memory: --faults 'POST /v1/orders:drop-after*1, GET /v1/*:latency=500+status=503%10'
  optty paper --token alice=a-secret --token bob=another --prefix /api --dialect search_dto=bracket,orders.page=p`,
    ends: ['done', 'failed', 'usage'],
  },
  {
    name: 'list',
    summary: 'print one page of cards, easy-options, orders or trades',
    arguments: [resource],
    options: [
      ...service,
      option(
        '--filter QUERY',
        "only what matches, in the dashboard's filter language, or a named filter as @NAME",
      ),
      option('--sort FIELD[:desc]', 'order of the rows'),
      option('--page NUMBER', 'which page, counted from 1 (1)'),
      option('--page-size NUMBER', 'rows of a page (cards and easy-options 40, orders and trades 20)'),
      option('--all', 'every page, one after another'),
      json,
      option('--csv', 'print CSV with a header line, every value as it came'),
      option('--csv-safe', 'print CSV in which a spreadsheet takes no text for a formula'),
      ascii,
      noColor,
    ],
    more: `On a terminal a table is printed, elsewhere CSV; --json prints an array, with every id and amount a string.
Rows that cannot be read are named on standard error, and the exit code is then 6, as where the service says that
there are more rows than it gave. With --json the last line of standard error is {"error": {"kind", "message",
"exitCode", "requestId"}} where the exit code is not 0. Undocumented fields stand in --json under "also".
Orders and trades are sorted here, each page by itself (with --all the whole); cards and easy-options by the service.
--csv is exact. A file for a spreadsheet is better made with --csv-safe: there, what begins like a formula (= + - @)
gets an apostrophe in front. Words that the interface does not document are sent as they are, with a warning.

Examples:
  optty list cards --filter 'underlying:BTC active:true' --sort currentAskPrice:desc
  optty list easy-options --filter status:ACTIVE --all --json | jq -r '.[].id'
  optty list trades --filter 'time:-24h..' --all --csv > trades.csv`,
    ends: ['done', 'failed', 'usage', 'credentials', 'unreachable', 'partial'],
  },
  {
    name: 'show',
    summary: 'print one record with all of its fields',
    arguments: [resource, {name: 'ID', summary: 'its id'}],
    options: [...service, json, ascii, noColor],
    more: `On a terminal a line a field is printed, elsewhere JSON.
A trade and an Easy Option are asked for by id. The service has no such call for cards and orders: their lists
are read until the record is found, and an order that is filled or cancelled is in none.

Examples:
  optty show easy-options 1042
  optty show trades 77 --json`,
    ends: ['done', 'failed', 'usage', 'not-found', 'credentials', 'unreachable', 'partial'],
  },
  {
    name: 'book',
    summary: 'print what the whole account holds: exposure, P/L, expiries',
    arguments: [],
    options: [...service, json, ascii, noColor],
    more: `Every page of every list is read; nothing is written. On a terminal tables are printed, elsewhere JSON. Sums are
exact, each currency by itself, and say how many records do not tell what is summed ("without"). What is closed is
counted by the profile's days (local or UTC), an expiry by its date in UTC; fees and contracts are those of the trades
since tradesSince. What a page or a row that could not be read holds is in no figure, and the exit code is then 6.

Examples:
  optty book
  optty book --json > book.json`,
    ends: ['done', 'failed', 'usage', 'credentials', 'unreachable', 'partial'],
  },
  {
    name: 'watch',
    summary: 'print what happens on the account, as newline-delimited JSON',
    arguments: [],
    options: [
      ...service,
      option('--since ID', "begin behind this event; '' is the log's beginning"),
      option('--resource RESOURCE', `only events of this: ${eventResources.join(', ')}`, {
        values: eventResources,
      }),
      option(
        '--filter QUERY',
        "only events whose record matches, in the dashboard's filter language; needs --resource",
      ),
      {...screenSettings.refresh.flag, summary: 'time between two reads of a list (2)'},
      {...json, summary: 'print JSON, as it does anyway'},
    ],
    more: `Each line is an object with id, time, kind, resource, key and record; every id and amount is a string. Kinds are
${eventKinds.slice(0, 6).join(', ')}, ${eventKinds.slice(6).join(', ')}.
An order is canceled where that is proved, else gone; stale and back are of the service itself, which is asked until
a signal comes. Each event is logged in the journal before it is printed, once, whichever optty sees it first. A
reader that hands the id of its last whole line to --since misses nothing and gets nothing twice, as far back as the
log reaches: the newest 10,000 events, and those of the last hour up to 50,000. What an account holds when
its log begins is no event.

Examples:
  optty watch --resource orders --filter side:BUY
  optty watch --since "$(tail -n 1 events.jsonl 2>&- | jq -r .id)" >> events.jsonl`,
    ends: ['done', 'failed', 'usage', 'not-found', 'credentials'],
  },
  {
    name: 'status',
    summary: 'print P/L, UNKNOWN, STALE and a stop from the journal, without a request',
    arguments: [],
    options: [...service, option('--line', 'print one line, for a status bar'), json],
    more: `Open P/L is what a dashboard of this profile, or optty watch, last noted in the journal, each currency by itself;
STALE and its age stand beside it when neither has renewed it. UNKNOWN counts the writes whose end is not known, STOP
says that nothing is sent that adds risk. Before there is a journal it prints: no journal. Nothing is written, nobody
is asked.

Examples:
  optty status
  optty status --line --profile live`,
    ends: ['done', 'failed', 'usage'],
  },
  {
    name: 'stop',
    summary: 'stop what adds risk, cancel all open orders, and close Easy Options',
    arguments: [],
    options: [
      ...service,
      option('--close', 'close every Easy Option as well'),
      option('--timeout SECONDS', 'end after this time if it is not proved by then (86400)'),
      option('--status', 'only tell how the stop stands, in a line; nothing is written'),
      {...json, summary: 'print a JSON object a line'},
    ],
    more: `At once nothing that opens or places goes out from any optty on this machine's journal, over restarts; only the word
resume, typed on Activity in the dashboard, lifts that. The exit code is 0 when it has ended as asked: NO ORDERS, or
with --close FLAT, each on proof alone, which takes list_lag of the dialect. It goes on through outages, until the
timeout or the first signal; it ends with 1 before that where nothing that is left can be ended, which is named.

Examples:
  optty stop --close
  optty stop --status || echo 'not stopped, or not yet'`,
    ends: ['done', 'failed', 'usage', 'credentials', 'unreachable'],
  },
  {
    name: 'doctor',
    summary: 'check configuration, link, credentials and dialect; sends no write',
    arguments: [],
    options: [
      ...service,
      option('--write', 'put the dialect that was found into the profile'),
      json,
      ascii,
      noColor,
    ],
    more: `Asks each list for one row in each spelling that the interface leaves open, and sees which one the service obeys.
Only GET requests are sent. The exit code is 5 while nothing answers, so that a script can wait for a service; 4 where
the credential is the fault, and 1 where anything else is wrong.

Examples:
  optty doctor
  optty doctor --profile live --write`,
    ends: ['done', 'failed', 'usage', 'credentials', 'unreachable'],
  },
  replayEntry,
  reportEntry,
  {
    name: 'config',
    summary: 'make, show or find the configuration file',
    arguments: [
      {
        name: 'ACTION',
        summary: "init writes a commented file, show prints the values in force, path the file's place",
        values: ['init', 'show', 'path'],
      },
    ],
    options: [...dashboardOptions, json],
    more: `init never overwrites a file. show names beside each value where it came from, and hides secrets.

Examples:
  optty config init
  optty config show --profile live`,
    ends: ['done', 'failed', 'usage'],
  },
  {
    name: 'completion',
    summary: 'print the completion script of a shell',
    arguments: [{name: 'SHELL', summary: 'bash, zsh or fish', values: ['bash', 'zsh', 'fish']}],
    options: [],
    more: `Examples:
  mkdir -p ~/.local/share/bash-completion/completions &&
    optty completion bash > ~/.local/share/bash-completion/completions/optty
  optty completion zsh > "\${fpath[1]}/_optty"
  mkdir -p ~/.config/fish/completions &&
    optty completion fish > ~/.config/fish/completions/optty.fish`,
    ends: ['done', 'usage'],
  },
];

export const dashboardMore = `Without a command the dashboard opens. With no configuration it trades on the embedded paper service, with play money.

Service:      --base-url or OPTTY_BASE_URL, else the profile's base_url, else the paper service
Token:        OPTTY_TOKEN, else the profile's token_file or token_command; never a flag
Environment:  OPTTY_CONFIG, OPTTY_PROFILE, OPTTY_BASE_URL, OPTTY_TOKEN, OPTTY_READ_ONLY=1, NO_COLOR=1,
              INK_SCREEN_READER=true
Files:        $XDG_CONFIG_HOME/optty/config.toml; journal, paper ledger and log in $XDG_STATE_HOME/optty
Exit codes:   ${exitText(['done', 'failed', 'usage', 'credentials'])}

In the dashboard ? shows the keys.`;
