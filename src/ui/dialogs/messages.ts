import type {State} from '../../desk/state.ts';
import {type Hint, hintLine} from '../../desk/words/keys.ts';
import type {Notice} from '../../desk/words/notice.ts';
import {clock, type Zone, zoneName, zoneOf} from '../../desk/words/times.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {wrap} from '../format.ts';
import {signs} from '../lines/footer.ts';
import type {Drawing} from '../panels/drawing.ts';
import {noPaint, type Paint} from '../theme.ts';

const hints: readonly Hint[] = [
  [['row.down', 'row.up'], 'scroll'],
  [['back'], 'back'],
];

export const messagesDrawing: Drawing<'messages'> = {
  most: ({messages, settings, now}, _, {columns, rows}) =>
    Math.max(
      0,
      messageList(messages, zoneOf(settings.times, now.wall), columns, noPaint).length - heightIn(rows),
    ),
  lines: (state, {scroll}, {columns, rows}, paint) => {
    const {messages, settings, now} = state;
    const zone = zoneOf(settings.times, now.wall);
    const all = messageList(messages, zone, columns, paint);
    const height = heightIn(rows);
    const start = Math.min(scroll, Math.max(0, all.length - height));
    const place =
      all.length > height ? `${start + 1}-${Math.min(all.length, start + height)} of ${all.length}  ` : '';
    return [
      ` ${paint('strong', `Messages of this session: ${messages.length}`)} ${paint('dim', `(${zoneName(zone)})`)}`,
      ...all.slice(start, start + height),
      ` ${paint('dim', place + hintLine(settings.bindings, 'messages', hints))}`,
    ];
  },
};

/** The title and the keys take one line each. */
const heightIn = (rows: number) => Math.max(1, rows - 2);

const clockCells = '00:00:00 '.length;

export function messageList(
  messages: State['messages'],
  zone: Zone,
  columns: number,
  paint: Paint,
): string[] {
  if (messages.length === 0) return [' None yet.'];
  return messages.toReversed().flatMap(each => linesOf(each, zone, columns, paint));
}

function linesOf({level, text, at}: Notice, zone: Zone, columns: number, paint: Paint): string[] {
  const {sign, tone} = signs[level];
  return wrap(sign + sanitize(text), Math.max(20, columns - 2 - clockCells)).map(
    (line, index) =>
      ` ${index === 0 ? paint('dim', `${clock(at.wall, zone)} `) : ' '.repeat(clockCells)}${paint(tone, line)}`,
  );
}
