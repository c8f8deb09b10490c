import {beforeEach, describe, expect, it} from 'vitest';
import {noLimits} from '../../src/account/model/vocabulary.ts';
import type {Intent} from '../../src/core/intents/intent.ts';
import {cancelOf} from '../../src/core/intents/kinds/amend.ts';
import {target} from '../../src/core/intents/kinds/kinds.ts';
import type {Attempt} from '../../src/core/intents/outcome.ts';
import {noteTold} from '../../src/desk/announce.ts';
import {tell} from '../../src/desk/notices.ts';
import type {State} from '../../src/desk/state.ts';
import {update} from '../../src/desk/update.ts';
import {messageLines} from '../../src/ui/bottom/Messages.tsx';
import {newsInWords} from '../../src/ui/reader/news.ts';
import {tabsLine} from '../../src/ui/top/Tabs.tsx';
import {option} from '../core/limits/account.ts';
import {opened} from '../core/limits/opened.ts';
import {key, lostOrder, order, startDesk, trade} from '../helpers/desk.ts';
import {haltOf} from '../helpers/halt.ts';
import {intentFor} from '../helpers/intents.ts';
import {linesIn} from './helpers/panel.ts';
import {text, texts} from './helpers/texts.ts';

/** Messages as they stand in the footer and in the list of them, and the star of a tab. */
const at = (columns: number, rows: number) => {
  const desk = startDesk().open();
  desk.send({type: 'resized', columns, rows});
  return desk.state;
};

const placed = 'WORKING: BUY 0.5 BTC-27NOV26-75500-C at 4,890 (0 of 0.5 filled) #9100000000000001';

const told = (state: State, ...texts: string[]) =>
  texts.reduce((next, text) => tell(next, text, 'good', state.now), state);

describe('the message in the footer', () => {
  it('does not count hints, and a hint needs no Esc', () => {
    const state = tell(told(at(120, 40), placed), 'This is the last page.', 'info', at(120, 40).now);
    expect(texts(messageLines(state, 1))[0]).toBe(' This is the last page.  +1 message (M)');
  });

  it('starts with the outcome at 40 columns, and is cut at its end', () => {
    const [line = ''] = texts(messageLines(told(at(40, 10), 'one', placed), 1));
    expect(line.length).toBeLessThanOrEqual(40);
    expect(line).toMatch(/^ ✓ WORKING:.*… {2}\+1 \(M\)$/);
  });

  it('has the words about other messages in full only where that cuts none of it', () => {
    const reason = 'NOT SENT: BUY 0.5 X at 4,890. Blocked.';
    const lines = (columns: number) => texts(messageLines(told(at(columns, 10), 'one', reason), 1));
    expect(lines(80)).toEqual([` ✓ ${reason}  +1 message (M)  Esc clear`]);
    expect(lines(54)).toEqual([` ✓ ${reason}  +1 (M)`]);
  });
});

describe('the line that counts now', () => {
  const line = (state: State) => texts(messageLines(state, 1))[0];
  const sending = {...lostOrder, state: 'SENDING'} as Intent;
  const failing = (state: State): State => {
    const fault = {kind: 'credentials', text: 'No access (401). Check the token.'} as const;
    return {...state, feeds: {...state.feeds, cards: {...state.feeds.cards, fault}}};
  };
  const withSending = (state: State): State => ({...state, intents: {...state.intents, list: [sending]}});

  it('is what is being sent and for how long, over an old message and beside the progress of several', () => {
    const desk = startDesk().open({orders: [order('5'), order('6')]});
    desk.type('3', 'X');
    desk.readList({orders: [order('5'), order('6')], total: 2});
    desk.showQuestion();
    desk.type('y');
    const draft = {kind: 'cancel', orderId: '5', order: order('5')} as const;
    const queued = intentFor(draft, {}, desk.now);
    desk.tell({type: 'asked', intent: queued});
    const started = {number: 1, by: 'user', process: 'this', startedAt: desk.now} as const;
    const state = tell(desk.state, 'OFF THE BOOK: BUY 2.', 'warning', desk.now, {stays: true});
    const lines = (ms: number, result?: Attempt['result']) => {
      const attempts = [{...started, result}];
      const list = [{...queued, state: 'SENDING', attempts} as Intent];
      const now = {...desk.now, mono: desk.now.mono + ms};
      return texts(messageLines({...state, now, intents: {...state.intents, list}}, 3));
    };
    expect(lines(500)).toEqual([
      ' Cancel 2 orders: 1 in progress, 1 to go  Esc stops the rest',
      ' SENDING: cancel order 5  +1 message (M)',
    ]);
    expect(lines(6_400)[1]).toMatch(/^ SENDING 6 s: cancel/);
  });

  it('is how long a write is under way since its first attempt, and which attempt it is', () => {
    const start = at(120, 40).now;
    const attempt = (number: number, ms: number) =>
      ({number, by: 'user', process: 'this', startedAt: {...start, mono: start.mono + ms}}) as Attempt;
    const attempts = [attempt(1, 0), attempt(2, 11_000)];
    const list = [{...lostOrder, state: 'SENDING', attempts} as Intent];
    const now = {...start, mono: start.mono + 21_500};
    const state = {...at(120, 40), now, intents: {...at(120, 40).intents, list}};
    expect(line(state)).toMatch(/^ SENDING 21 s, attempt 2: BUY 2 /);
  });

  it('counts from an attempt of an earlier process by the time of day', () => {
    const {state, now} = startDesk();
    const startedAt = {mono: 0, wall: now.wall - 21_500};
    const attempts = [{number: 1, by: 'user', process: 'earlier', startedAt} as Attempt];
    const list = [{...lostOrder, state: 'SENDING', attempts} as Intent];
    const later = {mono: now.mono + 500_000, wall: now.wall};
    expect(line({...state, now: later, intents: {...state.intents, list}})).toMatch(/^ SENDING 21 s: BUY 2 /);
  });

  it('is nothing that another process sends', () => {
    const state = withSending(told(at(120, 40), placed));
    const viewing = 'pts/3 has the controls: T takes them.';
    expect(line({...state, intents: {...state.intents, viewing}})).not.toContain('SENDING');
  });

  it('is an accepted open that no list shows yet, over a failing link', () => {
    const desk = startDesk().open();
    for (const cardId of ['1', '2']) {
      const draft = {kind: 'open', cardId, investmentAmount: '50', title: `Card ${cardId}`} as const;
      const intent = {...lostOrder, id: cardId, draft, state: 'SENDING', attempts: []} as Intent;
      desk.tell({type: 'asked', intent});
      desk.answer(cardId, {kind: 'yes'});
    }
    expect(line(failing(desk.state))).toBe(' ! OPEN ACCEPTED: Card 2 for 50  +1 message (M)  Esc clear');
    const [, second] = desk.state.intents.list;
    desk.tell({type: 'claimed', intent: {...second, resolvedRecordId: '7'} as Intent});
    expect(desk.state.notices.map(each => each.text)).toEqual([
      'OPEN ACCEPTED: Card 1 for 50',
      expect.stringMatching(/^OPEN.* Card 2 .*#7$/),
    ]);
  });

  it('is the cause of a failing link, over good news', () => {
    expect(line(failing(told(at(120, 40), placed)))).toBe(
      ' ! No access (401). Check the token.  +1 message (M)',
    );
  });

  it('has its time if it is older than a minute', () => {
    const state = tell(at(120, 40), 'NOT SENT: close #7.', 'warning', at(120, 40).now);
    const now = {mono: state.now.mono + 60_000, wall: state.now.wall + 60_000};
    expect(line({...state, now})).toMatch(/^ ! \d\d:\d\d:\d\d NOT SENT: close #7\./);
  });

  it('says nothing that the banner says', () => {
    const unknown = lostOrder;
    const state = {...at(120, 40), intents: {...at(120, 40).intents, list: [unknown]}};
    const about = target(unknown.draft);
    expect(line(tell(state, 'UNKNOWN: BUY 2.', 'danger', state.now, {about}))).toBeUndefined();
  });

  it('is good news for 10 s, or until a key that came after a second', () => {
    const desk = startDesk().open();
    const tellGood = () => desk.send({type: 'told', text: 'Done', level: 'good'});
    tellGood();
    desk.pass(9_999);
    desk.send({type: 'tick'});
    expect(line(desk.state)).toBe(' ✓ Done  Esc clear');
    desk.pass(1);
    desk.send({type: 'tick'});
    expect(line(desk.state)).toBeUndefined();
    tellGood();
    desk.press('j');
    expect(line(desk.state)).toBe(' ✓ Done  Esc clear');
    desk.pass(1_000);
    desk.press('j');
    expect(line(desk.state)).toBeUndefined();
    expect(desk.state.messages.at(-1)?.text).toBe('Done');
  });

  it('counts down while it says why a key waits, and goes when that is over', () => {
    const desk = startDesk().open({orders: [order('5')]});
    desk.press('3');
    const blockedUntil = {cancel: desk.now.mono + 4_500};
    const limited: State = {...desk.state, intents: {...desk.state.intents, blockedUntil}};
    const [pressed] = update(limited, {type: 'pressed', key: key('x', {at: desk.now.mono}), now: desk.now});
    const after = (ms: number) => {
      const now = {wall: desk.now.wall + ms, mono: desk.now.mono + ms};
      return line(update(pressed, {type: 'tick', now})[0]);
    };
    expect(line(pressed)).toBe(' Rate limited: 5 s more.');
    expect(after(2_000)).toBe(' Rate limited: 3 s more.');
    expect(after(4_500)).toBeUndefined();
  });

  it('is no refusal of a form that was corrected', () => {
    const limits = {...noLimits, maxOpenInvestment: {each: '5000'}};
    const desk = opened([option('1', {investmentAmount: '4900'})], limits, {});
    desk.press('o');
    desk.fill({amount: '300'});
    desk.type('enter');
    expect(line(desk.state)).toMatch(/^ !! Open investment would be 5,200 of 5,000/);
    desk.fill({amount: '50'});
    desk.type('enter');
    expect(desk.state.overlay.kind).toBe('review');
    expect(line(desk.state)).toBeUndefined();
  });

  it('is the result of an own write, over a record seen in the same second', () => {
    const state = at(120, 40);
    const own = tell(state, 'AMENDED to 0.2 @ 680', 'good', state.now, {isOwn: true});
    const later = (ms: number) => ({...state.now, mono: state.now.mono + ms});
    const both = (ms: number, level: 'good' | 'danger' = 'good') =>
      line(tell(own, 'PARTIALLY FILLED 1/2', level, later(ms), {about: 'order 6'}));
    expect(both(900)).toBe(' ✓ AMENDED to 0.2 @ 680  +1 message (M)  Esc clear');
    expect(both(2_000)).toMatch(/PARTIALLY/);
    expect(both(900, 'danger')).toMatch(/PARTIALLY/);
  });

  it.each([
    ['WORKING: BUY 1.', 'good'],
    ['CANCELED: BUY 1.', 'info'],
  ] as const)('is the result of an own write for 10 s, over all that is no danger: %s', (text, level) => {
    const {now, intents} = at(120, 40);
    const stayed = tell(withSending(failing(at(120, 40))), 'OVERFILL 1.', 'danger', now, {stays: true});
    const own = tell(stayed, text, level, now, {isOwn: true, about: 'order 5'});
    const last = tell(own, 'Reconnected: 1 event missed', 'warning', now);
    const after = (ms: number, state = {...last, intents: own.intents}) =>
      line({...state, now: {mono: now.mono + ms, wall: now.wall + ms}});
    expect(after(9_999)).toContain(text);
    expect(after(9_999, {...last, notices: last.notices.filter(each => !each.stays)})).toContain(text);
    expect(after(10_000)).toContain('SENDING');
    expect(after(10_000, {...last, intents})).toContain('OVERFILL 1.');
    const warned = {...last, intents, notices: last.notices.slice(-1)};
    expect([after(9_999, warned), after(10_000, warned)]).toEqual([
      expect.stringContaining('Reconnected'),
      expect.stringContaining('No access (401)'),
    ]);
    const begun = {...sending, askedAt: {...now, wall: now.wall + 1}} as Intent;
    expect(after(2, {...last, intents: {...own.intents, list: [begun]}})).toContain('SENDING');
  });

  it('is in the list of messages once, whichever lists fail', () => {
    const desk = startDesk().open();
    for (const pane of ['cards', 'orders'] as const) {
      const text = `Refused (status 401, request r-${pane}): no.`;
      desk.send({type: 'pollDue', pane, arm: desk.state.feeds[pane].arm});
      desk.fail(pane, {kind: 'credentials', text});
    }
    expect(desk.state.messages.map(each => each.text)).toEqual([
      'Refused (status 401, request r-cards): no.',
    ]);
  });
});

describe('the answer to a key', () => {
  const changed = {newPrice: '55', newSize: '1', filled: '0', tradesLagMs: 120_000};
  const row = {orderId: '5', symbol: 'X', side: 'BUY', price: '50', size: '1'} as const;
  const draft = cancelOf({kind: 'amend', ...row, ...changed});
  const left = {...lostOrder, draft, state: 'CONFIRMED', proof: 'proved'} as Intent;
  let desk: ReturnType<typeof startDesk>;
  const line = () => texts(messageLines(desk.state, 3)).join('');

  beforeEach(() => {
    desk = startDesk().open();
    desk.type('3');
    desk.restore(left);
  });

  it.each([
    ['x', 'Select an order to cancel.'],
    ['l', 'Nothing is UNKNOWN.'],
  ])('is why %s does nothing, over a message that stays, which Esc leaves', (name, reason) => {
    desk.type(name);
    expect(line()).toContain(reason);
    desk.type('escape');
    expect(line()).toMatch(/^ !! NOT REPLACED/);
    desk.type('escape');
    expect(line()).toBe('');
  });

  it('says what has filled since of an order that is NOT REPLACED, also once that is news', () => {
    const filled = (size: string) => {
      desk.poll('trades', [trade('9', {orderId: '5', filledSizeContracts: size})], {total: 1});
      return newsInWords(at(120, 40), {
        ...desk.state,
        notices: desk.state.notices.filter(each => each.stays),
      });
    };
    expect(filled('0.6').join()).toMatch(/placed\. Filled now: 0\.6 of 1\. f opens the form\.$/);
    expect(filled('1').join()).toContain('Filled now: 1 of 1: nothing is left to place.');
  });

  it('is a warning over a message that stays', () => {
    desk.type(':');
    desk.fill({search: 'READ-ONLY on'});
    desk.type('enter');
    expect(line()).toMatch(/^ ! READ-ONLY/);
  });

  it('is why a key cannot act that no message offers then, on the screen and in speech', () => {
    const words = () => [line(), newsInWords(at(120, 40), desk.state).join(' ')];
    for (const each of words()) expect(each).toMatch(/NOT REPLACED.* f opens the form\./);
    desk.halt(haltOf({}));
    for (const each of words()) expect(each).toMatch(/NOT REPLACED(?!.*opens the form)/);
    desk.type('f');
    expect(line()).toMatch(/^ HALTED/);
  });
});

describe('the list of messages', () => {
  const open = (state: State, at = 0): State => ({...state, overlay: {kind: 'messages', top: at}});
  const drawn = (state: State, columns: number, rows: number) => texts(linesIn(state, {columns, rows}));

  it('shows the newest first, each with its time and in full', () => {
    const lines = drawn(open(told(at(40, 10), 'one', placed)), 40, 9);
    expect(lines[0]).toContain('Messages of this session: 2');
    expect(lines[1]).toMatch(/^ \d\d:\d\d:\d\d ✓ WORKING: BUY 0.5$/);
    expect(lines.slice(1, -1).join(' ').replace(/\s+/g, ' ')).toContain('filled) #9100000000000001');
    expect(lines.every(line => line.length <= 40)).toBe(true);
    expect(drawn(open(at(80, 24)), 80, 12)[1]).toBe(' None yet.');
  });
});

it.each([
  [120, '4 Trades 0*'],
  [40, '4Trd*'],
])('the star of a tab marks the pane with news at %s columns, also without colours', (columns, tab) => {
  const state: State = {...noteTold(at(columns, 10), 'order 1', 'FILLED'), unvisited: new Set(['trades'])};
  expect(text(tabsLine(state))).toContain(tab);
  expect(text(tabsLine({...state, unvisited: new Set()}))).not.toContain('*');
});
