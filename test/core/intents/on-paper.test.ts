import {describe, expect, it} from 'vitest';
import type {Draft} from '../../../src/core/intents/kinds/kinds.ts';
import {
  activeOption,
  cancels,
  closes,
  onPaper,
  openDraft,
  opens,
  placeDraft,
  places,
  restingOrder,
} from './paper-desk.ts';

const done = (outcome: string) => ({state: 'CONFIRMED', proof: outcome});
const unknown = {state: 'UNKNOWN'};

describe.concurrent('an open on the paper service', () => {
  const rows: [string, string, object][] = [
    ['answers', '', done('proved')],
    ['closes the connection after the commit', `${opens}:drop-after`, done('matched')],
    ['closes the connection before the commit', `${opens}:drop-before`, unknown],
  ];
  for (const [name, faults, expected] of rows) {
    it(`is sent once and ends as expected if the service ${name}`, async test => {
      const desk = await onPaper(faults, test);
      const intent = await desk.ask(await openDraft(desk));
      expect(intent).toMatchObject(expected);
      expect(intent.attempts).toHaveLength(1);
      const {value} = await desk.client.searchEasyOptions({});
      expect(value.rows.length).toBe(intent.state === 'CONFIRMED' ? 1 : 0);
    });
  }
});

describe.concurrent('a close on the paper service', () => {
  const rows: [string, string, object][] = [
    ['answers', '', done('proved')],
    ['closes the connection after the commit', `${closes}/close:drop-after`, done('matched')],
    ['closes the connection before the commit', `${closes}/close:drop-before`, unknown],
  ];
  for (const [name, faults, expected] of rows) {
    it(`is sent once and ends as expected if the service ${name}`, async test => {
      const desk = await onPaper(faults, test);
      const intent = await desk.ask(await activeOption(desk));
      expect(intent).toMatchObject(expected);
      expect(intent.attempts).toHaveLength(1);
    });
  }

  it('is CONFIRMED by a match if an earlier close has ended the Easy Option after the send', async test => {
    const desk = await onPaper('', test);
    const draft = await activeOption(desk);
    await desk.ask(draft);
    expect(await desk.ask(draft)).toMatchObject(done('matched'));
  });
});

describe.concurrent('a placed order on the paper service', () => {
  const rows: [string, string, object, number][] = [
    ['answers', '', done('proved'), 1],
    ['closes the connection after the commit', `${places}:drop-after*1`, done('proved'), 2],
    ['answers 504 after the commit, three times', `${places}:status-after=504*3`, done('matched'), 3],
  ];
  for (const [name, faults, expected, sent] of rows) {
    it(`is placed once and ends as expected if the service ${name}`, async test => {
      const desk = await onPaper(faults, test);
      const intent = await desk.ask(await placeDraft(desk));
      expect(intent).toMatchObject(expected);
      expect(intent.attempts).toHaveLength(sent);
      const {value} = await desk.client.listOrders({});
      expect(value.rows.length).toBe(intent.state === 'CONFIRMED' ? 1 : 0);
    });
  }
});

describe.concurrent('a cancel on the paper service', () => {
  it('is sent again automatically if the connection closes before the commit', async test => {
    const desk = await onPaper(`${cancels}:drop-before*1`, test);
    const intent = await desk.ask(await restingOrder(desk));
    expect(intent).toMatchObject({...done('proved'), attempts: [{by: 'user'}, {by: 'itself'}]});
  });

  it('is done once a repeat learns that the order is final, if the connection closes after the commit', async test => {
    const desk = await onPaper(`${cancels}:drop-after*1`, test);
    const intent = await desk.ask(await restingOrder(desk));
    expect(intent).toMatchObject({
      ...done('matched'),
      reason: expect.stringMatching(
        /^OFF THE BOOK \(filled or canceled\); 0 of 1 filled.*The service: "The order is already in a final state: CANCELED /,
      ),
    });
  });
});

it.concurrent('every write is NOT SENT if the service is gone', async test => {
  const desk = await onPaper('', test);
  const drafts = [
    await activeOption(desk),
    await openDraft(desk),
    await placeDraft(desk),
    await restingOrder(desk),
  ];
  await desk.stopService();
  for (const draft of drafts) {
    expect(await desk.ask(draft)).toMatchObject({state: 'NOT SENT', attempts: attemptsOf(draft)});
  }
});

/** A place and a cancel are tried three times. */
function attemptsOf({kind}: Draft): object[] {
  return kind === 'close' || kind === 'open' ? [{}] : [{}, {}, {}];
}
