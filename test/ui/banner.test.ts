import {describe, expect, it} from 'vitest';
import {defaultGuardrails, panes} from '../../src/account/model/vocabulary.ts';
import type {Intent} from '../../src/core/intents/intent.ts';
import type {WriteDraft} from '../../src/core/intents/kinds/kinds.ts';
import {target} from '../../src/core/intents/kinds/kinds.ts';
import {blocked} from '../../src/desk/actions.ts';
import {sheetOf} from '../../src/desk/dialogs/index.ts';
import {tell} from '../../src/desk/notices.ts';
import {bannersInWords, newsInWords} from '../../src/ui/reader/news.ts';
import {bannerLines, banners, bannersShown} from '../../src/ui/top/Banners.tsx';
import {card, startDesk} from '../helpers/desk.ts';
import {haltOf} from '../helpers/halt.ts';
import {epoch, intentFor} from '../helpers/intents.ts';
import {texts} from './helpers/texts.ts';

const intent = (state: 'SENDING' | 'UNKNOWN' | 'CONFIRMED', changedAt = epoch) =>
  intentFor(
    {kind: 'open', cardId: '7', investmentAmount: '25'},
    {state, proof: 'matched', changedAt, reason: 'No answer came.'},
  );
const place = {kind: 'place', symbol: 'X', side: 'BUY', price: '9', size: '2'};
function bannersOf(desk: ReturnType<typeof startDesk>): string[] {
  return panes.map(pane => {
    desk.send({type: 'ran', action: `pane.${pane}`});
    return texts(bannerLines(desk.state)).join('\n');
  });
}

describe('the banner', () => {
  it('shows on every pane what is unresolved while the journal cannot be written', () => {
    const desk = startDesk().open({cards: [card('7')]});
    desk.send({type: 'journalRead', activity: [], intents: [intent('UNKNOWN')]});
    desk.send({type: 'journalFailed', reason: 'The disk is full.', isUnread: false});
    const banners = bannersOf(desk);
    expect(new Set(banners).size).toBe(1);
    expect(banners[0]).toContain('UNKNOWN open card 7 for 25: No answer came.');
    expect(banners[0]).toContain('Recheck, resend and resolve wait for the journal.');
    desk.press('escape');
    expect(bannersOf(desk)).toEqual(banners);
  });

  it('warns on every pane that a journal that cannot be read may hold unresolved writes', () => {
    const desk = startDesk().open();
    const failed = {type: 'journalFailed', reason: 'The journal is damaged.', isUnread: true} as const;
    desk.send(failed);
    for (const banner of bannersOf(desk)) {
      expect(banner).toContain('UNKNOWN writes may exist: the journal cannot be read.');
      expect(banner).toContain('The journal is damaged.');
    }
    desk.controls({is: 'free', by: ''});
    desk.restore(intent('UNKNOWN'));
    for (const banner of bannersOf(desk)) expect(banner).toMatch(/\n The journal is damaged\.$/);
    desk.type('T');
    expect(desk.state.notices.at(-1)?.text).toBe('The journal is damaged.');
    desk.restore();
    desk.press('escape');
    desk.send(failed);
    expect(desk.state.notices).toEqual([]);
    desk.send({type: 'journalOpened'});
    expect(bannersOf(desk).join('')).toBe('');
    expect(desk.state.notices.at(-1)?.text).toBe('The journal is open: writes can be sent.');
  });

  const undecided = {kind: 'status', status: 409, ownBody: true, words: ''} as const;
  const waits = 'Being resent: wait for the answer.';
  const again = (desk: ReturnType<typeof startDesk>) => desk.tell({type: 'sendAgain', intentId: 'i1'});

  it.each([{kind: 'cancel', orderId: '5', symbol: 'X'}, place])(
    'stays while a write is sent again, without its keys: %o',
    draft => {
      const desk = startDesk().open();
      desk.journal('i1', draft as WriteDraft, 'key');
      expect(bannersOf(desk).join('')).toBe('');
      desk.answer('i1', undecided);
      again(desk);
      for (const banner of bannersOf(desk))
        expect(banner).toMatch(new RegExp(`^ UNKNOWN .*: Being sent\\.\n ${waits}$`));
      for (const action of ['recheck', 'resend', 'resolve'] as const)
        expect(blocked(desk.state, action)).toBe(waits);
      desk.answer('i1', undecided);
      desk.type('H');
      desk.fill({word: 'done'});
      again(desk);
      desk.type('enter');
      expect(desk.state.overlay).toMatchObject({text: 'done', error: waits});
    },
  );

  it('has its keys on a narrow screen too, and the one that takes the controls', () => {
    const desk = startDesk().open();
    desk.restore(intent('UNKNOWN'));
    const second = (columns: number) =>
      texts(bannerLines({...desk.state, viewport: {columns, rows: 24}}))[1] ?? '';
    expect(second(80)).toMatch(/^ l recheck {2}R resend {2}H resolve {2}w details/);
    expect(second(40)).toMatch(/^ l R H w {2}· /);
    const by = 'pts/3 (process 4711 on trading-2)';
    desk.controls({by});
    expect(second(80)).toBe(` ${by} has the controls: T takes them.`);
    expect(second(40)).toMatch(/^ pts\/3 \(.*…: T takes them\.$/);
  });

  const lost = (draft: object, reason: string, ...others: Intent[]) => {
    const desk = startDesk().open();
    const intents = [{...intent('UNKNOWN'), draft, reason} as Intent, ...others];
    desk.restore(...intents);
    return (columns: number, rows = 24) =>
      texts(bannerLines({...desk.state, viewport: {columns, rows}}))[0] ?? '';
  };

  it.each([
    [{kind: 'cancel', orderId: '9007199254740993', symbol: 'BTC-C'}, 'cancel #…9254740993', 'cancel #…993'],
    [{kind: 'close', easyOptionId: '9007199254740993'}, 'close #…99254740993', 'close #…0993'],
    [{...place, symbol: 'BTC-27NOV26-91000-C'}, 'BUY 2 …-91000-C', 'BUY 2 …-C'],
    [{kind: 'cancel', orderId: '5', then: {...place, newSize: '2', newPrice: '8'}}, 'amend #5', 'amend #5'],
  ])('names the order on the smallest screen: %o', (draft, alone, beside) => {
    const reason = 'Sent, no response: may be live.';
    expect(lost(draft, reason)(40, 10)).toContain(`UNKNOWN ${alone}:`);
    const another = {...intent('UNKNOWN'), id: 'i2'};
    expect(lost(draft, reason, another)(40, 10)).toContain(`UNKNOWN 1 of 2 ${beside}:`);
  });

  it.each([
    [80, 'open BTC above 85750 by… for 1,540.25'],
    [60, 'open BTC a… for 1,540.25'],
    [40, 'open BTC above …'],
  ])('keeps the amount of an opening on %i columns if it leaves room for the name', (columns, asked) => {
    const title = 'BTC above 85750 by 04DEC26 and not below';
    const opening = {kind: 'open', cardId: '7', investmentAmount: '1540.25', title};
    const line = lost(opening, 'Sent, no response: may be live.')(columns);
    expect(line).toContain(`UNKNOWN ${asked}: Sent`);
  });

  it.each([
    ['CONFIRMED', 'proved', 'canceled'],
    ['CONFIRMED', 'matched', 'no longer open'],
    ['RESOLVED', undefined, 'resolved by hand'],
  ])('says how the old order of an amend ended whose new one is UNKNOWN: %s, %s', (state, proof, end) => {
    const amend = {...place, kind: 'amend', orderId: '5', newPrice: '9', newSize: '2', tradesLagMs: 0};
    const cancel = {kind: 'cancel', orderId: '5', then: amend};
    const said = {word: 'done', note: ''};
    const replaces = {cancelId: 'c', orderId: '5', price: '8', filled: '0', unseen: '0'};
    const lost = {
      ...intent('UNKNOWN'),
      draft: {...place, replaces},
      reason: 'Sent, no response: may be live.',
    };
    const intents = [{...intent('CONFIRMED'), id: 'c', draft: cancel, state, proof, said}, lost] as Intent[];
    const desk = startDesk().open();
    desk.restore(...intents);
    const first = (columns: number) =>
      texts(bannerLines({...desk.state, viewport: {columns, rows: 24}}))[0] ?? '';
    expect(first(80)).toMatch(new RegExp(`^ UNKNOWN BUY .*, old order ${end}: Sent, no response: may be li`));
    desk.type('w');
    expect(JSON.stringify(sheetOf(desk.state))).toContain(`"The old order #5 is ${end}."`);
    const row = desk.state.activity.find(each => each.state === 'UNKNOWN');
    expect(row?.outcome).toBe('replaces #5, no longer open. Sent, no response: may be live.');
  });
});

describe('each banner of the list', () => {
  type Desk = ReturnType<typeof startDesk>;
  const comes: readonly [string, RegExp, (desk: Desk) => void][] = [
    ['a halt', /HALTED/, desk => desk.halt(haltOf({}))],
    ['an UNKNOWN write', /UNKNOWN open/, desk => desk.restore(intent('UNKNOWN'))],
    [
      'a journal that cannot be read',
      /UNKNOWN writes may exist/,
      desk => desk.send({type: 'journalFailed', reason: 'The journal is damaged.', isUnread: true}),
    ],
  ];

  it('has a case here', () => expect(comes.length).toBe(banners.length));

  it.each(comes)('is drawn on every pane, spoken as it comes, and when asked: %s', (_, words, come) => {
    const desk = startDesk().open({cards: [card('7')]});
    const before = desk.state;
    expect(bannersShown(before)).toEqual([]);
    come(desk);
    expect(bannersShown(desk.state)).toHaveLength(1);
    expect(newsInWords(before, desk.state).filter(each => words.test(each))).toHaveLength(1);
    expect(bannersInWords(...bannersShown(desk.state))[0]).toMatch(words);
    for (const banner of bannersOf(desk)) expect(banner).toMatch(words);
    expect(bannerLines(desk.state)[0]?.[0]?.tone).toBe('danger');
  });

  it('repeats no message about its own write, and is spoken beside one about another', () => {
    const desk = startDesk().open({cards: [card('7')]});
    const before = desk.state;
    const lost = intent('UNKNOWN');
    desk.restore(lost);
    const spoken = (about: string) => {
      const after = tell(desk.state, 'UNKNOWN: told before.', 'danger', desk.now, {about});
      return newsInWords(before, after).filter(each => each.includes('UNKNOWN'));
    };
    expect(spoken(target(lost.draft))).toEqual(['Danger: UNKNOWN: told before.']);
    expect(spoken('order 5')).toHaveLength(2);
  });
});

describe('what was in flight when its process ended', () => {
  const first = {number: 1, by: 'user', process: 'earlier', startedAt: {mono: 0, wall: epoch}} as const;
  const restored = (desk: ReturnType<typeof startDesk>, attempts: Intent['attempts'] = []) =>
    desk.restore({...intent('SENDING'), attempts});

  it.each([defaultGuardrails, {...defaultGuardrails, readOnly: true}])(
    'is UNKNOWN for a viewer, and SENDING while a process that runs has the controls',
    guardrails => {
      const desk = startDesk({guardrails}).open();
      desk.send({type: 'journalRead', activity: [], intents: [intent('SENDING')]});
      expect(desk.state.intents.list).toMatchObject([{state: 'UNKNOWN'}]);
      desk.controls();
      restored(desk, [first, {...first, number: 2}]);
      expect(bannersOf(desk)[0]).toContain('UNKNOWN open card 7 for 25: ');
      restored(desk, [first]);
      expect(desk.state.intents.list).toMatchObject([{state: 'SENDING'}]);
      expect(bannersOf(desk).join('')).not.toContain('UNKNOWN');
      desk.controls({is: 'free'});
      restored(desk);
      const {list} = desk.state.intents;
      for (const banner of bannersOf(desk)) expect(banner).toContain('UNKNOWN open card 7 for 25: ');
      restored(desk);
      expect(desk.state.intents.list[0]).toBe(list[0]);
    },
  );
});

it('Activity offers no resend that would be refused', () => {
  const lost = {...intent('UNKNOWN'), draft: place} as Intent;
  const banner = (readOnly: boolean) => {
    const desk = startDesk({guardrails: {...defaultGuardrails, readOnly}}).open();
    desk.restore(lost);
    return bannersOf(desk)[0];
  };
  expect(banner(false)).toContain('R resend');
  expect(banner(true)).toContain('l recheck');
  expect(banner(true)).not.toContain('R resend');
});
