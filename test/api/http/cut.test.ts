/** An answer that breaks off: told as `cut` in whatever form it was sent and by whatever it ended. */
import type {Socket} from 'node:net';
import {describe, expect, it} from 'vitest';
import {LinkError} from '../../../src/api/errors.ts';
import {clientOf, failureOf, rawService} from '../../helpers/service.ts';

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const chunked = `${head}transfer-encoding: chunked\r\n`;
const sized = `${head}content-length: 99\r\n`;
const endings: Record<string, (socket: Socket) => unknown> = {
  FIN: socket => socket.end(),
  RST: socket => socket.resetAndDestroy(),
};
const answers = {
  'by length': `${sized}\r\n{"items":`,
  'by length, without any body': `${sized}\r\n`,
  'between chunks': `${chunked}\r\n9\r\n{"items":\r\n`,
  'inside a chunk': `${chunked}\r\n99\r\n{"items":`,
  'inside the size of a chunk': `${chunked}\r\n9\r\n{"items":\r\n1`,
  'before the first chunk': `${chunked}\r\n`,
  'before the last chunk, with complete JSON': `${chunked}\r\nc\r\n{"items":[]}\r\n`,
  'inside the trailer': `${chunked}\r\nc\r\n{"items":[]}\r\n0\r\nx-s`,
};
const forms = Object.entries(answers).flatMap(([where, text]) =>
  Object.entries(endings).flatMap(([how, end]) =>
    [true, false].map((isClosing): [name: string, text: string, end: (socket: Socket) => unknown] => [
      `${where}, by ${how}${isClosing ? ', under Connection: close' : ''}`,
      isClosing ? text.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n') : text,
      end,
    ]),
  ),
);

describe('an answer that is cut short', () => {
  it.each(forms)('is reported as "cut": %s', async (_name, text, end) => {
    const service = await rawService(socket => void socket.write(text, () => end(socket)));
    const client = clientOf(service.baseUrl);
    const failure = await failureOf(client.cancelOrder('1'));
    expect(failure).toBeInstanceOf(LinkError);
    expect(failure).toMatchObject({
      ...{kind: 'cut', sent: 'maybe', status: 200, cause: {code: expect.any(String)}},
    });
    expect(service.requests).toBe(1);
  });

  it('is not reported if the size of a chunk is not a number', async () => {
    const service = await rawService(socket => void socket.end(`${chunked}\r\nzz\r\n{}\r\n0\r\n\r\n`));
    expect(await failureOf(clientOf(service.baseUrl).cancelOrder('1'))).toMatchObject({kind: 'protocol'});
  });
});
