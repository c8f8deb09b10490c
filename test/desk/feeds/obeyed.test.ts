import {describe, expect, it} from 'vitest';
import {easyOptionFields} from '../../../src/api/wire/records.ts';
import type {PollAnswer} from '../../../src/desk/messages.ts';
import {summaryLine} from '../../../src/ui/bottom/Summary.tsx';
import {chipsLine} from '../../../src/ui/top/Filter.tsx';
import {tabsLine} from '../../../src/ui/top/Tabs.tsx';
import {easyOption, order, startDesk} from '../../helpers/desk.ts';
import {text} from '../../ui/helpers/texts.ts';

const rows = [easyOption('7', {status: 'ACTIVE'}), easyOption('8', {status: 'PENDING'})];

/** Easy Options under a filter, typed key by key, and the answer to it. */
function filtered(text: string, rest: Partial<PollAnswer> = {}) {
  const desk = startDesk({sortable: {cards: [], easyOptions: easyOptionFields}}).open({easyOptions: rows});
  desk.type('2');
  desk.filter(text);
  desk.arrive('easyOptions', rows, {total: 60, isLast: false, ...rest});
  return desk;
}

const warnings = ({state}: ReturnType<typeof filtered>) => state.notices.map(each => each.text);

describe('a filter', () => {
  it('narrows while one types, keeps the last that can be read, and comes back with Esc', () => {
    const desk = startDesk().open({easyOptions: rows});
    desk.type('2', '/');
    const typed = (value: string) => {
      desk.asked();
      desk.send({type: 'typed', field: '', value});
      const {filterText, rows: shown} = desk.state.feeds.easyOptions;
      return [filterText, shown.map(each => each.id).join(' ')];
    };
    expect(typed('status:pen')).toEqual(['', '7 8']);
    expect(typed('status:pending')).toEqual(['status:pending', '8']);
    expect(typed('status:pending q')).toEqual(['status:pending q', '8']);
    expect(typed('status:pending qty>')).toEqual(['status:pending q', '8']);
    desk.type('escape');
    expect([desk.state.overlay.kind, desk.state.feeds.easyOptions.filterText]).toEqual(['none', '']);
  });

  it('that the service ignores is reported immediately, and only once', () => {
    const desk = filtered('status:ACTIVE');
    const said = warnings(desk);
    expect(said).toEqual([expect.stringContaining('The service did not obey status:ACTIVE:')]);
    expect(said[0]).toContain('optty doctor');
    desk.type('escape', 'r');
    desk.arrive('easyOptions', rows, {total: 60, isLast: false});
    expect(warnings(desk)).toEqual([]);
    expect(text(chipsLine(desk.state))).toContain('not obeyed by the service: filtered on this page only');
  });

  it('shows what was filtered here', () => {
    const here = filtered('pl<=2', {rows: [...rows, easyOption('9', {pl: '3'})]});
    expect(text(chipsLine(here.state))).toContain('pl:..2  filtered on this page only');
    expect(text(summaryLine(here.state))).toContain('2 of 3 on this page · page 1 of 2');
  });

  it('is marked on its tab while another pane is current, until it is cleared', () => {
    const desk = filtered('status:ACTIVE', {rows: rows.slice(0, 1)});
    desk.type('1');
    expect(text(tabsLine(desk.state))).toContain('2 Easy Options 60/');
    desk.type('2', 'escape', '/', 'escape');
    expect(text(tabsLine(desk.state))).not.toContain('/');
  });
});

describe('a page', () => {
  const orders = [order('1'), order('2')];
  const onPageTwo = () => {
    const desk = startDesk().open();
    desk.pass(3_000);
    desk.type('3');
    desk.arrive('orders', orders, {total: 50, isLast: false});
    desk.type(']');
    return desk;
  };

  it('that the service returns instead of another is reported once, and never shown as the requested one', () => {
    const desk = onPageTwo();
    const other = {total: 50, isLast: false, otherPage: 0};
    desk.arrive('orders', orders, other);
    const words = 'The service gave page 1 instead of page 2. If there is a page 2, run optty doctor.';
    expect(warnings(desk)).toEqual([words]);
    expect(text(summaryLine(desk.state))).toContain('2 of 50 rows · page 1 of 2, not 2 as asked');
    desk.type('escape', 'r');
    desk.arrive('orders', orders, other);
    expect(warnings(desk)).toEqual([]);
    desk.type(']');
    desk.arrive('orders', orders, other);
    expect(warnings(desk)).toEqual([words.replaceAll('page 2', 'page 3')]);
  });
});

it('a sort that the service does otherwise is reported once, and shown below the rows', () => {
  const desk = filtered('');
  desk.send({type: 'resized', columns: 220, rows: 40});
  desk.type('s', 'p');
  const asText = ['10', '9'].map((pl, at) => ({...rows[at], id: String(7 + at), pl}));
  desk.poll('easyOptions', asText, {total: 60, isLast: false});
  expect(warnings(desk)).toEqual(['The service does not sort P/L by number: each page is sorted here.']);
  expect(text(summaryLine(desk.state))).toContain('by P/L ▲, this page only: the service does not');
});
