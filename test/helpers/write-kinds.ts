import {kinds, type WriteKind} from '../../src/core/intents/kinds/kinds.ts';

/** The kinds that are sent by themselves. */
export const writeKinds = [...kinds.values()]
  .filter(kind => 'send' in kind)
  .map(({name}) => name as WriteKind);

/** The same step for each kind, but for those named. */
export function steps(step: string, but: Partial<Record<WriteKind, string>> = {}): Record<string, string> {
  return {...Object.fromEntries(writeKinds.map(kind => [kind, step])), ...but};
}
