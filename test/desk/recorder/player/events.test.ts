import {expect, it} from 'vitest';
import {undrawn} from '../../../../src/desk/recorder/file/open-recorder.ts';
import {Player} from '../../../../src/desk/recorder/player/player.ts';
import {search} from '../../../../src/desk/recorder/player/viewer.ts';
import {arrivedEmpty, easyOption, startDesk} from '../../../helpers/desk.ts';
import {recordingOf} from '../../../helpers/recordings.ts';
import {began} from './session.ts';

it.each(['TRIGGERED', 'CLOSED', 'EXPIRED'])('an event reports the outcome of a record once: %s', status => {
  const desk = startDesk().open({easyOptions: [easyOption('7')]});
  desk.pass(10_000);
  desk.send({type: 'pollDue', pane: 'easyOptions', arm: desk.state.feeds.easyOptions.arm});
  const {state, now} = desk;
  const request = state.feeds.easyOptions.fetching ?? Number.NaN;
  const answer = {...arrivedEmpty, rows: [easyOption('7', {status})]};
  const recording = recordingOf([
    {type: 'began', began},
    {type: 'snapshot', state, table: undrawn},
    {type: 'msg', msg: {type: 'arrived', pane: 'easyOptions', request, began: now, answer, now}},
  ]);
  const found = search(recording, new Player(recording).head, 1);
  expect(found.next().value).toMatchObject({
    taken: 2,
    text: expect.stringMatching(new RegExp(`^Easy Option ${status.toLowerCase()} BTC up #7 .*${status}`)),
  });
});
