import type {ExitKind} from './exit.ts';

/** What a shell may offer: the words themselves, or what the machine knows. */
export type Values = readonly string[] | 'file' | 'profile';

export type OptionEntry = {
  readonly long: string;
  readonly short?: string;
  /** What its value is called; a switch without one. */
  readonly value?: string;
  readonly summary: string;
  readonly values?: Values;
  /** Whether it may be given several times. */
  readonly repeatable?: boolean;
};

export type ArgumentEntry = {
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
  /** Shown below the options of its help: what it does in full, and examples. */
  readonly more: string;
  /** The ways in which it can end; shown last of all. */
  readonly ends: readonly ExitKind[];
};

/** Options that several commands have. */
const profile: OptionEntry = {
  long: 'profile',
  value: 'NAME',
  summary: 'profile of the configuration file; `paper` is always there',
  values: 'profile',
};
const baseUrl: OptionEntry = {long: 'base-url', value: 'URL', summary: 'service to talk to, without the /v1'};
const config: OptionEntry = {
  long: 'config',
  value: 'FILE',
  summary: 'configuration file instead of the usual one',
  values: 'file',
};
export const noColor: OptionEntry = {long: 'no-color', summary: 'no colours (as NO_COLOR does)'};
export const ascii: OptionEntry = {long: 'ascii', summary: 'draw with ASCII alone'};
export const json: OptionEntry = {long: 'json', summary: 'print JSON with exact ids and decimals'};
export const service = [profile, baseUrl, config];
export const refresh = (between: string): OptionEntry => ({
  long: 'refresh',
  value: 'SECONDS',
  summary: `time between two ${between} (2)`,
});
