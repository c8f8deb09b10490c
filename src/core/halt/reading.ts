import type {FeedPane, QueryOf, RowOf, Sort} from '../../account/model/vocabulary.ts';
import type {ListRead} from '../../account/model/whole.ts';
import {Discounted, type OwnService, whyOfAnother} from '../../account/reading/ledger.ts';
import {mostPagesOfHalt, type Reader, readList} from '../../account/reading/pages.ts';
import type {Answer} from '../../api/contract.ts';
import type {AccountRead} from './halt.ts';

type AccountReader = Required<Reader> & {readonly service: OwnService};

const byId: Sort = {field: 'id', descending: false};

export async function readAccount(world: AccountReader, withEasyOptions: boolean): Promise<AccountRead> {
  let last: Answer<unknown> | undefined;
  const readAll = async <P extends FeedPane>(pane: P, sort?: Sort): Promise<ListRead<RowOf[P]>> => {
    const how = {...world, mostPages: mostPagesOfHalt};
    const check = (answer: Answer<unknown>) => {
      const another = whyOfAnother(world.client, world.service);
      if (another !== undefined) throw new Discounted(another);
      last = answer;
    };
    const query: QueryOf[P] = {};
    const read = await readList(how, {pane, query, sort, check});
    // Rows without an id cannot be distinguished.
    return {...read, ids: read.ids.map(id => id || undefined)};
  };
  const orders = await readAll('orders');
  const easyOptions = withEasyOptions ? await readAll('easyOptions', byId) : undefined;
  return {orders, easyOptions, venue: last?.venue};
}
