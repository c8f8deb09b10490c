import {describe, expect, it} from 'vitest';
import {startDesk} from '../../helpers/desk.ts';

/** The help open on a panel whose list scrolls by 40 lines. */
function helpOpen() {
  const desk = startDesk().open();
  desk.type('?');
  desk.send({type: 'scrollTold', most: 40});
  return desk;
}

type Desk = ReturnType<typeof helpOpen>;
const scrollOf = ({state}: Desk) => ('scroll' in state.overlay ? state.overlay.scroll : undefined);
const search = (desk: Desk, text: string) => {
  desk.type('/');
  desk.send({type: 'typed', field: 'search', value: text});
};

describe('a list of which the panel knows the length', () => {
  it.each(['?', 'M'])('goes up a line from its end at once, and to its start by g: %s', key => {
    const desk = startDesk().open();
    desk.type(key);
    desk.send({type: 'scrollTold', most: 40});
    desk.type('G', 'k');
    expect(scrollOf(desk)).toBe(39);
    desk.type('j', 'j', 'j', 'k');
    expect(scrollOf(desk)).toBe(39);
    desk.type('g');
    expect(scrollOf(desk)).toBe(0);
  });

  it('is taken back where a wider screen leaves less of it', () => {
    const desk = helpOpen();
    desk.type('G');
    desk.send({type: 'scrollTold', most: 7});
    expect(scrollOf(desk)).toBe(7);
  });

  it('takes no end that comes once something else is open', () => {
    const desk = helpOpen();
    desk.type('escape');
    const before = desk.state;
    desk.send({type: 'scrollTold', most: 3});
    expect(desk.state).toBe(before);
  });
});

describe('searching in the help', () => {
  it('keeps what was looked for by Enter, clears it by Esc, and leaves by another Esc', () => {
    const desk = helpOpen();
    search(desk, 'filter');
    desk.type('enter');
    expect(desk.state.overlay).toMatchObject({kind: 'help', search: 'filter', scroll: 0});
    desk.type('escape');
    expect(desk.state.overlay).toMatchObject({kind: 'help', search: ''});
    desk.type('escape');
    expect(desk.state.overlay.kind).toBe('none');
  });

  it('goes on from what was looked for before, and Esc in the line clears it', () => {
    const desk = helpOpen();
    search(desk, 'filter');
    desk.type('enter', '/');
    expect(desk.state.overlay).toEqual({kind: 'search', text: 'filter'});
    desk.type('escape');
    expect(desk.state.overlay).toMatchObject({kind: 'help', search: ''});
  });
});
