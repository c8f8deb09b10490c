import type {Config} from '../../config/config.ts';
import type {Desk} from '../../desk/desk.ts';
import {type DeskEvents, openEvents} from '../../desk/effects/open-events.ts';
import type {Writes} from '../../desk/effects/open-writes.ts';
import {keepStatus} from '../../desk/journal/brief/keeping.ts';
import {statusNote} from '../../desk/journal/brief/note.ts';
import {basePeriod} from '../../desk/model/freshness.ts';
import type {Moment} from '../../desk/model/moment.ts';
import type {Timers} from '../dashboard/timers.ts';

type Given = {
  readonly config: Config;
  readonly host: Pick<NodeJS.Process, 'env'>;
  readonly desk: Desk;
  readonly writes: Writes;
  /** When the dashboard began to read. */
  readonly begun: Moment;
  readonly clock: () => Moment;
  readonly after: Timers['after'];
};

/** What a dashboard keeps in the journal of the account that it reads: events, and what `status` says. */
export function keepOfAccount({config, host, desk, writes, begun, clock, after}: Given): DeskEvents {
  const {settings} = desk.getState();
  keepStatus({note: () => statusNote(desk.getState()), keep: writes.keepNote, after});
  return openEvents({
    ...{begun, clock, env: host.env, onEvent: config.onEvent, send: desk.send, log: writes.log},
    tradesLagMs: settings.tradesLagMs,
    periodMs: basePeriod(settings, false),
  });
}
