import type {Page} from '../../api/wire/records.ts';
import type {Moment} from '../model/moment.ts';
import {type ListRead, nothingRead, withPage} from '../model/whole.ts';
import {faultOf} from './reads.ts';

/** A page that must not count, with the reason. */
export class Discounted extends Error {}

export async function readPages<Row>({
  began,
  ask,
  idOf,
  mostPages,
}: {
  began: Moment;
  ask: (page: number) => Promise<Page<Row>>;
  idOf: (row: Row) => string | undefined;
  mostPages: number;
}): Promise<ListRead<Row>> {
  let read: ListRead<Row> = nothingRead(began);
  try {
    while (!read.isEnded && read.pages < mostPages) read = withPage(read, await ask(read.pages), idOf);
  } catch (error) {
    return {...read, fault: error instanceof Discounted ? {text: error.message} : faultOf(error)};
  }
  return read.isEnded ? read : {...read, fault: {text: `The list has more than ${mostPages} pages.`}};
}
