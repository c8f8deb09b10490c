import {Discounted, type OwnService, whyOfAnother} from '../../account/reading/ledger.ts';
import {mostPagesOfHalt, type Reader, readWhole} from '../../account/reading/pages.ts';
import type {Answer} from '../../api/contract.ts';
import type {AccountRead} from './halt.ts';

type AccountReader = Required<Reader> & {readonly service: OwnService};

const byId = {field: 'id', descending: false};

/**
 * In one pass: what is listed is ended at once. The proof needs a list without an order, and as many Easy
 * Options as their total says.
 */
export async function readAccount(world: AccountReader, withEasyOptions: boolean): Promise<AccountRead> {
  let last: Answer<unknown> | undefined;
  const check = (answer: Answer<unknown>) => {
    const another = whyOfAnother(world.client, world.service);
    if (another !== undefined) throw new Discounted(another);
    last = answer;
  };
  const how = {...world, mostPages: mostPagesOfHalt, check};
  const orders = await readWhole(how, {pane: 'orders', query: {}, mostPasses: 1});
  const easyOptions = withEasyOptions
    ? await readWhole(how, {pane: 'easyOptions', query: {}, sort: byId, mostPasses: 1})
    : undefined;
  return {orders, easyOptions, venue: last?.venue};
}
