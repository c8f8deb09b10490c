import type {Config} from '../../config/config.ts';
import {createEffects} from '../../desk/effects/effects.ts';
import type {DeskEvents} from '../../desk/effects/open-events.ts';
import {createReads} from '../../desk/effects/reads.ts';
import type {Command} from '../../desk/model/messages.ts';
import type {Moment} from '../../desk/model/moment.ts';
import {bell, notification} from '../../term/sequences.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import type {Connection} from '../connect.ts';
import {openDeskWrites} from '../desk/writes.ts';
import {copy} from './clipboard.ts';
import {exportRows} from './export.ts';
import type {DeskScreen} from './screen.ts';
import type {Timers} from './timers.ts';

/** The service within reach: all of the desk's commands can be carried out. */
export type ServiceReach = {
  readonly carryOut: (command: Command) => void;
  openJournal(): Promise<void>;
  /** No read comes back any more. */
  stop(): void;
  /** Lets go of the journal and the service. */
  close(): Promise<void>;
};

type Given = {
  readonly config: Config;
  readonly connection: Connection;
  readonly host: NodeJS.Process;
  readonly screen: DeskScreen;
  readonly clock: () => Moment;
  readonly after: Timers['after'];
  readonly quit: (code: number) => void;
  readonly changeProfile: (name: string) => Promise<void>;
};

/** Gives the desk's commands to the terminal, the service, the journal and the files. */
export function reachService(given: Given): ServiceReach {
  const {config, connection, host, screen, clock, after, quit, changeProfile} = given;
  const {desk, session} = screen;
  const {client} = connection;
  const reads = createReads({client, clock, settings: desk.getState().settings});
  const writes = openDeskWrites({config, connection, host, isDashboard: true, clock, after, desk});
  const begun = clock();
  let events: DeskEvents | undefined;
  let isClosed = false;
  const print = (raw: string) => session.screen.write(raw);
  const carryOut = createEffects({
    ...{reads, after, quit, changeProfile},
    intents: writes.carryOut,
    stop: writes.stop,
    // What Ink has yet to draw is not on the screen.
    whenShown: () => screen.drawnByInk.then(() => session.screen.whenShown()),
    redraw: () => session.redraw(),
    ring: () => void print(bell),
    notify: text => void print(notification(sanitize(text, {maxCells: 200}))),
    copy: text => copy(text, print, host.env),
    exportRows: (name, rows) => exportRows(name, rows, host.cwd(), Date.now()),
    keepActivity: writes.keepActivity,
    keepEvents: (reading, fault) => events?.keep(reading, fault),
    keepAlerts: writes.keepAlerts,
    suspend: () => session.suspend(),
    lookBack: () => screen.lookBack(),
  });
  return {
    carryOut: command => carryOut(command, desk.send),
    async openJournal() {
      const {keepOfAccount} = await import('../desk/account.ts');
      if (isClosed) return;
      events = keepOfAccount({config, host, desk, writes, begun, clock, after});
      await writes.openJournal();
    },
    stop: reads.stop,
    async close() {
      isClosed = true;
      await events?.stop();
      writes.close();
      await connection.close();
    },
  };
}
