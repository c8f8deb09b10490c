/** Which events a reader of `optty watch` wants. */
import {jsonIn} from '../../api/wire/given.ts';
import type {Config} from '../../config/config.ts';
import {ConfigError} from '../../config/error.ts';
import {type EventResource, eventResources} from '../../desk/events/account/event.ts';
import {fits} from '../../desk/filter/index.ts';
import type {Row} from '../../desk/model/state.ts';
import {type FeedPane, feedPanes, paneSlugs} from '../../desk/model/vocabulary.ts';
import type {CommandLine} from '../line/line.ts';
import {filterOf} from '../line/list-flags.ts';

type Wanted = {
  /** Of a line of the log. */
  readonly isWanted: (line: string) => boolean;
  /** What is to be said of the filter. */
  readonly doubts: readonly string[];
};

/** @throws {ConfigError} a flag cannot be meant as it is */
export function wantedBy({resource, filter}: CommandLine['flags'], config: Config, now: number): Wanted {
  if (typeof resource !== 'string') {
    if (filter === undefined) return {isWanted: () => true, doubts: []};
    throw new ConfigError({source: '--filter', expectation: 'name what it is of by --resource too.'});
  }
  if (!eventResources.some(each => each === resource)) {
    const expectation = `${JSON.stringify(resource)} is none of ${eventResources.join(', ')}.`;
    throw new ConfigError({source: '--resource', expectation});
  }
  const isOfIt = (event: Logged) => event.resource === resource;
  if (typeof filter !== 'string') return {isWanted: line => isOfIt(read(line)), doubts: []};
  const pane = paneOf(resource);
  const {conditions, doubts} = filterOf(filter, pane, config, now);
  const unmet = conditions.find(({field}) => field === undefined);
  if (unmet !== undefined) {
    throw new ConfigError({
      source: '--filter',
      expectation: `the records of events do not tell ${unmet.text}; the service alone could filter by it.`,
    });
  }
  // Nothing is asked of the service for it: what a record does not tell is not met.
  const held = conditions.map(each => ({...each, isAsked: false}));
  return {
    isWanted(line) {
      const event = read(line);
      return isOfIt(event) && held.every(each => fits(event.record, each));
    },
    doubts: doubts.map(({message}) => message),
  };
}

function paneOf(resource: string): FeedPane {
  const pane = feedPanes.find(each => paneSlugs[each] === resource);
  if (pane === undefined)
    throw new ConfigError({source: '--filter', expectation: `there is nothing to filter in ${resource}.`});
  return pane;
}

type Logged = {readonly resource: EventResource | undefined; readonly record: Row};

/** The log's own line, which this program wrote. */
function read(line: string): Logged {
  const {resource, record} = (jsonIn(line) ?? {}) as {resource?: string; record?: Row};
  return {resource: eventResources.find(each => each === resource), record: record ?? ({} as Row)};
}
