import {expect, it} from 'vitest';
import {createEmulator, type Emulator, writeSync} from '../helpers/emulator.ts';
import {cellHeight, cellWidth, drawScreen, margin} from '../helpers/svg.ts';

/** What `npm run docs -- pictures` draws stands where the terminal has it, in whatever font it is looked at. */
function screenOf(...lines: string[]): Emulator {
  const emulator = createEmulator(40, lines.length);
  writeSync(emulator, lines.join('\r\n'));
  return emulator;
}

type Drawn = {text: string; x: number; y: number; length: number | undefined};

function textsOf(svg: string): Drawn[] {
  return [...svg.matchAll(/<text ([^>]*)>([^<]*)<\/text>/g)].map(([, attributes = '', text = '']) => {
    const figure = (name: string) => {
      const found = new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1];
      return found === undefined ? undefined : Number(found);
    };
    const decoded = text.replaceAll('&lt;', '<').replaceAll('&amp;', '&');
    return {text: decoded, x: figure('x') ?? 0, y: figure('y') ?? 0, length: figure('textLength')};
  });
}

const columnAt = (x: number) => Math.round(((x - margin) / cellWidth) * 100) / 100;
const rowAt = (y: number) => Math.floor((y - margin) / cellHeight);

it('every run of a picture starts at its column and is as long as its cells', () => {
  const svg = drawScreen(
    screenOf(
      'BTC above  \x1b[1m75,500\x1b[22m   x & <3 s',
      '⣀⡠⠊ after  ▁▃█ then',
      '期权 wide \x1b[38;5;75m▲\x1b[39m UP … end',
    ),
  );
  expect(
    textsOf(svg).map(({text, x, y, length}) => [
      text,
      rowAt(y),
      columnAt(x),
      length === undefined ? undefined : columnAt(length + margin),
    ]),
  ).toEqual([
    ['BTC above', 0, 0, 9],
    ['75,500', 0, 11, 6],
    ['x & <3 s', 0, 20, 8],
    ['after', 1, 4, 5],
    ['then', 1, 15, 4],
    // What no font is sure about stands in the middle of its cells.
    ['期', 2, 1, undefined],
    ['权', 2, 3, undefined],
    ['wide', 2, 5, 4],
    ['▲', 2, 10.5, undefined],
    ['UP', 2, 12, 2],
    ['…', 2, 15.5, undefined],
    ['end', 2, 17, 3],
  ]);
});

it('blocks, braille and lines are drawn in their cells, without a font', () => {
  const svg = drawScreen(screenOf('', 'ab▂⣿│▌┐'));
  const shapes = svg.slice(svg.indexOf('</g>\n'));
  const cells = [...shapes.matchAll(/<(?:rect|circle) c?x="([\d.]+)" c?y="([\d.]+)"/g)].map(([, x, y]) => [
    rowAt(Number(y)),
    Math.floor(columnAt(Number(x))),
  ]);
  expect(cells).toEqual([
    [1, 2],
    ...Array.from({length: 8}, () => [1, 3]),
    [1, 4],
    [1, 4],
    [1, 5],
    [1, 6],
    [1, 6],
  ]);
  // A quarter of the cell, down to its lower edge.
  expect(shapes).toContain(
    `<rect x="${margin + 2 * cellWidth}" y="${margin + 1.75 * cellHeight}" width="${cellWidth}" height="4.25"/>`,
  );
});

it('a tint covers the whole row, also without text and under wide characters', () => {
  const tint = '\x1b[48;5;238m';
  // Nine cells of it.
  const svg = drawScreen(screenOf(`ab${tint}cd  期 \x1b[1mef\x1b[0m gh`));
  expect(svg).toContain(
    `<rect x="${margin + 2 * cellWidth}" y="${margin}" width="75.6" height="${cellHeight}" fill="#444444"/>`,
  );
  expect(svg.match(/#444444/g)).toHaveLength(1);
});

it('inverse, bold, dim and underlined cells keep their style, on dark and on light', () => {
  const screen = screenOf('\x1b[7mLIVE\x1b[27m \x1b[1mbold\x1b[22m \x1b[2mdim\x1b[22m \x1b[4munder\x1b[24m');
  for (const [ground, back, front] of [
    ['dark', '#16181d', '#d7dae0'],
    ['light', '#ffffff', '#1f2328'],
  ] as const) {
    const svg = drawScreen(screen, ground);
    expect(svg).toContain(`height="${cellHeight}" fill="${front}"/>`);
    expect(svg).toContain(`fill="${back}">LIVE<`);
    expect(svg).toContain(`fill="${front}" font-weight="bold">bold<`);
    expect(svg).toContain(`fill="${front}" opacity="0.65">dim<`);
    expect(svg).toContain(`fill="${front}" text-decoration="underline">under<`);
  }
});
