import {beforeEach, describe, expect, it} from 'vitest';
import {initialReading} from '../../../src/account/reading/reading.ts';
import type {EasyOptionCard} from '../../../src/api/wire/records.ts';
import type {Draft} from '../../../src/core/intents/kinds/kinds.ts';
import {withKey} from '../../../src/desk/order/questions.ts';
import {linesOf} from '../../../src/desk/order/review-lines.ts';
import {followReview, toReview} from '../../../src/desk/order/reviewing.ts';
import {asksAgain} from '../../../src/desk/order/tickets/line-parts.ts';
import {card, easyOption, order, startDesk} from '../../helpers/desk.ts';
import {intentFor} from '../../helpers/intents.ts';
import {linesIn} from '../../ui/helpers/panel.ts';
import {texts} from '../../ui/helpers/texts.ts';

/** A review between its opening and its key, while the market and the clock go on. */
let desk: ReturnType<typeof startDesk>;

const review = () => desk.shown('review');

const priced = (ask: string) => card('1', {currentAskPrice: ask});
const value = (label: string) => review().lines.find(each => each.label === label)?.value;

function answer(ask: string) {
  desk.reread({kind: 'card', card: priced(ask)});
}

function fail(text = 'Nothing answers.') {
  const fault = {kind: 'link', text} as const;
  desk.reread({kind: 'failed', fault});
}

/** Two seconds later the cards are polled. */
function poll(ask: string) {
  desk.pass(2_000);
  desk.poll('cards', [priced(ask)]);
}

function openForm() {
  desk.type('o');
  desk.fill({amount: '50'});
}

function openReview(ask = '10') {
  desk.reviewOpening();
  answer(ask);
  desk.showQuestion();
}

const drawn = (columns = 100, rows = 30) => texts(linesIn(desk.state, {columns, rows})).join('\n');

const sends = () => desk.drafts().length;

beforeEach(() => {
  desk = startDesk().open({cards: [priced('10')]});
});

describe('a review with a price that moves within the tolerance', () => {
  it('shows the newest price, the quantity, and the old price', () => {
    openReview();
    poll('10.1');
    expect(value('Ask')).toBe('10.1');
    expect(value('Est. qty')).toBe('4.950495');
    expect(drawn()).toMatch(/Ask +10\.1\* {2}was 10\n/);
    poll('10');
    expect(drawn()).toMatch(/Ask +10\n/);
  });

  it('shows the ask that the form showed, if it moved before the review', () => {
    openForm();
    poll('10.1');
    desk.type('enter');
    answer('10.1');
    expect(drawn()).toMatch(/Ask +10\.1\* {2}was 10\n/);
  });

  it('stays armed: the key, the proof and the notice about a key do not change', () => {
    openReview();
    const {key, shownAt, revision} = review();
    for (const ask of ['10.1', '9.9', '10.2', '9.8', '10.15']) {
      poll(ask);
      desk.send({type: 'tick'});
      expect(review()).toMatchObject({key, shownAt, revision, guards: []});
    }
    desk.type('y');
    expect(sends()).toBe(1);
  });
});

describe('a review with a price that moves beyond the tolerance', () => {
  it('asks with another key, however little it is, and again once it moves on by as much; the last is the shown one', () => {
    openReview();
    poll('10.2003');
    expect(review()).toMatchObject({key: expect.stringMatching(/^[a-xz]$/), shownAt: undefined});
    expect(drawn()).toContain('Price moved 10 → 10.2003 (+2 %)');
    desk.showQuestion();
    poll('10.4');
    expect(review()).toMatchObject({key: expect.stringMatching(/^[a-xz]$/), shownAt: expect.any(Number)});
    expect(drawn()).toContain('Price moved 10 → 10.4 (+4 %)');
    expect(drawn(40, 9)).toContain('MOVED 10 → 10.4 (+4 %)');
    expect(value('Ask')).toBe('10.4');
    poll('10.6');
    expect(review().shownAt).toBeUndefined();
    desk.type(desk.question().key);
    expect(sends()).toBe(0);
    desk.showQuestion();
    desk.type(desk.question().key);
    expect(sends()).toBe(1);
  });

  it('asks nothing more when the price comes back, and shows the current figures', () => {
    openReview();
    poll('10.3');
    const {key, revision} = review();
    poll('10');
    expect(review()).toMatchObject({key, revision, guards: [{kind: 'moved'}]});
    expect(drawn()).toContain('10 → 10 (0 %)');
  });
});

it('says that no list would tell what became of it, unless the account was read lately, and after what may lag', () => {
  const draft = {kind: 'open', cardId: '1', investmentAmount: '50'} as const;
  const told = (of: Partial<typeof desk.state>) =>
    linesOf(
      {...desk.state, ...of},
      {draft, subject: {}, again: undefined, proposal: undefined, form: undefined},
    ).find(({label}) => label === 'Lost answer')?.value;
  const {rounds, intents} = desk.state;
  const unread = 'stays UNKNOWN (account read is old)';
  expect(told({rounds: {...rounds, reading: initialReading(0)}})).toBe(unread);
  expect(told({})).toBeUndefined();
  const passed = (mono: number, wall = mono) => ({
    now: {mono: desk.now.mono + mono, wall: desk.now.wall + wall},
  });
  expect(told(passed(1_000))).toBeUndefined();
  // Others may have placed the like since, and their fills are new.
  expect(told(passed(6_000))).toBe(unread);
  // The machine slept, or its clock was set.
  expect(told(passed(1_000, 20_000))).toBe(unread);
  const resolved = intentFor(draft, {state: 'RESOLVED', said: {word: 'nothing', note: ''}}, desk.now);
  expect(told({intents: {...intents, list: [resolved]}})).toMatch(/lists may lag/);
  const other = {...resolved, draft: {...draft, cardId: '2'}};
  expect(told({intents: {...intents, list: [other]}})).toBeUndefined();
});

it('what was agreed to is the cap of an opening, and beyond it nothing is sent', () => {
  desk.type('o');
  desk.fill({amount: '50', cap: '12'});
  desk.type('enter');
  answer('10');
  const upTo = () => review().lines.find(each => each.label === 'Up to');
  expect(upTo()).toMatchObject({label: 'Up to', value: '12', note: 'nothing is sent above it'});
  poll('11.9');
  expect(review().guards).toEqual([]);
  poll('12.1');
  expect(upTo()).toMatchObject({note: 'the ask is above it: nothing is sent', danger: true});
  desk.showQuestion();
  desk.type('y');
  expect(review().notice).toBe('Wait until the ask is at most 12: press y again');
  poll('12');
  desk.showQuestion();
  desk.type('y');
  expect(desk.asked().find(each => each.type === 'journalAsk')).toMatchObject({
    draft: {kind: 'open', investmentAmount: '50', cap: '12'},
  });
});

it.each<[string, Partial<EasyOptionCard>, Partial<EasyOptionCard>?]>([
  ['Card', {title: 'Another'}],
  ['Symbol', {currentOptionSymbol: 'X-2'}],
  ['Expires', {expiryDate: '2026-12-25T08:00:00Z'}],
  ['Target', {targetPrice: '1'}],
  ['Trigger', {triggerPrice: '2'}],
  ['Trigger', {triggerPrice: undefined}],
  ['Trigger', {triggerPrice: '1'}, {}],
  ['Direction', {direction: 'DOWN'}],
])(
  'a review with a card that changes asks with another key, and shows what changed: %s',
  (label, changed, first = {triggerPrice: '1'}) => {
    const opened = card('1', first);
    desk = startDesk().open({cards: [opened]});
    desk.reviewOpening();
    desk.reread({kind: 'card', card: opened});
    desk.showQuestion();
    expect(review().guards).toEqual([]);
    desk.pass(2_000);
    desk.poll('cards', [card('1', {...first, ...changed})]);
    expect(review()).toMatchObject({
      key: expect.stringMatching(/^[a-xz]$/),
      shownAt: undefined,
      guards: [{kind: 'changed', what: label}],
    });
    expect(drawn()).toContain(`${label} has changed`);
  },
);

it('asks nothing again of an expiry that is only written in another way', () => {
  openReview();
  desk.pass(2_000);
  const before = review().lines.find(({label}) => label === 'Expires')?.at ?? 0;
  desk.poll('cards', [
    {...priced('10'), expiryDate: new Date(before).toISOString().replace('.000Z', '+00:00')},
  ]);
  expect(review().lines.find(({label}) => label === 'Expires')?.at).toBe(before);
  expect(review().guards).toEqual([]);
});

describe('a line that asks again', () => {
  const listed = {orderId: '7', symbol: 'X-1', side: 'BUY', price: '9', size: '3'} as const;
  const drafts: readonly Draft[] = [
    {kind: 'open', cardId: '1', investmentAmount: '50'},
    {kind: 'close', easyOptionId: '8'},
    {kind: 'place', symbol: 'X-1', side: 'BUY', price: '9', size: '3'},
    {kind: 'cancel', ...listed},
    {kind: 'amend', ...listed, newPrice: '11', newSize: '4', filled: '0', tradesLagMs: 0},
  ];

  it.each(drafts)('takes the key away as it appears, and as it goes: $kind', draft => {
    const shown = card('1', {triggerPrice: '1', currentOptionSymbol: 'X-1'});
    const held = easyOption('8', {cardId: '1', triggerPrice: '1', optionSymbol: 'X-1', direction: 'UP'});
    desk = startDesk().open({cards: [shown], easyOptions: [held], orders: [order('7', listed)]});
    const [opened] = toReview(desk.state, draft, {card: shown}, desk.now);
    const asked = withKey(desk.state, opened);
    const {overlay} = asked;
    if (overlay.kind !== 'review') throw new Error('no review');
    const {lines} = overlay;
    const after = (before: typeof lines) => {
      const was = {...overlay, opened: before};
      const next = withKey({...asked, overlay: was}, followReview({...asked, overlay: was}, was, desk.now));
      return next.overlay.kind === 'review' ? next.overlay : undefined;
    };
    const asking = lines.filter(asksAgain);
    expect(asking.length).toBeGreaterThan(0);
    expect(after(lines)).toMatchObject({key: overlay.key, guards: []});
    for (const line of asking) {
      const other = {...line, label: `No ${line.label}`};
      for (const [before, what] of [
        [lines.filter(each => each !== line), line.label],
        [[...lines, other], other.label],
      ] as const)
        expect(after(before)).toMatchObject({
          key: expect.not.stringMatching(overlay.key),
          guards: [{kind: 'changed', what}],
        });
    }
  });
});

describe('the age in a review', () => {
  it('is the age of the data, not of the review', () => {
    openForm();
    desk.pass(30_000);
    desk.type('enter');
    fail();
    desk.send({type: 'tick'});
    // A second was before the o, and one before Enter.
    expect(drawn()).toContain('The data is 32 s old: r refresh.');
    desk.pass(6_000);
    desk.send({type: 'tick'});
    expect(drawn()).toContain('The data is 38 s old');
    expect(drawn(40, 9)).toContain('THE DATA IS 38 s old');
  });

  it('counts from the last poll that lists its record', () => {
    openReview();
    poll('10');
    desk.pass(3_000);
    desk.send({type: 'tick'});
    expect(drawn()).toContain('Quote 3 s old · r refresh');
    expect(drawn(40, 9)).toContain('Open an Easy Option · data 3 s old');
  });

  it('is too old after three poll periods of its list, on any pane', () => {
    const symbol = priced('10').currentOptionSymbol;
    desk = startDesk().open({cards: [priced('10')], orders: [order('5', {symbol})]});
    desk.type('3', 'n');
    desk.fill({price: '2', size: '2'});
    desk.type('enter');
    answer('10');
    desk.pass(28_000);
    desk.send({type: 'tick'});
    expect(review().guards).toEqual([]);
    desk.pass(3_000);
    desk.send({type: 'tick'});
    expect(review().guards).toEqual([{kind: 'stale'}]);
  });
});

describe('a record that could not be read again', () => {
  it('shows the full reason if there is space', () => {
    desk.reviewOpening();
    const reason = `svc.example refused the connection. ${'It may be down. '.repeat(8)}Try again in a moment.`;
    fail(reason);
    expect(drawn(60, 30).replace(/\s+/g, ' ')).toContain(reason.replace(/\s+/g, ' '));
    expect(drawn(60, 30)).toMatch(/open 50 anyway/);
    expect(drawn(40, 9).split('\n')).toHaveLength(9);
    expect(drawn(40, 9)).toMatch(/open 50 anyway/);
  });

  it('is replaced by a poll, which the review mentions, and by r, which asks with y again', () => {
    desk.reviewOpening();
    fail();
    expect(review()).toMatchObject({key: expect.stringMatching(/^[a-xz]$/), guards: [{kind: 'stale'}]});
    poll('10');
    expect(drawn()).toContain('Old data was refreshed.');
    expect(drawn()).not.toContain('could not be read again');
    expect(review().key).toMatch(/^[a-xz]$/);
    desk.asked();
    desk.type('r');
    answer('10');
    expect(review()).toMatchObject({key: 'y', guards: [], shownAt: undefined});
  });
});

describe('the read that a key waits for', () => {
  const round = () => desk.state.rounds.reading.lists.easyOptions.round;
  const presses = () => {
    desk.showQuestion();
    desk.type(desk.question().key);
    return sends();
  };

  it('is one of the pane that shows the record, too', () => {
    desk = startDesk().open({easyOptions: [easyOption('7')]});
    desk.type('2', 'c');
    desk.poll('easyOptions', [easyOption('7')]);
    expect(review().reread).toEqual({status: 'read'});
    expect(presses()).toBe(1);
  });

  it('may have other rows that cannot be read, also before', () => {
    desk = startDesk().open({easyOptions: [easyOption('7')]});
    const read = () => {
      const {number, began} = round() ?? {};
      const rows = [easyOption('7')];
      const whole = {rows, began, isWhole: false, total: 2, unreadable: 1};
      const end = {rows, read: whole, isOfAll: true};
      desk.send({type: 'portfolio', came: {pane: 'easyOptions', number, kind: 'read', end} as never});
    };
    desk.type('2', 'c');
    read();
    expect(review().reread).toEqual({status: 'read'});
    desk.type('r');
    desk.send({type: 'tick'});
    expect(review().reread).toEqual({status: 'reading'});
    read();
    expect(review()).toMatchObject({reread: {status: 'read'}, guards: []});
    expect(presses()).toBe(1);
  });

  it('is waited for 5 s: then another key confirms', () => {
    desk = startDesk().open({easyOptions: [easyOption('7')]});
    desk.type('2', 'c');
    desk.pass(5_001);
    desk.send({type: 'tick'});
    expect(review()).toMatchObject({reread: {status: 'failed'}, guards: [{kind: 'stale'}]});
    expect(presses()).toBe(1);
  });
});

it('is dismissed when another process takes the controls: its key sends nothing any more', () => {
  const desk = startDesk().open({orders: [order('5')]});
  desk.controls({is: 'ours', epoch: 1});
  desk.type('3', 'x');
  expect(desk.state.overlay.kind).toBe('review');
  desk.controls();
  expect(desk.state.overlay.kind).toBe('none');
  expect(desk.state.messages.map(({text}) => text)).toContain(
    'Cancel the order was dismissed: pts/3 (process 7) took the controls.',
  );
});

it('is dismissed if its card is in no list any more, also one that an Easy Option was opened with', () => {
  desk = startDesk().open({cards: [priced('10')], easyOptions: [easyOption('7', {cardId: '1'})]});
  desk.reviewOpening();
  desk.reread({kind: 'card', card: undefined});
  expect(desk.said()).toMatch(/dismissed: The card is no longer active/);
});

it('r in a review reads the record again, one read at a time, and no key counts until then', () => {
  openReview();
  desk.asked();
  desk.type('r', 'r');
  const asked = desk.asked().flatMap(each => (each.type === 'readPortfolio' ? [each.asked.pane] : []));
  expect(asked.filter(pane => pane === 'cards')).toHaveLength(1);
  expect(drawn()).toContain('refreshing…');
  desk.type('y');
  expect(sends()).toBe(0);
  answer('10.1');
  expect(value('Ask')).toBe('10.1');
  expect(review().shownAt).toBeUndefined();
  desk.showQuestion();
  desk.type('y');
  expect(sends()).toBe(1);
});
