import {feedPanes, paneSlugs, tablePanes} from '../desk/model/vocabulary.ts';
import type {Config} from './config.ts';
import {shownLimits} from './limits.ts';
import {placeOf} from './origin.ts';

export type ShownSetting = {
  /** As it is called in the file. */
  readonly name: string;
  readonly value: string | number | boolean | readonly string[];
  /** Flag, variable, file and line, or `default`. */
  readonly origin: string;
};

/** Every value in force with where it came from. No secret is among them: they are not even read. */
export function shownSettings(config: Config): ShownSetting[] {
  return values(config).flatMap(([name, value]) =>
    value === undefined ? [] : [{name, value, origin: originOf(config, name)}],
  );
}

function originOf({origins, file}: Config, name: string): string {
  if (name === 'config') return file === undefined ? 'there is no such file' : 'read';
  return placeOf(origins[name], file);
}

type ShownValue = ShownSetting['value'] | undefined;

function values(config: Config): [string, ShownValue][] {
  const {profile, service, guardrails, alerts, dialect} = config;
  return [
    ['config', config.path],
    ['profile', profile.name],
    ['label', profile.label],
    ['base_url', service.kind === 'paper' ? '(embedded paper service)' : service.baseUrl],
    ['token', credentialShown(config)],
    ['on_event', config.onEvent === undefined ? '(none)' : programOnly([...config.onEvent])],
    ['guardrails.read_only', guardrails.readOnly],
    ['guardrails.max_investment', guardrails.maxInvestment ?? '(no limit)'],
    ['guardrails.max_notional', guardrails.maxNotional ?? '(no limit)'],
    ['guardrails.allowed_underlyings', guardrails.allowedUnderlyings ?? '(all)'],
    ['guardrails.price_tolerance', guardrails.priceTolerance],
    ['guardrails.price_band', guardrails.priceBand],
    ...shownLimits(config.limits),
    ['refresh', config.refreshMs / 1000],
    ['page_size', config.pageSize ?? '(by the screen)'],
    ['start_pane', paneSlugs[config.startPane]],
    ['ask_on_quit', config.asksOnQuit],
    ['record', config.records],
    ['screen_reader', config.screenReader],
    ['verbosity', config.verbosity],
    ['say_pl', config.profitEvery],
    ['theme', config.theme],
    ['times', config.times],
    ['ascii', config.ascii ?? '(by the terminal)'],
    ['color', config.color],
    ['log_file', config.logFile ?? config.statePaths.log],
    ...tablePanes.map((pane): [string, ShownValue] => [`columns.${paneSlugs[pane]}`, config.columns[pane]]),
    ...feedPanes.flatMap(pane => filtersShown(paneSlugs[pane], config.namedFilters[pane])),
    ...Object.entries(config.keys).map(([action, keys]): [string, ShownValue] => [`keys.${action}`, keys]),
    ['alerts.bell', alerts.bell],
    ['alerts.desktop', alerts.desktop],
    ...dialectShown({investment_currency: '(by the records)', ...dialect}),
    ['journal', config.statePaths.journal],
    ['paper_ledger', config.statePaths.paperDb],
    ['recordings', config.statePaths.recordings],
  ];
}

/** Which credential is used, never what it is. */
function credentialShown({credential}: Config): string {
  return credential.kind === 'none' ? `(none: ${credential.why})` : `(hidden: ${credential.source})`;
}

function filtersShown(slug: string, filters: Readonly<Record<string, string>>): [string, ShownValue][] {
  return Object.entries(filters).map(([name, query]) => [`filters.${slug}.${name}`, query]);
}

function dialectShown(dialect: Config['dialect']): [string, ShownValue][] {
  return Object.entries(dialect).flatMap(([key, value]): [string, ShownValue][] => {
    if (typeof value === 'string' || typeof value === 'number') return [[`dialect.${key}`, value]];
    return Object.entries(value as Record<string, ShownValue>).map(([name, inner]) => [
      `dialect.${key}.${name}`,
      key === 'auth' && name === 'command' ? programOnly(inner) : inner,
    ]);
  });
}

/** The arguments of a program may well hold a key. */
function programOnly(command: ShownValue): ShownValue {
  if (!Array.isArray(command)) return command;
  const hidden = command.length - 1;
  return hidden === 0 ? command : [String(command[0]), `(${hidden} hidden)`];
}
