import {dirname, join} from 'node:path';
import {openJournal} from '../../src/core/journal/journal.ts';
import type {Owner} from '../../src/core/journal/place.ts';

/** Of a service without credentials: nothing tells one account from another. */
export function ownerBeside(path: string): Owner {
  const folder = dirname(path);
  return {
    places: {accounts: join(folder, 'accounts'), oldJournal: join(folder, 'old.db')},
    service: {origin: '', path: '', fingerprint: '', credentialSource: 'none'},
    label: 'test',
  };
}

export const openOwn = (given: Omit<Parameters<typeof openJournal>[0], 'owner'>) =>
  openJournal({...given, owner: ownerBeside(given.path)});
