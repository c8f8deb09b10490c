/** Ignores letter case, `-`, `_` and spaces, because people mix these up most. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const typed = plain(name.slice(0, longestCompared));
  const ranked = candidates
    .map(candidate => ({candidate, distance: distanceTo(typed, plain(candidate))}))
    .sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  // A word of n letters becomes any other by n edits.
  const most = Math.min(typed.length - 1, Math.max(1, Math.ceil(typed.length / 2.5)));
  return best !== undefined && best.distance <= most ? best.candidate : undefined;
}

const longestCompared = 40;

export function plain(name: string): string {
  return name.toLowerCase().replace(/[-_ /]/g, '');
}

/** A prefix or a substring is close, however much is missing. */
function distanceTo(typed: string, candidate: string): number {
  if (typed.length >= 2 && candidate.startsWith(typed)) return 0.5;
  if (typed.length >= 4 && candidate.includes(typed)) return 0.75;
  return editDistance(typed, candidate);
}

function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({length: b.length + 1}, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1;
      let best = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + cost,
      );
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwap) best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1);
      current.push(best);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}
