import type {Config} from '../../config/config.ts';
import type {Desk} from '../../desk/desk.ts';
import {openWrites, type Writes} from '../../desk/effects/open-writes.ts';
import type {Moment} from '../../desk/model/moment.ts';
import {boundService, type Connection} from '../connect.ts';
import {readHost} from '../dashboard/host.ts';
import type {Timers} from '../dashboard/timers.ts';

type Given = {
  readonly config: Config;
  readonly connection: Connection;
  readonly host: Pick<NodeJS.Process, 'pid'>;
  readonly clock: () => Moment;
  readonly after: Timers['after'];
  readonly desk: Pick<Desk, 'getState' | 'send'>;
  /** Whether it is a dashboard: everything else sends exits alone. */
  readonly isDashboard: boolean;
};

/** What a desk writes to the service and into the journal of the profile in force. */
export function openDeskWrites({config, connection, host, isDashboard, clock, after, desk}: Given): Writes {
  return openWrites({
    ...{client: connection.client, clock, after, state: desk.getState, send: desk.send},
    readService: () => boundService(connection, config),
    account: config.profile.label,
    limits: config.limits,
    mayAddRisk: isDashboard && !config.guardrails.readOnly,
    path: config.statePaths.journal,
    readHost: () => readHost(host.pid),
  });
}
