import type {Config} from '../../config/config.ts';
import {createDesk, type Desk} from '../../desk/desk.ts';
import {createEffects} from '../../desk/effects/effects.ts';
import type {Writes} from '../../desk/effects/open-writes.ts';
import {createReads} from '../../desk/effects/reads.ts';
import {initialState} from '../../desk/initial.ts';
import type {Moment} from '../../desk/model/moment.ts';
import type {Connection} from '../connect.ts';
import {createTimers} from '../dashboard/timers.ts';
import {deskSettingsOf, drawSeed} from './settings.ts';
import {openDeskWrites} from './writes.ts';

/** A desk that nobody looks at: it polls, settles what is unresolved, and carries a stop out. */
export type HeadlessDesk = {
  readonly desk: Desk;
  readonly stop: Writes['stop'];
  close(): void;
};

const clock = (): Moment => ({mono: performance.now(), wall: Date.now()});
const viewport = {columns: 120, rows: 40};

export async function openHeadlessDesk(
  config: Config,
  connection: Connection,
  host: NodeJS.Process,
): Promise<HeadlessDesk> {
  const settings = deskSettingsOf(config);
  const {client} = connection;
  const {after, stop: stopTimers} = createTimers();
  const reads = createReads({client, clock, settings});
  const nobody = async () => 'Nobody looks.';
  const nothing = () => {};
  const desk: Desk = createDesk({
    state: initialState(settings, viewport, clock(), drawSeed()),
    clock,
    carryOut: (command, send) => carryOut(command, send),
  });
  const writes = openDeskWrites({config, connection, host, isDashboard: false, clock, after, desk});
  const carryOut = createEffects({
    ...{reads, after, intents: writes.carryOut, stop: writes.stop},
    ...{keepActivity: writes.keepActivity, keepAlerts: writes.keepAlerts, keepEvents: nothing},
    // No question is asked where nobody looks.
    whenShown: () => Promise.reject(new Error('There is no screen.')),
    ...{redraw: nothing, ring: nothing, notify: nothing, suspend: nothing, lookBack: nothing, quit: nothing},
    ...{copy: nobody, exportRows: nobody, changeProfile: async () => {}},
  });
  desk.send({type: 'started'});
  await writes.openJournal();
  return {
    desk,
    stop: writes.stop,
    close() {
      stopTimers();
      reads.stop();
      writes.close();
    },
  };
}
