import type {BookLine, BookSection} from '../../desk/book/pane/lines.ts';
import {bookLines, figureInView} from '../../desk/book/pane/move.ts';
import type {State} from '../../desk/model/state.ts';
import {type Facts, factsAt} from '../columns/column.ts';
import {zoneOf} from '../times.ts';
import {columnsFor} from './columns.ts';
import {limitSentences} from './limits.ts';
import {toMinute} from './minute.ts';

/** What comes first on the screen, and the figure that is selected, each in a sentence. */
export function bookSentences(state: State): readonly string[] {
  const {sections} = state.book;
  const selected = figureInView(state);
  const limits = limitSentences(state).map(each => `Limit of ${each}.`);
  if (selected === undefined) return ['Nothing of the account is read yet.', ...limits];
  const at = toMinute(state.now.wall);
  const facts = factsAt(at, zoneOf(state.settings.times, at));
  const lines = bookLines(state);
  const place = `Figure ${lines.indexOf(selected) + 1} of ${lines.length}`;
  const section = sections.find(each => each.lines.includes(selected));
  const first = sections.filter(({name}) => name === 'glance');
  return [
    ...first.flatMap(each => each.lines.map(line => sentence(each, line, facts))),
    ...limits,
    ...(section === undefined ? [] : [`${place}. ${sentence(section, selected, facts)}`]),
  ];
}

/** The title of its section, its name, and each of its figures behind what stands over it. */
function sentence(section: BookSection, line: BookLine, facts: Facts): string {
  const columns = columnsFor(section, line.currency !== undefined);
  const parts = columns.flatMap(({name, heading, cell}) => {
    const {text} = cell(line, facts, line.key);
    const isShown = text.trim() !== '' && name !== 'bar';
    return isShown ? [name === 'count' ? records(text) : `${heading} ${text}`.trim()] : [];
  });
  const isNext = section.name === 'glance' && line.expiry !== undefined;
  return `${isNext ? `${line.name} ` : ''}${parts.join(', ')}.`;
}

const records = (count: string) => (count === '1' ? '1 record' : `${count} records`);
