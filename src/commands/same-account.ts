import type {Id} from '../api/wire/records.ts';
import {accountWords} from '../core/journal/place.ts';
import {openAnswers} from './answers.ts';
import {withClient} from './connect.ts';
import {Unable} from './line/exit.ts';
import type {CommandLine} from './line/parse-line.ts';
import {loadConfig} from './load-config.ts';
import {print} from './output.ts';
import {walkList} from './walk-list.ts';
import {openAccount} from './watch.ts';

/** Asks whose a new credential is if records do not show it, and keeps the answer. */
export async function runSameAccount({flags}: CommandLine, host: NodeJS.Process): Promise<void> {
  const config = await loadConfig(flags, host.env);
  await withClient(config, host, async (client, connection) => {
    const wanted = {pane: 'easyOptions', query: {}, page: 0, pageSize: 100} as const;
    const {rows, walked} = walkList(client, config.dialect, wanted);
    const ids = new Set<Id>();
    for await (const {accountId} of rows) if (accountId !== undefined) ids.add(accountId);
    const lack = walked.unread > 0 ? 'Not every Easy Option could be read.' : walked.old;
    if (lack !== undefined) throw new Unable(`${lack} Nothing was kept.`);
    const answers = openAnswers(host);
    try {
      const journal = await openAccount(config, connection, host);
      const credential = `Credential ${client.service.fingerprint.slice(0, 4)}`;
      await journal.account.accept(ids, async doubt => {
        print(host.stdout, `${credential}: same account as ${accountWords(doubt)}? Type same or another.`);
        const isOwn = doubt.label === config.accountLabel;
        if ((await answers.next()) === (isOwn ? 'same' : 'another')) return;
        throw new Unable(`Nothing was kept. Set ${isOwn ? 'another' : 'that'} label in the profile.`);
      });
      journal.close();
      print(host.stdout, `${credential} is of account ${config.accountLabel}.`);
    } finally {
      answers.close();
    }
  });
}
