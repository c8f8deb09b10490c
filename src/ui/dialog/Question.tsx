import {isDrawn} from '../../desk/order/questions.ts';
import type {BlockOf} from '../../desk/sheet.ts';
import {type Line, width} from '../format.ts';
import type {Page} from './page.ts';

/** A randomly drawn letter gets a block of its own if there are rows: it must be found at once. */
export function questionLines(
  {question, does, insist, back}: BlockOf<'question'>,
  {columns, isLow}: Page,
): readonly Line[] {
  const {key} = question;
  const block = isLow || !isDrawn(question) ? ` ${key} ` : `   ${key}   `;
  const besides = width(` ${block}   ${back.text} back`);
  const press = isDrawn(question) ? [`press ${key} to ${does}${insist}`, `press ${key} to ${does}`] : [];
  const all = [...press, `${does}${insist}`, does];
  const words = all.find(each => besides + width(each) <= columns) ?? does;
  const gap = ' '.repeat(Math.max(1, Math.min(3, columns - besides - width(words) + 1)));
  const way: Line = [{text: gap + back.text, tone: 'accent'}, {text: ' back'}];
  const badge = (text: string): Line => [{text: ' '}, {text, tone: 'danger'}];
  if (!isDrawn(question)) return [[...badge(block), {text: ` ${words}`}, ...way]];
  const asked = [...badge(block), {text: `  ${words}`, tone: 'strong'} as const, ...way];
  const edge = badge(' '.repeat(block.length));
  return isLow ? [asked] : [edge, asked, edge];
}
