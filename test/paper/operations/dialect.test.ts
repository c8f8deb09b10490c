import {expect, it, onTestFinished} from 'vitest';
import type {DialectChoice} from '../../../src/paper/operations/dialect.ts';
import {startTestPaper} from '../../helpers/paper.ts';

const serving = async (dialect: DialectChoice | undefined) => {
  const paper = await startTestPaper({dialect});
  onTestFinished(() => paper.close());
  return (path: string) => paper.call('GET', path);
};

it('the error for a wrong value has the name that the dialect gives', async () => {
  const get = await serving({orders: {page: 'p'}, trades: {start: 'from'}});
  expect((await get('/v1/orders?p=0')).json.details).toHaveProperty('p');
  expect((await get('/v1/trades?from=x')).json.details).toHaveProperty('from');
});

it.each([
  [undefined, 200, 200],
  ['lower', 200, 400],
  ['upper', 400, 200],
] as const)('the side of trades is taken in %s case', async (side_case, lower, upper) => {
  const get = await serving(side_case && {trades: {side_case}});
  expect((await get('/v1/trades?tradeSide=buy')).status).toBe(lower);
  expect((await get('/v1/trades?tradeSide=BUY')).status).toBe(upper);
});
