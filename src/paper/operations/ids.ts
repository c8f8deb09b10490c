import {isInt64} from '../../api/wire/records.ts';

/**
 * Ids on the wire are 64-bit and above 2^53, as a real service's often are: whoever reads them as doubles
 * finds out here. Inside, a row is known by its number within its kind.
 */
const first = {
  order: 9_100_000_000_000_001n,
  trade: 9_200_000_000_000_001n,
  position: 9_300_000_000_000_001n,
  easyOption: 9_400_000_000_000_001n,
  account: 1_001n,
} as const;

export type IdKind = keyof typeof first;

export const idOf = (kind: IdKind, number: number): string => String(first[kind] + BigInt(number));

/** The number behind an id; -1 for an id that this kind never has. */
export function numberOf(kind: IdKind, id: string): number {
  if (!isInt64(id)) return -1;
  const number = BigInt(id) - first[kind];
  return number >= 0n && number < 1_000_000_000_000n ? Number(number) : -1;
}
