import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import type {HeldIntent, Intent} from '../../../src/desk/intents/intent.ts';
import {activityOf} from '../../../src/desk/intents/words.ts';
import {type BoundJournal, type Journal, openJournal} from '../../../src/desk/journal/journal.ts';
import type {JournalHost} from '../../../src/desk/journal/lease.ts';
import {JournalError} from '../../../src/desk/journal/problem.ts';
import {bannerLines} from '../../../src/ui/top/Banners.tsx';
import {withControls} from '../../helpers/controls.ts';
import {epoch, startDesk} from '../../helpers/desk.ts';
import {linesIn} from '../../ui/helpers/panel.ts';
import {texts} from '../../ui/helpers/texts.ts';
import {unlimited} from '../limits/knows.ts';

const intent = (id: string, state: 'QUEUED' | 'SENDING' | 'UNKNOWN' = 'UNKNOWN'): Intent =>
  ({
    id,
    draft: {kind: 'open', cardId: id, investmentAmount: '25'},
    state,
    candidates: [],
    noTrace: false,
    askedAt: {mono: 0, wall: epoch},
    changedAt: epoch,
    reason: 'No answer came.',
    attempts: [],
  }) as Intent;
const held = (presence: HeldIntent['presence'], of = intent('7')): HeldIntent => ({
  intent: of,
  holder: 'Another dashboard (process 7 on there)',
  presence,
});

let desk: ReturnType<typeof startDesk>;

function start(others: readonly HeldIntent[], isFixed = true) {
  desk = startDesk({}, isFixed).open();
  desk.send({type: 'intent', msg: {type: 'held', held: others}});
  desk.asked();
}

const taken = () => desk.asked().filter(each => each.type === 'takeOver');
const told = () => desk.state.notices.at(-1)?.text;

describe('a takeover', () => {
  it('asks first, and names the owner', () => {
    start([held('elsewhere')]);
    desk.type('T');
    expect(desk.state.overlay.kind).toBe('takeOver');
    const said = texts(linesIn(desk.state, {columns: 80, rows: 24}))
      .join(' ')
      .replaceAll(/ +/g, ' ');
    expect(said).toContain('Another dashboard (process 7 on there) holds it, since 2026-11-21 00:00:00 UTC.');
    expect(said).toContain('if it does, it may still send');
    expect(said).toContain('open card 7 for 25: UNKNOWN. No answer came.');
    desk.type('n');
    expect(desk.state.overlay.kind).toBe('none');
    expect(taken()).toEqual([]);
  });

  it('accepts only a key pressed after the dialog is shown, like every dialog', () => {
    start([held('elsewhere')]);
    desk.type('T', 'y');
    expect(taken()).toEqual([]);
    desk.showQuestion();
    desk.type('y');
    expect(taken()).toEqual([{type: 'takeOver', intentId: '7'}]);
    expect(desk.state.overlay.kind).toBe('none');
  });

  it.each([
    ['alive', 'Another dashboard (process 7 on there) on this host holds it: it must end there.'],
    [
      'gone',
      'Another dashboard (process 7 on there) left it: it is taken over once the journal can be written.',
    ],
  ] as const)('is refused with the reason if the owner is %s', (presence, reason) => {
    start([held(presence)]);
    desk.type('T');
    expect(desk.state.overlay.kind).toBe('none');
    expect(told()).toContain(reason);
  });

  it('is offered for what a dashboard of another account left, which nobody adopts here', () => {
    const bobs: Intent = {...intent('7'), credential: 'other', otherAccount: 'bob'};
    start([held('gone', bobs)]);
    const banner = texts(bannerLines(desk.state)).join();
    expect(banner).toContain('UNKNOWN (account bob) open card 7 for 25');
    expect(banner).toContain('left it for that account. T take');
    desk.type('T');
    desk.showQuestion();
    desk.type('y');
    expect(taken()).toEqual([{type: 'takeOver', intentId: '7'}]);
  });

  it('is refused with the owner also for a write in progress, which no banner shows', () => {
    start([held('alive', intent('7', 'SENDING'))]);
    desk.type('T');
    expect(told()).toContain(
      'Another dashboard (process 7 on there) on this host holds it: it must end there.',
    );
  });

  it.each([
    ['alive', 'Another dashboard (process 7 on there) on this host holds it: it must end there.'],
    [
      'elsewhere',
      'Another dashboard (process 7 on there) holds it: it must end there, or be taken over (T).',
    ],
  ] as const)(
    'is what l, R and H name if the owner is %s, while w shows the outcomes',
    (presence, reason) => {
      for (const pressed of ['l', 'R', 'H']) {
        start([held(presence)]);
        desk.type(pressed);
        expect(desk.state.overlay.kind).toBe('none');
        expect(told()).toBe(reason);
      }
      start([held(presence)]);
      desk.type('w');
      const shown = texts(linesIn(desk.state, {columns: 120, rows: 40})).join('\n');
      expect(shown).toContain('UNKNOWN: open card 7 for 25. No answer came.');
      expect(shown).toContain(reason);
      expect(shown).toContain('It was executed, is delayed');
      expect(shown).not.toMatch(/R resends|R: resent|R can resend/);
    },
  );

  it('is refused if nobody holds a write, and without a journal', () => {
    start([]);
    desk.type('T');
    expect(told()).toBe('No other dashboard holds anything unresolved.');
    start([held('elsewhere')]);
    desk.send({type: 'journalFailed', reason: 'The disk is full.', isUnread: false});
    desk.type('T');
    expect(told()).toBe('The journal cannot be written.');
  });

  it('applies to the selected line on Activity', () => {
    start([
      held('elsewhere', intent('7')),
      held('elsewhere', intent('8')),
      held('alive', intent('9', 'SENDING')),
    ]);
    desk.send({type: 'journalRead', activity: [activityOf(intent('8')), activityOf(intent('9', 'SENDING'))]});
    desk.type('5', 'enter', 'G');
    desk.type('T');
    const selected = desk.state.activitySelected;
    expect(selected).toBe('intent 9');
    expect(told()).toContain(
      'Another dashboard (process 7 on there) on this host holds it: it must end there.',
    );
    desk.type('k', 'T');
    expect(desk.state.overlay).toMatchObject({held: {intent: {id: '8'}}});
  });

  it('is over once the write is ours: the banner shows it once, with our keys', () => {
    start([held('gone', intent('7'))]);
    desk.send({type: 'intent', msg: {type: 'restored', intents: [intent('7')]}});
    const banner = texts(bannerLines(desk.state)).join('\n');
    expect(banner).toContain('UNKNOWN open card 7 for 25');
    expect(banner).not.toContain('1 of 2');
    expect(banner).toContain('H resolve');
    expect(banner).not.toContain('Another dashboard');
  });

  it('sends nothing if its owner was seen in the meantime', () => {
    start([held('elsewhere')]);
    desk.type('T');
    desk.showQuestion();
    desk.send({type: 'intent', msg: {type: 'held', held: [held('alive')]}});
    desk.type('y');
    expect(taken()).toEqual([]);
    expect(told()).toContain('Not taken over: its owner has changed.');
  });
});

describe('a write that another host holds in the journal', () => {
  let folder: string;
  const opened: Journal[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'optty-take-over-'));
  });
  afterEach(() => {
    for (const journal of opened.splice(0)) journal.close();
    rmSync(folder, {recursive: true});
  });

  async function journalOf(hostname: string): Promise<BoundJournal> {
    const host: JournalHost = {
      hostname,
      bootId: `boot of ${hostname}`,
      pidNamespace: 'one',
      pid: 7,
      startTime: 't',
      isAlive: () => true,
    };
    const journal = await openJournal({path: join(folder, 'journal.db'), host, busyTimeoutMs: 100});
    if (journal instanceof JournalError) throw journal;
    opened.push(journal);
    return withControls(journal).bind(
      {origin: 'https://svc.example', path: '/', fingerprint: 'f', credentialSource: 'file'},
      'main',
    );
  }

  it('is ours after the takeover: UNKNOWN, checked by reads, and resolved by hand', async () => {
    const [far, here] = [await journalOf('there'), await journalOf('here')];
    far.ask({...intent('7', 'QUEUED')}, undefined, unlimited);
    far.beginAttempt(intent('7', 'SENDING'), {
      number: 1,
      by: 'user',
      process: 'this',
      startedAt: {mono: 0, wall: epoch},
    });
    start(here.held());
    desk.type('T');
    desk.showQuestion();
    desk.type('y');
    const [command] = taken();
    if (command?.type !== 'takeOver') throw new Error('nothing was taken over');
    desk.send({type: 'intent', msg: {type: 'restored', intents: here.takeOver(command.intentId)}});
    desk.send({type: 'intent', msg: {type: 'held', held: here.held()}});
    expect(desk.state.intents).toMatchObject({held: [], list: [{id: '7', state: 'UNKNOWN'}]});
    const commands = desk.asked();
    expect(commands.map(each => each.type)).toContain('gather');
    for (const each of commands) if (each.type === 'record') here.save(each.intent);
    desk.type('H');
    desk.send({type: 'typed', field: 'word', value: 'nothing'});
    desk.type('enter');
    expect(desk.state.intents.list).toMatchObject([{id: '7', state: 'RESOLVED'}]);
    expect(() => far.save({...intent('7'), state: 'REJECTED'} as Intent)).toThrow(
      /held by another dashboard/,
    );
  });
});
