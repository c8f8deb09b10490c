import {describe, expect, it} from 'vitest';
import {scriptedService} from '../helpers/service.ts';
import {busyPaper} from './busy-paper.ts';
import {home} from './optty.ts';

const token = {OPTTY_TOKEN: 'canary-token'};
const nobody = {OPTTY_BASE_URL: 'http://127.0.0.1:1', ...token};
const busy = {error: 'BUSY', message: 'come back later', requestId: 'r-7'};

/** Each command that asks the service for something and ends. */
const asking: readonly (readonly [string, ...(readonly string[])])[] = [
  ['list', 'orders'],
  ['show', 'orders', '77'],
  ['show', 'trades', '77'],
  ['show', 'easy-options', '77'],
  ['portfolio'],
  ['day'],
];

describe('the exit code', () => {
  it.each(asking.map(args => ({args})))(
    'of $args is 5 if the service is unreachable and 4 if the credential is refused, which it never shows',
    async ({args}) => {
      const {origin} = await busyPaper();
      for (const [env, error] of [
        [nobody, {kind: 'unreachable', exitCode: 5}],
        [
          {OPTTY_BASE_URL: origin, ...token},
          {kind: 'credentials', exitCode: 4},
        ],
      ] as const) {
        const {code, stdout, stderr} = await home().asked([...args, '--json'], env);
        expect(code).toBe(error.exitCode);
        expect(errorIn(stderr)).toMatchObject(error);
        expect(stdout + stderr).not.toContain('canary');
      }
    },
  );

  it('is 4 if the credential cannot be obtained', async () => {
    const at = home('[profiles.a]\nbase_url = "https://127.0.0.1:1"\ntoken_command = ["false"]\n');
    expect((await at.asked(['list', 'cards'])).code).toBe(4);
  });

  it('is 1 if the service fails, with the request id of the service', async () => {
    const {origin} = await scriptedService({status: 500, body: busy});
    const {code, stderr} = await home().asked(['list', 'orders', '--json'], {OPTTY_BASE_URL: origin});
    expect(code).toBe(1);
    expect(errorIn(stderr)).toMatchObject({kind: 'failed', exitCode: 1, requestId: 'r-7'});
  });

  it.each(['cards', 'easy-options', 'orders', 'trades'])(
    'is 3 if there is no such record of %s',
    async resource => {
      const {origin} = await busyPaper();
      const env = {OPTTY_BASE_URL: origin, OPTTY_TOKEN: 'test-token'};
      const {code, stdout, stderr} = await home().asked(['show', resource, '77', '--json'], env);
      expect([code, stdout]).toEqual([3, '']);
      expect(errorIn(stderr)).toMatchObject({kind: 'not-found', exitCode: 3});
    },
  );

  it('is not 3 if a gateway does not know the address', async () => {
    const {origin} = await scriptedService({status: 404, body: '<html>not here</html>'});
    expect((await home().asked(['show', 'trades', '77'], {OPTTY_BASE_URL: origin})).code).toBe(1);
  });

  it('is 6 if the record may be one that was not received', async () => {
    const {origin} = await scriptedService({
      body: {total: 9, page: 1, pageSize: 20, items: [{orderId: 1}]},
    });
    const {code, stderr} = await home().asked(['show', 'orders', '77'], {OPTTY_BASE_URL: origin});
    expect([code, stderr]).toEqual([6, expect.stringContaining('could not be read or were not returned')]);
  });
});

function errorIn(stderr: string): unknown {
  return JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '').error;
}
