import {beforeEach, describe, expect, it} from 'vitest';
import type {Intent} from '../../../src/core/intents/intent.ts';
import type {WriteDraft} from '../../../src/core/intents/kinds/kinds.ts';
import {sheetOf} from '../../../src/desk/dialogs/index.ts';
import {bannerLines} from '../../../src/ui/top/Banners.tsx';
import {startDesk} from '../../helpers/desk.ts';
import {epoch, intentFor} from '../../helpers/intents.ts';
import {texts} from '../../ui/helpers/texts.ts';

const cancel = {kind: 'cancel', orderId: '5', symbol: 'X'};
const place = {kind: 'place', symbol: 'X', side: 'SELL', price: '9', size: '2'};
const open = (cardId: string) => ({kind: 'open', cardId, investmentAmount: '25'});

const intent = (id: string, draft: object, state = 'UNKNOWN') =>
  intentFor(draft as WriteDraft, {id, state, changedAt: epoch + Number(id), reason: 'No answer came.'});

let desk: ReturnType<typeof startDesk>;
function start(list: readonly Intent[]) {
  desk = startDesk().open();
  desk.restore(...list);
  desk.asked();
}
const select = (id: string) => {
  desk.type('5', 'g');
  for (let at = 0; desk.state.activitySelected !== `intent ${id}`; at += 1) {
    if (at > 9) throw new Error(`no row ${id}`);
    desk.type('j');
  }
};
const banner = () => texts(bannerLines(desk.state));

describe('the keys of unresolved writes', () => {
  const waiting = intent('1', cancel);
  const first = intent('2', open('7'));
  const second = intent('3', place);

  beforeEach(() => start([waiting, first, second]));

  it.each(['1', '2', '3'])('act on the selected row of Activity: %s', id => {
    select(id);
    desk.type('H');
    expect(desk.state.overlay).toMatchObject({kind: 'resolve', intentId: id});
    desk.press('escape');
    desk.type('l');
    const reads = Object.entries(desk.state.intents.reads);
    expect(reads.filter(([, its]) => its.isWanted).map(([key]) => key)).toEqual([id]);
  });

  it.each([
    [{epoch: 1, by: 'pts/3 (process 7)'}, 60_000, 'pts/3 (process 7) may still send it.'],
    [undefined, 1_000, 'The process that began it may still send it.'],
    [{epoch: 2, by: 'pts/4 (process 8)'}, 60_000, undefined],
    [undefined, 60_000, undefined],
  ])('ask twice while the process that began it may still send it: %s, %s ms', (sender, ms, words) => {
    const startedAt = {mono: 0, wall: epoch - ms};
    const attempts = [{number: 1, by: 'user', process: 'earlier', startedAt, epoch: 1}] as const;
    const lost: Intent = {...intent('1', {kind: 'cancel', orderId: '5'}), attempts};
    desk = startDesk().open();
    const senders = sender === undefined ? [] : [sender];
    desk.controls({is: 'ours', epoch: 3, senders});
    desk.restore(lost);
    desk.type('R');
    expect(desk.state.overlay.kind).toBe(words === undefined ? 'review' : 'none');
    if (words !== undefined) {
      expect(desk.said()).toBe(`${words} R again reviews it.`);
      desk.type('R');
      expect(desk.state.overlay.kind).toBe('review');
    }
    desk.press('escape');
    desk.type('H');
    expect(JSON.stringify(sheetOf(desk.state)).includes('may still send it')).toBe(words !== undefined);
    desk.fill({word: 'nothing'});
    desk.type('enter');
    if (words !== undefined) {
      expect(desk.state.overlay).toMatchObject({error: `${words} Enter again resolves it.`});
      desk.type('enter');
    }
    expect(desk.state.intents.list.at(-1)?.state).toBe('RESOLVED');
  });

  describe('while an attempt of an earlier process has no outcome', () => {
    const cancel = (orderId: string) => ({kind: 'cancel', orderId});
    const attempt = (number: number, ms: number) =>
      ({
        number,
        by: 'user',
        process: 'earlier',
        startedAt: {mono: 0, wall: epoch - ms},
        epoch: number,
      }) as const;
    const hold = (senders: readonly {epoch: number; by: string}[], ...list: Intent[]) => {
      desk = startDesk().open();
      desk.controls({is: 'ours', epoch: 9, senders});
      desk.restore(...list);
    };
    const pts3 = {epoch: 1, by: 'pts/3 (process 7)'};

    it.each([
      ['runs', [pts3], [60_000, 60_000], 'pts/3 (process 7)'],
      ['began it lately', [], [1_000, 60_000], 'The process that began it'],
    ] as const)('ask twice if the one that %s is not the newest', (_, senders, ages, who) => {
      const attempts = ages.map((ms, index) => attempt(index + 1, ms));
      hold(senders, {...intent('1', cancel('5')), attempts});
      desk.type('R');
      expect(desk.said()).toBe(`${who} may still send it. R again reviews it.`);
    });

    it('ask twice for each write', () => {
      const attempts = [attempt(1, 60_000)];
      hold([pts3], {...intent('1', cancel('5')), attempts}, {...intent('2', cancel('6')), attempts});
      select('1');
      desk.type('R');
      select('2');
      desk.type('R');
      expect(desk.state.overlay.kind).toBe('none');
      desk.type('R');
      expect(desk.state.overlay).toMatchObject({kind: 'review', again: {id: '2'}});
    });
  });

  it.each(['maybe', 'override', 'constructor'])('resolve only by the words that are offered: %s', value => {
    desk.type('H');
    desk.send({type: 'typed', field: 'word', value});
    desk.type('enter');
    expect(desk.state.overlay).toMatchObject({error: 'Type done or nothing, and an optional note.'});
  });

  it('take the answer to a recheck away once its write has ended', () => {
    select('2');
    desk.type('l');
    const {rows} = desk.state.rounds.reading;
    const failed = {type: 'accountRead', pane: 'easyOptions', rows, failure: 'The service failed.'} as const;
    desk.tell(failed);
    const answer = () => desk.state.notices.find(({text}) => text.startsWith('Still UNKNOWN'));
    expect(answer()?.text).toContain('The read failed');
    desk.tell({type: 'resolve', intentId: '2', word: 'nothing', note: ''});
    expect(answer()).toBeUndefined();
  });

  it.each([
    [['8'], 0],
    [undefined, 1],
  ])(
    'say of a resend that a lost answer stays UNKNOWN by what was known before the first: %j',
    (known, lines) => {
      start([{...intent('6', {kind: 'open', cardId: '7', investmentAmount: '25'}), knownBefore: known}]);
      desk.type('R');
      const facts = desk.state.overlay.kind === 'review' ? desk.state.overlay.lines : [];
      expect(facts.filter(({label}) => label === 'Lost answer')).toHaveLength(lines);
    },
  );

  it('resend a cancel although no list shows its order any more', () => {
    start([intent('5', {kind: 'cancel', orderId: '9', symbol: 'X', size: '2'})]);
    desk.type('R');
    expect(desk.state.overlay).toMatchObject({kind: 'review', again: {id: '5'}});
    desk.reread({kind: 'orders', orders: []});
    expect(desk.state.overlay).toMatchObject({kind: 'review', again: {id: '5'}, reread: {status: 'read'}});
    const facts = desk.state.overlay.kind === 'review' ? desk.state.overlay.lines : [];
    const value = 'the response shows whether the order is final';
    expect(facts).toContainEqual({label: 'Sent before', value, danger: true, rule: 'decides'});
  });

  it('take no controls before the journal is open, or after it has failed', () => {
    const until = 'The controls can be taken once the journal can be written.';
    desk = startDesk();
    desk.type('T');
    expect(desk.said()).toBe(until);
    start([]);
    desk.controls({is: 'ours'});
    desk.type('T');
    expect(desk.said()).toBe('You have the controls.');
    desk.send({type: 'journalFailed', reason: 'The disk is full.', isUnread: false});
    desk.type('T');
    expect(desk.said()).toBe(until);
  });

  it('leave to the holder of the controls what a viewer shows', () => {
    const by = 'pts/3 (process 7)';
    const asks = [{draft: first.draft}, {draft: open('9')}];
    const several = JSON.stringify({at: epoch, asked: asks});
    desk.controls({several});
    desk.restore(first);
    for (const key of ['l', 'R', 'H']) {
      desk.type(key);
      expect(desk.state.overlay.kind).toBe('none');
      expect(desk.said()).toBe(`${by} has the controls: T takes them.`);
    }
    expect(banner().join()).toContain(`${by} has the controls: T takes them.`);
    desk.tell({type: 'resolve', intentId: '2', word: 'nothing', note: ''});
    expect(desk.state.intents.list).toMatchObject([{state: 'UNKNOWN'}]);
    desk.type('w');
    expect(JSON.stringify(sheetOf(desk.state))).toContain('It was executed, is delayed');
    desk.press('escape');
    desk.type('T');
    const asked = () => JSON.stringify(sheetOf(desk.state));
    expect(asked()).toContain(
      'becomes a viewer. Open 2 Easy Options: 1 UNKNOWN, 1 to go. The rest is not sent.',
    );
    expect(asked()).toContain('Under way, yours after it: 1 UNKNOWN');
    expect(asked()).toMatch(/open card 7/);
    desk.controls();
    desk.restore();
    expect(asked()).not.toContain('The rest');
    expect(asked()).toContain('Nothing is under way there.');
  });
});

describe('the banner of several unresolved writes', () => {
  const waiting = intent('1', cancel);

  it('begins with the oldest, and names the others', () => {
    start([waiting, intent('2', open('7'))]);
    for (const pane of ['1', '2', '3', '4', '6']) {
      desk.type(pane);
      const [head = '', keys, others] = banner();
      expect(head).toMatch(/UNKNOWN 1 of 2 cancel order 5/);
      expect(keys).toContain('H resolve');
      expect(others).toContain('UNKNOWN open card 7 for 25');
    }
  });

  it('shows the write that the keys act on in Activity', () => {
    start([waiting, intent('2', open('7')), intent('3', place)]);
    select('2');
    const [head = '', , others] = banner();
    expect(head).toMatch(/UNKNOWN 2 of 3 open card 7/);
    expect(others).toMatch(/UNKNOWN cancel order 5.*UNKNOWN SELL 2 X/);
    select('3');
    expect(banner().join()).toContain('R resend');
  });
});
