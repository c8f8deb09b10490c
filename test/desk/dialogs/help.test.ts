import {describe, expect, it} from 'vitest';
import {startDesk} from '../../helpers/desk.ts';

/** The help open on a panel whose list scrolls by 40 lines. */
function helpOpen() {
  const desk = startDesk().open();
  desk.type('?');
  desk.send({type: 'listDrawn', list: {page: 9, most: 40}});
  return desk;
}

type Desk = ReturnType<typeof helpOpen>;
const scrollOf = ({state}: Desk) => ('top' in state.overlay ? state.overlay.top : undefined);
const search = (desk: Desk, text: string) => {
  desk.type('/');
  desk.fill({search: text});
};

describe('a list whose length the panel knows', () => {
  it.each(['?', 'M'])('scrolls up one line from its end with one key, and to its start with g: %s', key => {
    const desk = startDesk().open();
    desk.type(key);
    desk.send({type: 'listDrawn', list: {page: 9, most: 40}});
    desk.type('G', 'k');
    expect(scrollOf(desk)).toBe(39);
    desk.type('j', 'j', 'j', 'k');
    expect(scrollOf(desk)).toBe(39);
    desk.type('g');
    expect(scrollOf(desk)).toBe(0);
  });

  it('scrolls back if a wider screen needs fewer lines', () => {
    const desk = helpOpen();
    desk.type('G');
    desk.send({type: 'listDrawn', list: {page: 9, most: 7}});
    expect(scrollOf(desk)).toBe(7);
  });
});

it('a search in the help keeps its text with Enter, clears it with Esc, and closes with a second Esc', () => {
  const desk = helpOpen();
  search(desk, 'filter');
  desk.type('enter');
  expect(desk.state.overlay).toMatchObject({kind: 'help', search: 'filter', top: 0});
  desk.type('escape');
  expect(desk.state.overlay).toMatchObject({kind: 'help', search: ''});
  desk.type('escape');
  expect(desk.state.overlay.kind).toBe('none');
});
