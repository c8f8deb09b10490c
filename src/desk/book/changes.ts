/** Records that left a list, and those that came to it; one that is another object now did both. */
export type Changes<Row> = {readonly gone: readonly Row[]; readonly come: readonly Row[]};

/**
 * By identity: what is the same object has not changed, wherever it stands. A list whose rows stand where they
 * stood costs a look at each.
 */
export function changesBetween<Row>(before: readonly Row[], after: readonly Row[]): Changes<Row> {
  if (before === after) return {gone: [], come: []};
  const left: Row[] = [];
  const entered: Row[] = [];
  const length = Math.max(before.length, after.length);
  for (let at = 0; at < length; at++) {
    const was = before[at];
    const is = after[at];
    if (was === is) continue;
    if (was !== undefined) left.push(was);
    if (is !== undefined) entered.push(is);
  }
  if (left.length === 0 || entered.length === 0) return {gone: left, come: entered};
  const [were, are] = [new Set(left), new Set(entered)];
  return {gone: left.filter(row => !are.has(row)), come: entered.filter(row => !were.has(row))};
}
