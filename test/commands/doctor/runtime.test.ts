import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {checkRuntime} from '../../../src/commands/doctor/checks.ts';
import {valid} from '../../api/certificates.ts';
import {temporaryFolder} from '../../helpers/folder.ts';

const found = (env: Record<string, string>) => checkRuntime(env).map(each => `${each.result} ${each.found}`);

it('the usual environment has nothing to say', () => {
  expect(found({PATH: '/bin', NODE_OPTIONS: '--max-old-space-size=100', NODE_EXTRA_CA_CERTS: ''})).toEqual(
    [],
  );
});

it.each([
  [{NODE_TLS_REJECT_UNAUTHORIZED: '0'}, 'NODE_TLS_REJECT_UNAUTHORIZED=0'],
  [{NODE_OPTIONS: '--trace-warnings --tls-min-v1.0'}, 'NODE_OPTIONS --tls-min-v1.0'],
  [{NODE_OPTIONS: '--tls-keylog=/tmp/keys'}, 'NODE_OPTIONS --tls-keylog=/tmp/keys'],
  [{NODE_DEBUG: 'net'}, 'NODE_DEBUG=net'],
  [{NODE_EXTRA_CA_CERTS: '/no/such.pem'}, 'NODE_EXTRA_CA_CERTS'],
])('what the environment asks of Node is a warning: %j', (env, words) => {
  expect(found(env)).toEqual([`warning ${words}`]);
});

it('a file of authorities must hold a certificate', () => {
  const path = join(temporaryFolder(), 'ca.pem');
  writeFileSync(path, 'nothing');
  expect(checkRuntime({NODE_EXTRA_CA_CERTS: path})[0]?.more).toContain('holds no certificate in PEM');
  writeFileSync(path, valid);
  expect(checkRuntime({NODE_EXTRA_CA_CERTS: path})).toEqual([]);
});
