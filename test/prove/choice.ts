import type {Id} from '../../src/api/wire/records.ts';
import type {WriteKind} from '../../src/core/intents/kinds/kinds.ts';

/** One thing that may happen next. */
export type Choice =
  | {readonly do: 'asks'; readonly desk: number; readonly slot: number}
  | {readonly do: 'polls'; readonly desk: number}
  /** A read comes back with what is, with what was when lists were last seen, or not at all. */
  | {readonly do: 'reads'; readonly desk: number; readonly call: number; readonly view: View}
  /** It begins to read the whole account, for its limits. */
  | {readonly do: 'reads the account'; readonly desk: number}
  | {readonly do: 'leaves'; readonly desk: number; readonly call: number}
  | {readonly do: 'arrives'; readonly request: number; readonly isTwice: boolean}
  | {readonly do: 'drops'; readonly request: number}
  | {readonly do: 'hears'; readonly desk: number; readonly call: number; readonly what: Heard}
  | {readonly do: 'due'; readonly desk: number; readonly timer: number}
  | {readonly do: 'passes'; readonly stride: Stride}
  | {readonly do: 'dies'; readonly desk: number}
  | {readonly do: 'starts'; readonly desk: number}
  /** Its user takes the controls, from whoever has them. */
  | {readonly do: 'takes'; readonly desk: number}
  | {readonly do: 'twin'; readonly kind: WriteKind}
  | {readonly do: 'fills'; readonly order: Id; readonly how: 'partly' | 'wholly'}
  | {readonly do: 'expires'; readonly option: Id}
  | {readonly do: 'presses'; readonly desk: number; readonly intent: string; readonly key: PersonsKey}
  | {readonly do: 'halts'; readonly desk: number; readonly what: 'set' | 'want'};

export type View = 'now' | 'before' | 'trades before' | 'fails';
export type Stride = keyof typeof strides;
type PersonsKey = 'R' | 'f' | 'H done' | 'H nothing';

/** What a process hears of its request; all but `answer` are faults, each standing for a class of them. */
export type Heard =
  | 'answer'
  | 'lost'
  | 'garbled'
  | 'doubtful status'
  | 'not sent'
  | 'not to be sent'
  | 'refused'
  | 'forbidden'
  | 'to wait'
  | 'refused by rule';

/** How time moves (ms): a repeat or a look comes due, its window is over, and all that lags has come. */
export const strides = {'a moment': 1_100, 'half a minute': 35_000, 'five minutes': 310_000} as const;
