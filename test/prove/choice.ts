import type {Stage} from './stage.ts';

/** One thing that may happen next. */
export type Choice = {
  /** How it is told in a story. */
  readonly words: () => string;
  readonly take: (stage: Stage) => void;
  /** What happens once faults end is fair, and this is how soon. */
  readonly fair?: Fair | undefined;
  readonly desk?: number;
};

export type Fair = (typeof fairOrder)[number];

/**
 * The earlier is taken first: what is under way ends, then looks and polls come, then time passes: until a
 * repeat or a look comes due, until its window is over, until all that lags has come.
 */
export const fairOrder = [
  ...([
    'starts',
    'leaves',
    'arrives',
    'hears',
    'reads',
    'due',
    'halts',
    'polls',
    'reads the account',
  ] as const),
  ...(['a moment', 'half a minute', 'five minutes'] as const),
] as const;

/** How time moves (ms). */
export const strides = {'a moment': 1_100, 'half a minute': 35_000, 'five minutes': 310_000} as const;
export type Stride = keyof typeof strides;

export const nameOf = (desk: number): string => `dashboard ${desk + 1}`;
