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
