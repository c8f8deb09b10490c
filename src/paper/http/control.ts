/** The route that shows, sets and clears the faults of a service that runs. */
import type {FastifyRequest} from 'fastify';
import {decodeBody, type Wire} from '../operations/json.ts';
import {failed, invalid, ok, type Reply, unauthorized} from '../operations/replies.ts';
import {FaultSpecError, type Faults, parseFaults} from './faults.ts';
import type {Tokens} from './tokens.ts';

/** Shows, sets or clears the faults. Only from this machine, and only with a token. */
export function control({faults, tokens}: {faults: Faults; tokens: Tokens}, request: FastifyRequest): Reply {
  if (!isLoopback(request.socket.remoteAddress))
    return failed(403, 'LOOPBACK_ONLY', 'Only from the machine itself');
  if (tokens.accountOf(request.headers.authorization) === undefined) return unauthorized();
  if (request.method === 'DELETE') faults.set([]);
  if (request.method === 'PUT' || request.method === 'POST') {
    try {
      faults.set(parseFaults(specIn(decodeBody(request.body) ?? '')));
    } catch (error) {
      if (!(error instanceof FaultSpecError) && !(error instanceof SyntaxError)) throw error;
      return invalid([{field: 'faults', problem: error.message}]);
    }
  }
  const list: Wire = faults.list().map(({method, path, actions, left, percent}) => ({
    route: method === undefined ? path : `${method} ${path}`,
    actions: actions.map(({kind}) => kind),
    left: Number.isFinite(left) ? left : null,
    percent,
  }));
  return ok({faults: list});
}

function specIn(body: string): string {
  const parsed: unknown = JSON.parse(body);
  if (
    typeof parsed === 'object' &&
    parsed !== null &&
    'faults' in parsed &&
    typeof parsed.faults === 'string'
  ) {
    return parsed.faults;
  }
  throw new FaultSpecError('The body must be {"faults": "ROUTE:ACTION"}.');
}

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(::ffff:)?127\.|^::1$/.test(address);
