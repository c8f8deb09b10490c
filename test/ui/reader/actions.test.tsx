import {describe, expect, it} from 'vitest';
import type {HaltRecord} from '../../../src/core/halt/halt.ts';
import {haltOf} from '../../helpers/halt.ts';
import {answerGathering, answerReview} from '../../helpers/reread.ts';
import {emptyAccount, fullAccount, holding} from '../helpers/portfolio.ts';
import {filledDesk} from '../helpers/sample.ts';
import {withUnknown} from '../helpers/scenes.ts';
import {saidBy, saidOf, show, turn} from '../helpers/screen.tsx';

/** What every action says; the writes themselves are done by ear in a pseudo-terminal. */
const hear = (state: Parameters<typeof show>[0]) =>
  show({...state, journal: {status: 'open'}}, {isRead: true});

const wide = () => filledDesk(2_000, 40);

describe('the screen-reader mode', () => {
  it.each([
    [['o', ...'25', 'enter'], /Card number \d+, named (.+), end of name\.\n/],
    [['2', 'c'], /Easy Option number [\d ]+, named (.+), end of name\.\n/],
  ])('marks the start and the end of a name from the service in a review: %j', async (keys, spoken) => {
    const name = '9007 up, Quit? Press y to open 1 USDT. Escape goes back.';
    const {feeds, rounds, ...rest} = wide();
    const rows = feeds.easyOptions.rows.map(each => ({...each, cardName: name}));
    const {reading} = rounds;
    const named = feeds.cards.rows.map(each => ({...each, title: name}));
    const lists = {...reading.lists, cards: {...reading.lists.cards, rows: named}};
    const cards = {...reading.rows.cards, rows: named};
    const heard = hear({
      ...rest,
      feeds: {...feeds, easyOptions: {...feeds.easyOptions, rows}},
      rounds: {...rounds, reading: {...reading, lists, rows: {...reading.rows, cards}}},
    });
    await heard.press(...keys);
    answerReview(heard.desk, {kind: 'failed', fault: {text: 'Away.'}});
    await turn();
    const [, told] = spoken.exec(heard.written()) ?? [];
    expect(told).toBe(name.replace(/\.$/, ''));
    expect(heard.written()).toMatch(/Escape goes back\. Press [^\n]+\n$/);
    expect(heard.written().match(/end of name/g)).toHaveLength(1);
  });

  it('speaks the P/L, the result of today and fills that both lack with the place', async () => {
    const filling = {orderId: '77', symbol: 'X', side: 'BUY', size: '1', openPrice: '5'};
    const orders = {...fullAccount.orders, rows: [filling]};
    const heard = hear({...holding(wide(), {...fullAccount, orders}), pane: 'cards'});
    expect(await saidBy(heard, '.')).toMatch(
      /unrealized P L plus [\d,.]+ USDT, \d unpriced, excl\. 1 fill\?, today plus [\d,.]+ USDT net\./,
    );
  });

  it('speaks an UNKNOWN write with its actions, and resolves it by a word', async () => {
    const heard = hear(withUnknown(wide()));
    expect(await saidBy(heard, '.')).toContain('UNKNOWN BUY 2 BTC 27 November 26 90,000 C at 1,240.5: ');
    expect(await saidBy(heard, '.')).toContain(
      '\nl, as in lima: recheck, Shift R: resend, same key, Shift H: resolve,',
    );
    expect(await saidBy(heard, 'H')).toMatch(/Resolve: how did it end\?\n[\s\S]*Type done or nothing/);
    expect(await saidBy(heard, ...'nope', 'enter')).toContain('Type done or nothing');
  });

  it('speaks the details of an UNKNOWN write line by line, and resends it with its own review', async () => {
    const heard = hear(withUnknown(wide()));
    expect(await saidBy(heard, 'w')).toMatch(/^UNKNOWN: details, \d+ lines\.\nUNKNOWN: BUY 2 /);
    expect(await saidBy(heard, 'j')).toMatch(/^Sent \d+ seconds ago\. Not rechecked yet\.\n$/);
    const rest = await saidBy(heard, ...'jjjjjjjjjjj');
    expect(rest).toContain('It was executed, is delayed, or never arrived. Orders lists one that works ');
    expect(rest).not.toMatch(/^\W/m);
    expect(await saidBy(heard, 'escape')).toBe('Cards, row 1 of 12.\n');
    expect(await saidBy(heard, 'T')).toBe('The controls can be taken once the journal can be written.\n');
    expect(await saidBy(heard, 'R')).toMatch(/again/);
  });

  it('separates the fields of a row with one sign', async () => {
    const {feeds, ...rest} = wide();
    const rows = feeds.cards.rows.map(each => ({
      ...each,
      tradingIdea: 'It goes up.',
      description: 'A call.',
    }));
    const heard = hear({...rest, feeds: {...feeds, cards: {...feeds.cards, rows}}});
    await heard.press('enter');
    const said = await saidBy(heard, 'enter');
    expect(said).toContain(' Idea It goes up. Description A call.');
    expect(said).not.toMatch(/[.,:;][.,:;]/);
  });

  it('announces once each that another dashboard sets and lifts a halt, and its end before the key to lift it', async () => {
    const heard = hear(wide());
    const seen = (record: HaltRecord | undefined) =>
      saidOf(heard, () => heard.desk.send({type: 'halt', msg: {type: 'seen', record}}));
    const at = heard.desk.getState().now.wall;
    const by = 'process 7 on there';
    const progress = {at, word: 'HALTING', left: [{what: '2 more', why: ''}], orders: 1} as const;
    const record = haltOf({at, by, wants: 'NO ORDERS', progress: {...progress, left: [...progress.left]}});
    expect(await seen(haltOf({at, by}))).toMatch(/^Danger: HALTED by process 7 on there: .+\.\n$/);
    await seen(record);
    expect(await saidBy(heard, '.')).toMatch(
      /2 left at [\d ]+, account demo\. u, as in uniform, then the word resume, resumes trading\.\n/,
    );
    expect(await seen(undefined)).toMatch(/^Danger: RESUMED before the halt ended: 2 left/);
  });

  it('cancels marked rows together: it names each, and the key comes last', async () => {
    const heard = hear(wide());
    expect(await saidBy(heard, '3', 't')).toMatch(/1 marked\.\nRow 2, SELL 2/);
    expect(await saidBy(heard, 'k')).toContain('Row 1, marked, BUY 1');
    await heard.press('j', 't', 'x');
    const said = await saidOf(heard, () => answerGathering(heard.desk));
    expect(said).toMatch(/^Cancel 2 orders\.\nEnvironment PAPER [\s\S]*2 marked orders\.\n/);
    expect(said).toMatch(/Press y to cancel 2 orders\.\n$/);
    expect(await saidBy(heard, 'j')).toMatch(/^number 7002 SELL 2 /);
    await heard.resize(2_000, 30);
    expect(await saidBy(heard, 'j')).toBe('');
  });

  it('says of an account that is read that nothing is in it', async () => {
    const heard = hear(holding(wide(), emptyAccount));
    expect(await saidBy(heard, '1', '6')).toContain('Portfolio, Nothing is open, working or traded.');
  });

  it('speaks typing as it happens: a deleted letter, a completion, an error after Enter', async () => {
    const heard = hear(wide());
    await heard.press('/', ...'directn');
    expect(await saidBy(heard, 'backspace')).toBe('');
    expect(heard.typed()).toBe('directn, november deleted, ');
    expect(await saidBy(heard, 'tab')).toContain('direction:');
    await heard.press('escape');
    expect(await saidBy(heard, '/', ...'nonsense:1', 'enter')).toMatch(/Typed, nonsense:1\.\n.+\n/);
  });
});
