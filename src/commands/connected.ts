import type {TradingClient} from '../api/client.ts';
import type {Config} from '../config/config.ts';
import {connect} from './connect.ts';

/** Does something with the configured service and lets go of it, whatever happens. */
export async function connected<Value>(
  config: Config,
  host: Pick<NodeJS.Process, 'env'>,
  work: (client: TradingClient) => Promise<Value>,
): Promise<Value> {
  const paper = Promise.withResolvers<never>();
  const connection = await connect(config, {env: host.env, onPaperError: paper.reject});
  try {
    return await Promise.race([work(connection.client), paper.promise]);
  } finally {
    await connection.close();
  }
}
