import {afterAll, describe, expect, it, type TestContext} from 'vitest';
import * as z from 'zod/mini';
import {ApiError, LinkError} from '../../src/api/errors.ts';
import type {EasyOption} from '../../src/api/wire/records.ts';
import type {SentKind} from '../../src/core/intents/kinds/kind.ts';
import {type Draft, draftIn, kinds} from '../../src/core/intents/kinds/kinds.ts';
import {defaults} from '../../src/core/intents/kinds/parts.ts';
import {describe as inWords} from '../../src/core/intents/words.ts';
import {run} from '../../src/desk/actions.ts';
import {draftWanted} from '../../src/desk/dialogs/proposals.ts';
import type {Action} from '../../src/desk/keys.ts';
import {linesOf, titleOf} from '../../src/desk/order/review-lines.ts';
import type {Ticket} from '../../src/desk/order/tickets/ticket.ts';
import {tickets} from '../../src/desk/order/tickets/tickets.ts';
import type {State} from '../../src/desk/state.ts';
import {beginHeadless, type Front, profileOf, startFront} from '../helpers/headless.ts';
import type {Arrived, Reply} from '../helpers/service.ts';
import {home} from './optty.ts';

/**
 * A fifth kind of write, in two objects, its kind and its ticket: another name for an Easy Option. Nothing else
 * in the program knows of it, and it passes through all that a write passes through.
 */
type RenameDraft = {kind: 'rename'; easyOptionId: string; title: string};

let origin = '';
/** As each answer of the paper service names it. */
let ledger: string | undefined;

const rename: SentKind<RenameDraft> = {
  ...defaults,
  name: 'rename',
  schema: z.object({kind: z.literal('rename'), easyOptionId: z.string(), title: z.string()}),
  target: ({easyOptionId}) => `name of ${easyOptionId}`,
  // One Easy Option may be renamed any number of times.
  makes: 'nothing',
  risk: 'none',
  async send(_client, {draft: {easyOptionId, title: body}}, options) {
    const reason = options?.holdBack?.();
    if (reason !== undefined) throw new LinkError('input', 'no', reason);
    const began = performance.now();
    const response = await fetch(`${origin}/v1/easy-options/${easyOptionId}/name`, {method: 'PUT', body});
    const {status} = response;
    if (!response.ok) throw new ApiError(await response.text(), {status, recognised: true});
    return {value: {}, requestId: undefined, latencyMs: performance.now() - began, paperLedger: ledger};
  },
  settledBy: ['easyOptions'],
  judge({draft}, {easyOptions}) {
    const option = easyOptions.find(each => each.id === draft.easyOptionId);
    return option?.cardName === draft.title
      ? {verdict: 'done', recordId: option.id, reason: 'A read shows it.', seen: {easyOption: option}}
      : {verdict: 'none', reason: 'It has another name.'};
  },
  inDoubt: 'It was renamed, is delayed, or never arrived. Easy Options lists its name. Another name is safe.',
  resent: 'the last name counts',
  words: {
    asked: ({title}) => `rename to "${title}"`,
    target: ({easyOptionId}) => `#${easyOptionId}`,
    amount: ({title}) => title,
  },
  done: ({title}) => ({words: `RENAMED "${title}"`}),
};

const ticket: Ticket<RenameDraft> = {
  title: 'Rename the Easy Option',
  pane: 'easyOptions',
  record: ({easyOptionId}) => easyOptionId,
  does: () => 'rename',
  ofRow: ({id, cardName: title = ''}: EasyOption) =>
    title === 'fixed' ? {refused: 'It has its last name.'} : {kind: 'rename', easyOptionId: id, title},
  form: {
    fields: [
      {
        ...{name: 'title', label: 'Name', is: 'text', calledBy: /\bname\b/i},
        judge: value => ({sends: value.trim(), error: value.trim() === '' ? 'Type the name.' : undefined}),
      },
    ],
    title: ({given}) => `Rename #${given?.easyOptionId}`,
    values: ({title}) => ({title}),
    estimate: () => undefined,
    draft: ({value, given}) => given && {...given, title: value('title')},
  },
  proposes: () => ({easyOptionId: z.string(), title: z.string()}),
  review: ({title: value}) => [{label: 'Name', rule: 'decides', value}],
  listed({easyOptionId}, _subject, rows) {
    const option = rows.row('easyOptions', easyOptionId);
    return option && {option};
  },
};

// The two lines by which it is known.
kinds.set(rename.name, rename);
tickets.set(rename.name, ticket);
// Other files share the process: their docs and help name all kinds.
afterAll(() => {
  kinds.delete(rename.name);
  tickets.delete(rename.name);
});

/** What the service does with a rename: keeps and answers it, keeps it and the answer is lost, or refuses. */
type Fate = 'answered' | 'lost' | 'refused';

async function begin(test: TestContext, toml = '') {
  const names = new Map<string, string>();
  let fate: Fate = 'answered';
  let isRead = true;
  const answers = async ({url, body}: Arrived): Promise<Reply | 'none' | undefined> => {
    const id = /easy-options\/(\d+)\/name$/.exec(url)?.[1];
    if (id !== undefined) {
      if (fate !== 'refused') names.set(id, body);
      return fate === 'lost' ? 'none' : {status: fate === 'refused' ? 422 : 200, body: 'No such name.'};
    }
    if (!url.includes('/search')) return undefined;
    if (!isRead) return {status: 503};
    // A desk may still ask while the test ends, and with it the service.
    const answer = await front.paper.call('GET', url).catch(() => undefined);
    if (answer === undefined) return 'none';
    const {json, headers} = answer;
    const named = (row: {id: string}) => ({...row, cardName: names.get(String(row.id)) ?? 'none'});
    const kept = ['date', 'optty-ledger', 'optty-venue'].map(name => [name, headers.get(name) ?? '']);
    return {
      headers: Object.fromEntries(kept),
      body: {...json, content: json.content.map(named)},
    };
  };
  const front: Front = await startFront(test, answers);
  ({origin} = front);
  const [card] = (await front.paper.call('GET', '/v1/easy-options/list')).json;
  await front.paper.call('POST', '/v1/easy-options/open', {cardId: card.id, investmentAmount: 25});
  const {json, headers: named} = await front.paper.call('GET', '/v1/easy-options/search');
  ledger = named.get('optty-ledger') ?? undefined;
  const easyOptionId = String(json.content[0].id);
  const {folder} = home(profileOf(front) + toml, test.onTestFinished);
  return {
    ...{front, folder, easyOptionId, cardId: String(card.id)},
    meets: (next: Fate) => {
      fate = next;
    },
    reads: (may: boolean) => {
      isRead = may;
    },
    desk: (pid?: number) => beginHeadless(folder, front, test, pid),
  };
}

/** The schema of the kind makes it a draft. */
function renaming(easyOptionId: string, title: string): Draft {
  const read = draftIn({kind: 'rename', easyOptionId, title});
  if ('refused' in read) throw new Error(read.refused);
  return read.draft;
}

const told = ({messages}: State) => messages.map(each => each.text).join('\n');

describe('a fifth kind of write', () => {
  it('is sent once, and appears in Activity, in its review and in its message', async test => {
    const {front, easyOptionId, desk} = await begin(test);
    const begun = await desk();
    const draft = renaming(easyOptionId, 'one');
    const state = begun.desk.getState();
    expect(titleOf(state, {draft})).toBe('Rename the Easy Option');
    expect(linesOf(state, {draft, subject: {}})).toContainEqual({
      label: 'Name',
      rule: 'decides',
      value: 'one',
    });
    const intent = await begun.ask(draft);
    expect(intent).toMatchObject({state: 'CONFIRMED', proof: 'proved'});
    expect(front.writes).toEqual([`PUT /v1/easy-options/${easyOptionId}/name`]);
    // It made no record, so no read is to find one.
    expect(begun.desk.getState().intents.reads).toEqual({});
    expect(intent && inWords(intent)).toBe('RENAMED "one"');
    expect(begun.desk.getState().activity).toContainEqual(
      expect.objectContaining({what: 'rename', target: `#${easyOptionId}`, amount: 'one'}),
    );
  });

  it('can be repeated on the same record, even if both responses are lost', async test => {
    const {front, easyOptionId, desk, meets} = await begin(test);
    const begun = await desk();
    meets('lost');
    const first = await begun.ask(renaming(easyOptionId, 'one'));
    expect(first).toMatchObject({state: 'CONFIRMED', proof: 'matched'});
    const second = await begun.ask(renaming(easyOptionId, 'two'));
    expect(second).toMatchObject({state: 'CONFIRMED', proof: 'matched'});
    expect(front.writes).toHaveLength(2);
    expect(told(begun.desk.getState())).not.toContain('has ended another intent');
  });

  it('can be proposed by an agent', async test => {
    const {easyOptionId, desk} = await begin(test);
    const begun = await desk();
    await begun.until(({feeds}) => feeds.easyOptions.rows.length > 0);
    const state = begun.desk.getState();
    expect(draftWanted(state, 'rename', {easyOptionId, title: 'one'})).toEqual({
      draft: renaming(easyOptionId, 'one'),
    });
    expect(draftWanted(state, 'rename', {easyOptionId: '0', title: 'one'})).toHaveProperty('refused');
  });

  it('is written from the selected row by the key with its name', async test => {
    const {easyOptionId, desk} = await begin(test);
    const begun = await desk();
    await begun.until(({feeds}) => feeds.easyOptions.rows.length > 0);
    const state = begun.desk.getState();
    const key = rename.name as string as Action;
    const here: State = {...state, pane: 'easyOptions', viewport: {rows: 24, columns: 80}};
    expect(run(here, key, here.now)[0].overlay).toMatchObject({
      ...{kind: 'form', form: {title: `Rename #${easyOptionId}`, fields: [{name: 'title', value: 'none'}]}},
    });
    expect(run({...here, pane: 'activity'}, key, here.now)[0].notices.at(-1)).toMatchObject({
      text: 'Select an Easy Option to rename.',
    });
  });

  it('is blocked by no limit, and counts for none', async test => {
    const limits = 'max_open_investment = "60"\nmax_open_count = 2\nmax_writes_per_minute = 1\n';
    const {front, easyOptionId, cardId, desk} = await begin(test, `[profiles.t.limits]\n${limits}`);
    const begun = await desk();
    await begun.until(({limits: {watch}}) => watch.began !== undefined);
    for (const title of ['one', 'two'])
      expect(await begun.ask(renaming(easyOptionId, title))).toMatchObject({state: 'CONFIRMED'});
    const opening: Draft = {kind: 'open', cardId, investmentAmount: '25', title: '', underlying: ''};
    expect(await begun.ask(opening)).toMatchObject({state: 'CONFIRMED'});
    expect(await begun.ask(renaming(easyOptionId, 'three'))).toMatchObject({state: 'CONFIRMED'});
    expect(front.writes).toHaveLength(4);
  });

  it('is blocked by the halt, and does not hold up NO ORDERS while it is UNKNOWN', async test => {
    const lag = '[profiles.t.dialect]\nlist_lag = 1\n';
    const {front, easyOptionId, desk, meets, reads} = await begin(test, lag);
    const begun = await desk();
    meets('lost');
    reads(false);
    const intent = await begun.ask(renaming(easyOptionId, 'one'), state => state === 'UNKNOWN');
    begun.desk.send({type: 'ran', action: 'halt'});
    await begun.until(({halt}) => halt.record !== undefined);
    expect(await begun.ask(renaming(easyOptionId, 'two'))).toBeUndefined();
    expect(told(begun.desk.getState())).toMatch(/HALTED by/);
    expect(front.writes).toHaveLength(1);
    begun.want({type: 'setHalt', at: Date.now(), wants: 'NO ORDERS'});
    await begun.until(({halt}) => halt.record?.progress?.word === 'NO ORDERS');
    const {intents} = begun.desk.getState();
    expect(intents.list.find(({id}) => id === intent?.id)).toMatchObject({state: 'UNKNOWN'});
  });
});
