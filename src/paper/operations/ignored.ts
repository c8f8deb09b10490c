/**
 * What a request says that its operation does not know. It is named in a header: to ignore it in silence hides
 * a typo.
 */
import {type QueryRules, searchMembers} from './dialect.ts';
import {readJson} from './json.ts';
import type {OperationRequest} from './operation.ts';
import type {Route} from './routes.ts';

const mostNamed = 10;
const longestName = 60;

/** The value of the warning header; undefined when everything was known. */
export function ignoredIn(
  route: Route,
  {query, body}: Pick<OperationRequest, 'query' | 'body'>,
  reading: QueryRules,
): string | undefined {
  const ignored = [
    ...unknownMembers(route, query, reading).map(name => `query member ${shown(name)}`),
    ...unknownFields(route, body).map(name => `body field ${shown(name)}`),
  ];
  if (ignored.length === 0) return undefined;
  const more = ignored.length > mostNamed ? ` and ${ignored.length - mostNamed} more` : '';
  return `ignored ${ignored.slice(0, mostNamed).join(', ')}${more}`;
}

function unknownMembers({query: known}: Route, query: string, reading: QueryRules): string[] {
  if (query === '') return [];
  const given = new URLSearchParams(query);
  const names = [...new Set(given.keys())];
  if (known === undefined) return names;
  if ('names' in known) {
    const read = Object.values(reading[known.names]);
    return names.filter(name => !read.includes(name));
  }
  const {members = {}, unread} = searchMembers(given, reading);
  return [...unread, ...Object.keys(members).filter(name => !Object.hasOwn(known.searchDto.shape, name))];
}

function unknownFields({body: known}: Route, body: string | undefined): string[] {
  if (known === undefined || body === undefined) return [];
  try {
    const parsed = readJson(body);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return [];
    return Object.keys(parsed).filter(name => !Object.hasOwn(known.shape, name));
  } catch (error) {
    // What is no JSON is refused by the operation, which says so.
    if (error instanceof SyntaxError || error instanceof RangeError) return [];
    throw error;
  }
}

/** Only what may stand in a header. */
const shown = (name: string): string => `"${name.slice(0, longestName).replace(/[^\w.[\]-]/g, '?')}"`;
