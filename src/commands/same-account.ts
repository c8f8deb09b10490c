import {boundService, connect, sayCautions} from './connect.ts';
import type {CommandLine} from './line/line.ts';
import {print} from './output.ts';
import {loadConfig} from './settings.ts';
import {openAccount} from './watch.ts';

/** The command itself is the typed answer to the banner that asks for it. */
export async function runSameAccount({flags}: CommandLine, host: NodeJS.Process): Promise<void> {
  const config = await loadConfig(flags, host.env);
  sayCautions(config, host);
  const connection = await connect(config, host.env);
  try {
    const {journal, close} = await openAccount(config, connection, host);
    journal.account.accept();
    close();
    const {fingerprint} = await boundService(connection, config);
    print(host.stdout, `Credential ${fingerprint.slice(0, 4)} is of account ${config.accountLabel}.`);
  } finally {
    await connection.close();
  }
}
