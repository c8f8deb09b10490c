/** The spans that the code compares: the clocks' tolerance, patience with an answer, a lag of two minutes. */
export function spanOf(ms: number): number {
  if (ms === 0) return 0;
  return ms <= 2_000 ? 1 : ms <= 30_000 ? 2 : ms < 120_000 ? 3 : 4;
}

/** When a timer fires: it is due, will be in a moment, or later. */
export function dueText(ms: number): string {
  return ms <= 0 ? 'd' : ms <= 1_100 ? 'm' : ms <= 35_000 ? 'h' : 'l';
}
