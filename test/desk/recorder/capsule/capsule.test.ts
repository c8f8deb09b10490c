import {describe, expect, it} from 'vitest';
import {capsuleOf} from '../../../../src/desk/recorder/capsule/capsule.ts';
import type {Entry} from '../../../../src/desk/recorder/entries.ts';
import {undrawn} from '../../../../src/desk/recorder/file/open-recorder.ts';
import {hashOf} from '../../../../src/desk/recorder/hash.ts';
import {update} from '../../../../src/desk/update.ts';
import {recordingOf} from '../../../helpers/recordings.ts';
import {entriesOf, sessionOf} from './sessions.ts';

const session = sessionOf({seed: 3, steps: 120});
const entries = entriesOf(session, {
  ...{version: '0.1.0', profile: 'work', host: 'trading.example', pid: 77, zone: 'Europe/Berlin'},
});
const given = {seed: 5, factorSeed: 6, facts: {node: 'v24.0.0'}};

function timeOfMessage(at: number): number {
  return session.msgs[at]?.now.wall ?? Number.NaN;
}

/** The state at the end of a recording. */
function lastState(all: readonly Entry[]) {
  return all.reduce(
    (state, each) =>
      each.type === 'snapshot' ? each.state : each.type === 'msg' ? update(state, each.msg)[0] : state,
    session.first,
  );
}

describe('a capsule', () => {
  it('says that it is one, and nothing of whose it is', () => {
    const [first] = capsuleOf(recordingOf(entries), {from: 0, to: Number.MAX_VALUE}, given).entries;
    expect(first).toMatchObject({
      type: 'began',
      began: {
        isCapsule: true,
        version: '0.1.0',
        pid: 0,
        zone: 'Europe/Berlin',
        facts: given.facts,
      },
    });
    expect(JSON.stringify(first)).not.toMatch(/work|trading|example/);
  });

  it('begins with the state of its first moment, and holds the messages from there on', () => {
    const span = {from: timeOfMessage(60), to: timeOfMessage(90)};
    const capsule = capsuleOf(recordingOf(entries), span, given);
    const [, snapshot, ...rest] = capsule.entries;
    const before = lastState(entries.slice(0, 62));
    expect(snapshot).toMatchObject({
      type: 'snapshot',
      state: {now: before.now, counter: before.counter, pane: before.pane},
    });
    expect(rest.map(each => each.type === 'msg' && each.msg.now.wall)).toEqual(
      session.msgs.map(({now}) => now.wall).filter(wall => wall >= span.from && wall <= span.to),
    );
    expect(capsule.contents).toMatchObject(span.from <= before.now.wall ? {} : {to: span.to});
  });

  it('leads to the same place as the recording', () => {
    const {entries: renamed} = capsuleOf(recordingOf(entries), {from: 0, to: Number.MAX_VALUE}, given);
    const [was, is] = [lastState(entries), lastState(renamed)];
    expect({...is.keys, pane: is.pane, overlay: is.overlay.kind, counter: is.counter}).toEqual({
      ...was.keys,
      ...{pane: was.pane, overlay: was.overlay.kind, counter: was.counter},
    });
    expect(is.settings.host).not.toBe(was.settings.host);
  });

  it('takes the state up that the recording has, where its messages lead elsewhere', () => {
    const other = {...lastState(entries.slice(0, 40)), counter: 5_000};
    const mended: readonly Entry[] = [
      ...entries.slice(0, 40),
      {type: 'snapshot', state: other, table: undrawn, hash: hashOf(other)},
      ...entries.slice(40),
    ];
    const capsule = capsuleOf(recordingOf(mended), {from: 0, to: Number.MAX_VALUE}, given);
    const snapshots = capsule.entries.filter(each => each.type === 'snapshot');
    expect(snapshots.map(({state}) => state.counter)).toEqual([session.first.counter, 5_000]);
  });

  it('holds the message that the program came to grief over, and what came before', () => {
    const broken = {type: 'arrived', pane: 'none', now: {mono: 1, wall: timeOfMessage(119) + 1}};
    // Of a recording that another program wrote.
    const crashed: readonly Entry[] = [...entries, {type: 'msg', msg: Object(broken)}];
    const capsule = capsuleOf(recordingOf(crashed), {from: timeOfMessage(100), to: Number.MAX_VALUE}, given);
    expect(capsule.entries.at(-1)).toMatchObject({type: 'msg', msg: {type: 'arrived'}});
  });

  it('tells what is in it: how many of each, and what some were renamed to', () => {
    const {contents} = capsuleOf(recordingOf(entries), {from: 0, to: Number.MAX_VALUE}, given);
    expect([...contents.messages.values()].reduce((sum, each) => sum + each)).toBe(session.msgs.length);
    expect(contents.renamed.get('id')).toBeGreaterThan(3);
    const examples = contents.examples.filter(({keep}) => keep === 'id' || keep === 'price');
    expect(examples.length).toBeGreaterThan(3);
    for (const {was, is} of examples) expect(is).not.toBe(was);
    expect(contents.masked).toEqual([]);
  });
});
