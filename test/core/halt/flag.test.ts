import {describe, expect, it} from 'vitest';
import {panes} from '../../../src/account/model/vocabulary.ts';
import type {HaltRecord} from '../../../src/core/halt/halt.ts';
import type {Intent} from '../../../src/core/intents/intent.ts';
import {blocked} from '../../../src/desk/actions.ts';
import {noticeInView} from '../../../src/desk/notices.ts';
import {bannerLines} from '../../../src/ui/top/Banners.tsx';
import {card, easyOption, order, startDesk} from '../../helpers/desk.ts';
import {haltOf} from '../../helpers/halt.ts';
import {epoch} from '../../helpers/intents.ts';
import {linesIn} from '../../ui/helpers/panel.ts';
import {texts} from '../../ui/helpers/texts.ts';

const record = haltOf({by: 'process 7 on there'});

const rows = {cards: [card('1')], easyOptions: [easyOption('7')], orders: [order('5')]};
const halted = () => {
  const desk = startDesk().open(rows);
  desk.halt(record);
  return desk;
};

describe('the halt', () => {
  it('is set with one key, immediately and without a question', () => {
    const desk = startDesk().open(rows);
    desk.press('!');
    expect(desk.asked()).toContainEqual({type: 'setHalt', at: epoch});
    expect(desk.state.overlay.kind).toBe('none');
    expect(blocked(desk.state, 'open')).toContain('HALTED by this dashboard');
    expect(blocked(desk.state, 'place')).toContain('HALTED');
  });

  it('blocks new risk with its reason, and allows risk-reducing writes', () => {
    const desk = halted();
    expect(blocked(desk.state, 'open')).toContain('HALTED by process 7 on there');
    desk.asked();
    const draft = {kind: 'open', cardId: '1', investmentAmount: '25'} as const;
    desk.tell({type: 'ask', draft});
    expect(desk.asked().map(each => each.type)).not.toContain('intent');
    expect(desk.state.notices.at(-1)?.text).toMatch(/^NOT SENT: .*HALTED by process 7/);
    desk.send({type: 'ran', action: 'pane.easyOptions'});
    expect(blocked(desk.state, 'close')).toBeUndefined();
    desk.send({type: 'ran', action: 'pane.orders'});
    expect(blocked(desk.state, 'cancel')).toBeUndefined();
  });

  it('names in its review an UNKNOWN write that may be live', () => {
    const desk = halted();
    const draft = {kind: 'place', symbol: 'BTC-C', side: 'BUY', price: '5', size: '2'} as const;
    const given = {attempts: [], reason: '', askedAt: desk.now};
    const intent = {...given, id: 'i1', draft, state: 'UNKNOWN', changedAt: epoch} as unknown as Intent;
    desk.restore(intent);
    desk.press('!');
    const said = texts(linesIn(desk.state, {columns: 100, rows: 30})).join('\n');
    expect(said).toContain('UNKNOWN, may be live: BUY 2 BTC-C @ 5');
  });

  it('is shown on every pane, whoever set it, until it is lifted', () => {
    const desk = halted();
    const banner = () => texts(bannerLines(desk.state)).join('\n');
    for (const pane of panes) {
      desk.send({type: 'ran', action: `pane.${pane}`});
      expect(banner()).toContain('HALTED: new risk blocked since 00:00:00 by process 7 on there');
      expect(banner()).toContain('u: resume');
    }
    desk.halt(undefined);
    expect(banner()).toBe('');
    desk.send({type: 'ran', action: 'pane.cards'});
    expect(blocked(desk.state, 'open')).toBeUndefined();
    expect(desk.state.activity.map(line => line.target)).toEqual(['lifted', 'set']);
  });

  it('applies only here if the journal cannot store it, and is retried until the journal can', () => {
    const desk = startDesk().open(rows);
    desk.press('!');
    const reason = 'The disk is full.';
    desk.send({type: 'halt', msg: {type: 'unkept', what: 'set', reason}});
    expect(desk.state.notices.at(-1)?.text).toContain(
      `HALT NOT SAVED: new risk is blocked in this process only, retrying. The disk is full.`,
    );
    desk.halt(undefined);
    expect(blocked(desk.state, 'open')).toContain('HALTED by this dashboard');
    desk.asked();
    desk.pass(1_000);
    desk.send({type: 'tick'});
    expect(desk.asked()).toContainEqual({type: 'setHalt', at: epoch});
    desk.halt(record);
    desk.pass(1_000);
    desk.send({type: 'tick'});
    expect(desk.asked()).toContainEqual({type: 'lookForHalt'});
  });

  it('has one line in Activity, also if the journal has it already or another process keeps it too', () => {
    const seen = (more?: 'a second later') => {
      const desk = startDesk().open(rows);
      if (more) desk.pass(1_000);
      desk.halt(record);
      desk.halt(undefined);
      return desk.state.activity;
    };
    const kept = seen();
    const ids = kept.map(({id}) => id);
    expect(seen('a second later').map(({id}) => id)).toEqual(ids);
    const desk = startDesk().open(rows);
    desk.send({type: 'journalRead', activity: kept});
    desk.halt(record);
    expect(desk.state.activity).toHaveLength(ids.length);
  });

  it('is not repeated on the line below while the banner shows it, unlike its end', () => {
    const desk = halted();
    expect(desk.state.notices.at(-1)?.text).toMatch(/^HALTED by process 7/);
    expect(noticeInView(desk.state)).toBeUndefined();
    desk.halt(undefined);
    expect(noticeInView(desk.state)?.text).toMatch(/^RESUMED/);
    expect(desk.state.notices).toHaveLength(1);
    // Newer news replaces it for good.
    desk.send({type: 'told', text: 'FILLED', level: 'good'});
    desk.pass(11_000);
    desk.send({type: 'tick'});
    expect(noticeInView(desk.state)).toBeUndefined();
  });

  it('is read with each tick and each poll, and the same record changes nothing', () => {
    const desk = halted();
    const {state} = desk;
    desk.halt(record);
    expect(desk.state).toBe(state);
    desk.asked();
    for (const msg of [{type: 'intent', msg: {type: 'polled'}}, {type: 'tick'}] as const) {
      desk.pass(1_000);
      desk.send(msg);
      expect(desk.asked()).toContainEqual({type: 'lookForHalt'});
    }
  });

  it('names what its lifting leaves unfinished', () => {
    const desk = halted();
    const progress = {at: epoch, word: 'HALTING', left: [{what: '3 more', why: ''}], orders: 1} as const;
    const underWay = haltOf({wants: 'NO ORDERS', progress: {...progress, left: [...progress.left]}});
    desk.halt(underWay);
    expect(texts(bannerLines(desk.state)).join()).toContain('HALTING: new risk blocked · 3 left at ');
    desk.type('5', 'u');
    const said = texts(linesIn(desk.state, {columns: 100, rows: 30})).join('\n');
    expect(said).toContain('The halt ends unfinished: 3 left.');
    desk.send({type: 'typed', field: '', value: 'resume'});
    desk.press('enter');
    expect(desk.asked()).toContainEqual({type: 'liftHalt'});
    desk.halt(undefined);
    expect(noticeInView(desk.state)).toMatchObject({
      level: 'danger',
      stays: true,
      text: 'RESUMED before the halt ended: 3 left. No new cancels; UNKNOWN ones repeat.',
    });
  });

  it.each([
    ['the one that was found was lifted', haltOf({at: epoch - 1, wants: 'NO ORDERS'})],
    ['one that was never saved was lifted', undefined],
  ] as const)('goes on without its key if it was set after %s', (_, found) => {
    const desk = startDesk().open(rows);
    const look = (record: HaltRecord | undefined) => desk.halt(record);
    if (found === undefined) desk.press('!');
    else look(found);
    desk.type('5', 'u');
    desk.send({type: 'typed', field: '', value: 'resume'});
    desk.press('enter');
    look(haltOf({at: epoch + 1, wants: 'NO ORDERS'}));
    expect(desk.state.halt).toMatchObject({isFound: false, work: expect.anything()});
  });

  it('is lifted by the last letter of the word, not by a paste of it; Enter after it does nothing', () => {
    const desk = halted();
    desk.type('3', 'u');
    for (const value of ['r', 're', 'res', 'resu', 'resum', 'resume'])
      desk.send({type: 'typed', field: '', value});
    expect(desk.asked()).toContainEqual({type: 'liftHalt'});
    expect(desk.state.overlay.kind).toBe('none');
    desk.press('enter');
    expect(desk.state.details).toBe(false);
    const pasted = halted();
    pasted.type('u');
    pasted.asked();
    pasted.send({type: 'typed', field: '', value: 'resume'});
    expect(pasted.state.overlay.kind).toBe('lift');
    expect(pasted.asked()).not.toContainEqual({type: 'liftHalt'});
  });

  it('is lifted only with the word resume', () => {
    const desk = halted();
    desk.type('u');
    expect(desk.state.overlay.kind).toBe('lift');
    desk.asked();
    for (const text of ['', 'y', 'lift']) {
      desk.send({type: 'typed', field: '', value: text});
      desk.type('enter');
      expect(desk.state.overlay).toMatchObject({kind: 'lift', error: expect.stringContaining('resume')});
    }
    expect(desk.asked().filter(each => each.type.endsWith('Halt'))).toEqual([]);
  });
});
