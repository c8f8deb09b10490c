import type {Trade} from '../../api/wire/records.ts';
import type {Intent} from '../intents/intent.ts';
import {doneWords, easyOptionOf, orderOf} from '../words/intents.ts';
import {fillPrice, fillsOf} from '../words/orders.ts';
import {easyOptionNews} from './easy-options.ts';
import type {News} from './news.ts';
import {orderNews} from './orders.ts';

/**
 * What a write of our own came to, as the news that it is: the polls see the same later, and it is told once. A
 * fill whose price is not known yet is told of again by the trade that bears it.
 */
export function newsOfDone(intent: Intent, trades: readonly Trade[]): News | undefined {
  if (intent.state !== 'DONE') return undefined;
  const option = easyOptionOf(intent);
  if (option !== undefined) return easyOptionNews(option);
  const order = orderOf(intent);
  if (order === undefined) return undefined;
  const fills = fillsOf([...trades, ...(intent.seen?.trades ?? [])]);
  const news = {...orderNews(order, fills), text: doneWords(intent, order, fills)};
  return news.stage === 'FILLED' && fillPrice(order, fills) === undefined ? {...news, stage: '0'} : news;
}
