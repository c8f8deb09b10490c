import {expect, it} from 'vitest';
import {readKept} from '../../src/desk/kept.ts';
import {card, startDesk} from '../helpers/desk.ts';

const cards = ['1', '2', '3'].map(id => card(id));
const titles = (desk: ReturnType<typeof startDesk>) => desk.state.feeds.cards.rows.map(({id}) => id);

it('a pinned card is at the top in any order, keeps the selection, and is unpinned by the same key', () => {
  const desk = startDesk().open({cards});
  desk.type('G', 't');
  desk.arrive('cards', cards);
  expect([titles(desk), desk.state.feeds.cards.selected]).toEqual([['3', '1', '2'], '3']);
  desk.type('t');
  desk.arrive('cards', cards);
  expect(titles(desk)).toEqual(['1', '2', '3']);
});

it('what the person made is kept once for each change, and comes back with the next start', () => {
  const desk = startDesk().open({cards});
  desk.type('t', 'a');
  desk.send({type: 'typed', field: '', value: '>20'});
  desk.type('enter');
  desk.filter('btc up');
  const kept = desk.asked().flatMap(each => (each.type === 'keepOwn' ? [each.part] : []));
  expect(kept.map(({name}) => name)).toEqual(['pinned', 'alerts', 'filterHistory']);
  const notes = new Map<string, string>(kept.map(({name, value}) => [name, JSON.stringify(value)]));
  const next = startDesk();
  next.send({type: 'journalRead', activity: [], kept: readKept(name => notes.get(name))});
  next.open({cards});
  expect(next.asked().filter(each => each.type === 'keepOwn')).toEqual([]);
  expect(next.state.alerts).toEqual(desk.state.alerts);
  next.type('/', 'up', 'enter');
  expect(next.state.feeds.cards.filterText).toBe('btc up');
  expect(next.state.pinned).toEqual(['1']);
});
