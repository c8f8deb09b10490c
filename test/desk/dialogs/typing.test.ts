import {describe, expect, it} from 'vitest';
import {noticeInView} from '../../../src/desk/notices.ts';
import {card, order, startDesk} from '../../helpers/desk.ts';

it('a line of input in a form is the focused field, and never the side', () => {
  const desk = startDesk().open({orders: [order('1')]});
  const values = () =>
    desk.state.overlay.kind === 'form' ? desk.state.overlay.form.fields.map(each => each.value) : [];
  desk.type('3', 'n');
  const before = values();
  desk.press('u', {ctrl: true, text: ''});
  desk.type('up');
  desk.press('u', {ctrl: true, text: ''});
  expect(values()).toEqual(before.map((value, index) => (index === 2 ? '' : value)));
});

it('Esc closes the details, then the messages, and never the filter', () => {
  const desk = startDesk().open({cards: [card('1')]});
  desk.filter('type:TOUCH');
  desk.arrive('cards', [card('1', {type: 'TOUCH'})]);
  desk.send({type: 'told', text: 'A warning', level: 'warning'});
  desk.type('enter', 'escape');
  expect(desk.state.details).toBe(false);
  expect(desk.state.notices.length).toBe(1);
  desk.type('escape');
  expect(desk.state.notices).toEqual([]);
  expect(desk.state.feeds.cards.filterText).toBe('type:TOUCH');
  desk.type('escape');
  expect(desk.state.feeds.cards.filterText).toBe('type:TOUCH');
  desk.type('/');
  expect(desk.state.overlay).toMatchObject({text: 'type:TOUCH '});
  desk.fill({filter: 'type:UP_DOWN'});
  desk.type('escape');
  expect(desk.state.feeds.cards.filterText).toBe('type:TOUCH');
  desk.type('/', 'escape');
  expect(desk.state.feeds.cards.filterText).toBe('');
  expect(noticeInView(desk.state)?.text).toBe('Filter cleared: / ↑ brings it back.');
  desk.type('/', 'up', 'enter');
  expect(desk.state.feeds.cards.filterText).toBe('type:TOUCH');
});

describe('the selection while a filter is typed', () => {
  const cards = ['1', '2', '3'].map(id =>
    card(id, {title: `BTC ${id}`, underlying: id === '2' ? 'ETH' : 'BTC'}),
  );
  const fits = (text: string) => cards.filter(each => text === '' || each.underlying === text.slice(11));
  const start = () => {
    const desk = startDesk().open({cards});
    desk.type('j');
    const narrow = (text: string) => {
      desk.fill({filter: text});
      answer(text);
    };
    const answer = (text: string) => {
      desk.pass(1_000);
      desk.poll('cards', fits(text));
    };
    return {desk, narrow, answer, selected: () => desk.state.feeds.cards.selected};
  };

  it('stays on its record where that fits, and returns to it on Esc', () => {
    const {desk, narrow, answer, selected} = start();
    desk.type('/');
    desk.fill({filter: 'underlying:ETH'});
    expect(desk.state.feeds.cards).toMatchObject({selected: '2', selectedIndex: 0});
    answer('underlying:ETH');
    expect(selected()).toBe('2');
    narrow('underlying:BTC');
    expect(selected()).toBe('1');
    desk.type('escape');
    answer('');
    expect(desk.state.feeds.cards).toMatchObject({selected: '2', selectedIndex: 1});
  });
});

describe('a copy', () => {
  const copied = (desk: ReturnType<typeof startDesk>) =>
    desk.asked().flatMap(each => (each.type === 'copy' ? [each.text] : []));

  it('takes the id of the record, or reports that it has none', () => {
    const desk = startDesk().open({cards: [card('1')], orders: [order('')]});
    desk.type('y');
    expect(copied(desk)).toEqual(['1']);
    desk.type('3', 'y');
    expect(copied(desk)).toEqual([]);
    expect(desk.said()).toBe('This row has no id.');
  });

  it('takes the request id in Activity, and never our own name for the line', () => {
    const desk = startDesk().open();
    const line = {kind: 'intent', what: 'open', target: 'x', amount: '1', outcome: 'REJECTED'} as const;
    const more = {at: 1, latencyMs: undefined};
    desk.send({
      type: 'journalRead',
      activity: [
        {...line, ...more, id: 'intent 1', requestId: 'req-7'},
        {...line, ...more, id: 'gone:#7 BUY X:1', requestId: undefined},
      ],
    });
    desk.type('5', 'y');
    expect(copied(desk)).toEqual(['req-7']);
    desk.type('j', 'y');
    expect(copied(desk)).toEqual([]);
    expect(desk.said()).toBe('This line has no request id to copy.');
  });
});

it('a manual refresh ends the delay after a failure', () => {
  const desk = startDesk().open({cards: [card('1')]});
  desk.type('r');
  desk.fail('cards', {kind: 'refused', text: 'It failed.'});
  desk.asked();
  desk.press('r');
  expect(desk.asked()).toContainEqual(expect.objectContaining({type: 'fetch', pane: 'cards'}));
});
