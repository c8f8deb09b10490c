import type {EasyOption, Id} from '../api/resources.ts';
import {ring} from './alerts.ts';
import {returnAfterReads} from './away.ts';
import {eventsBetween} from './events.ts';
import {arrived, type Step} from './feeds.ts';
import {intend} from './intend.ts';
import type {Arrived, Command, Msg} from './messages.ts';
import {log, tell} from './notices.ts';
import {afterPoll, cancelReview} from './reviewing.ts';
import type {ActivityLine, Link, Moment, State} from './state.ts';
import type {FeedPane} from './vocabulary.ts';

/** What an answer of the service changes besides its rows: the link, events, alerts, a review, the intents. */
export function takeAnswer(state: State, msg: Extract<Msg, {type: 'arrived'}>): Step {
  const {pane, request, began, answer, now} = msg;
  const [withRows, commands] = arrived(state, pane, request, began, answer);
  if (withRows === state) return [state, []];
  let next = asOtherService({...withRows, link: linkAfter(withRows, pane, answer)}, state, now);
  const more: Command[] = [...commands];
  if (pane !== 'cards') {
    const lines = eventsBetween(state, next, pane, now.wall);
    next = log(next, lines);
    more.push(...lines.flatMap(line => announce(next, line)));
  }
  if (pane === 'cards' || pane === 'easyOptions') {
    const [rung, commandsOfAlerts] = ringAlerts(next, pane, now);
    next = rung;
    more.push(...commandsOfAlerts);
  }
  next = returnAfterReads(afterPoll(next, state, pane, now), now);
  const [after, intentCommands] = intend(
    next,
    {type: 'polled', offsetMs: clockOffset(answer), accountId: next.link.accountId},
    now,
  );
  return [after, [...more, ...intentCommands]];
}

/** A review names what it is sent to; when that turns out to be something else, nothing of it holds. */
function asOtherService(state: State, before: State, now: Moment): State {
  return before.link.venue === undefined || before.link.venue === state.link.venue
    ? state
    : cancelReview(state, `the service is ${state.link.venue} now.`, now);
}

/** The service told its time about half way between our asking and our reading. */
function clockOffset({skewMs, latencyMs}: Arrived): number | undefined {
  return skewMs === undefined ? undefined : Math.round(skewMs + latencyMs / 2);
}

function linkAfter(state: State, pane: FeedPane, answer: Arrived): Link {
  const {link} = state;
  const accounts = pane === 'easyOptions' ? accountsSeen(state) : link.accounts;
  const next: Link = {
    // One answer without the proof is enough: some of what is sent to that address does not reach the paper service.
    venue: link.venue === 'LIVE' ? 'LIVE' : answer.venue,
    latencyMs: answer.latencyMs,
    skewMs: answer.skewMs ?? link.skewMs,
    accountId: accounts.size === 1 ? [...accounts][0] : undefined,
    accounts: accounts.size === link.accounts.size ? link.accounts : accounts,
  };
  return next;
}

/** Every account that Easy Options have shown so far; only a single one tells whose the credential is. */
function accountsSeen({link, feeds}: State): ReadonlySet<Id> {
  const seen = feeds.easyOptions.rows.flatMap((each: EasyOption) => each.accountId ?? []);
  return new Set([...link.accounts, ...seen]);
}

/** Keeps a line in the journal and, where the profile wants it, rings and notifies. */
export function announce(state: State, line: ActivityLine): Command[] {
  const {bell, desktopNotifications} = state.settings;
  const text = `${line.what} ${line.target}`;
  return [
    {type: 'keepActivity', line},
    ...(bell ? [{type: 'ring'} as const] : []),
    ...(desktopNotifications ? [{type: 'notify', text} as const] : []),
  ];
}

function ringAlerts(state: State, pane: 'cards' | 'easyOptions', now: Moment): Step {
  const {alerts, rung} = ring(state, pane);
  if (alerts === state.alerts) return [state, []];
  let next: State = {...state, alerts};
  const commands: Command[] = [{type: 'keepAlerts', alerts}];
  for (const alert of rung) {
    const text = `${alert.label} is ${alert.above ? 'at or above' : 'at or below'} ${alert.level}`;
    next = tell(next, text, 'warning', now);
    const line: ActivityLine = {
      id: `alert:${alert.id}:${now.wall}`,
      at: now.wall,
      kind: 'alert',
      what: 'Alert',
      target: alert.label,
      amount: alert.level,
      outcome: text,
      requestId: undefined,
      latencyMs: undefined,
    };
    next = log(next, [line]);
    commands.push({type: 'ring'}, ...announce(next, line));
  }
  return [next, commands];
}
