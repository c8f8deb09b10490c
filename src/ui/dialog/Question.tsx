import {useLayoutEffect} from 'react';
import {hasLetter} from '../../desk/order/questions.ts';
import type {BlockOf} from '../../desk/sheet.ts';
import {Lines, type OneLine, useSend} from '../desk.tsx';
import {cut, type Line, width, widthOf, wrap} from '../format.ts';
import type {Drawn, Panel, Whole} from './panel.ts';

/**
 * Reports whether all that it decides on is on the screen. Ink passes a frame on before React runs such an
 * effect, so the frame that is then awaited holds this question.
 */
export function Question({lines, asks, columns}: Drawn & OneLine) {
  const send = useSend();
  useLayoutEffect(() => asks && send({type: 'questionDrawn', ...asks}), [send, asks]);
  return <Lines lines={lines} columns={columns} />;
}

/** A randomly drawn letter gets a block of its own if there are rows: it must be found at once. */
export function questionDrawn(asked: BlockOf<'question'>, {columns, isLow}: Panel): Whole {
  const {question, does, insist, back, held} = asked;
  const {key, number, revision} = question;
  const block = isLow || !hasLetter(question) ? ` ${key} ` : `   ${key}   `;
  const room = columns - width(` ${block}   ${back.text} back`);
  const press = hasLetter(question) ? [`press ${key} to ${does}${insist}`, `press ${key} to ${does}`] : [];
  const all = [...press, `${does}${insist}`, does];
  const words = wrap(all.find(each => width(each) <= room) ?? does, room);
  const gap = ' '.repeat(Math.max(1, Math.min(3, room - width(words.at(-1) ?? '') + 1)));
  const way: Line = [{text: gap + back.text, tone: 'accent'}, {text: ' back'}];
  const badge = (text: string): Line => [{text: ' '}, {text, tone: 'danger'}];
  const edge = badge(' '.repeat(block.length));
  const lines = words.map((text, index): Line => {
    const said: Line[number] = hasLetter(question) ? {text: `  ${text}`, tone: 'strong'} : {text: ` ${text}`};
    return [...(index === 0 ? badge(block) : edge), said, ...(index === words.length - 1 ? way : [])];
  });
  const instead = (text: string): Line => [
    {text: ' '},
    {text: cut(text, columns - 1 - widthOf(way)), tone: 'warning'},
    ...way,
  ];
  const whole = isLow || !hasLetter(question) ? lines : [edge, ...lines, edge];
  return {
    lines: held === undefined ? whole : [instead(held)],
    isClipped: false,
    asks: {question: number, revision, isWhole: true, ids: []},
    unfit: [instead(asked.unfit)],
  };
}
