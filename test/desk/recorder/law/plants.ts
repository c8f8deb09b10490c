/** Ways to break the law on purpose, each by other words in one source: the proof must find every one. */
export type Plant = {readonly file: string; readonly from: string; readonly to: string};

export const plants = {
  'the wall clock in the core': {
    file: 'src/desk/events/news.ts',
    from: 'away: {since: now, reason}',
    to: 'away: {since: {...now, wall: Date.now()}, reason}',
  },
  'chance of the machine in the core': {
    file: 'src/desk/chance.ts',
    from: 'return [next, ',
    to: 'return [next + Math.random(), ',
  },
  'a count in the core beside its state': {
    file: 'src/desk/notices.ts',
    from: 'counter: notice.id,',
    to: 'counter: notice.id + (globalThis.planted = (globalThis.planted ?? 0) + 1),',
  },
  'a window that is not told': {
    file: 'src/ui/table/view.ts',
    from: 'tell: () => ({of, start, needs})',
    to: 'tell: () => ({of, start: 0, needs})',
  },
  'widths that are not told': {
    file: 'src/ui/table/view.ts',
    from: 'tell: () => ({of, start, needs})',
    to: 'tell: () => ({of, start, needs: new Map()})',
  },
  'a field that is left out while it is undefined': {
    file: 'src/desk/recorder/codec.ts',
    from: '{names.map(name =>',
    to: '{names.filter(each => value[each] !== undefined).map(name =>',
  },
  'records that keep their numbers after a snapshot': {
    file: 'src/desk/recorder/codec.ts',
    from: 'this.#numbered = 0;',
    to: '',
  },
  'records that are the same by their id alone': {
    file: 'src/desk/recorder/codec.ts',
    from: 'last?.text === text &&',
    to: 'last !== undefined &&',
  },
  'a cursor that stays where it was': {
    file: 'src/ui/TextField.tsx',
    from: 'key={generation.current}',
    to: 'key="one"',
  },
  'lines of a panel that Ink keeps': {
    file: 'src/ui/Lines.tsx',
    from: '[lines, styled, width])',
    to: '[styled, width])',
  },
  'a window of the palette beside its state': {
    file: 'src/ui/sheet/draw.ts',
    from: 'choiceLines(choices, selected,',
    to: 'choiceLines(choices, (globalThis.planted = Math.max(globalThis.planted ?? 0, selected)),',
  },
} as const satisfies Record<string, Plant>;
