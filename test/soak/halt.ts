// A halt that is left behind has to end as asked, by the service's own lists. Its terminal does not read any
// more and then is closed, while the service answers everything with 503, for five minutes or as many seconds
// as are given; after that the answers to six of the cancels are lost. Fails by its exit code.
//
//   npm run soak -- halt [SECONDS]
import {execFile} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {promisify} from 'node:util';
import {homeIn, program} from '../helpers/built.ts';
import {rest} from '../helpers/holdings.ts';
import {startTestPaper, type TestPaper} from '../helpers/paper.ts';
import {openTerminal, type TestTerminal} from '../helpers/terminal.ts';

const token = 'test-token';
const orders = 8;

/** Orders that rest, and two Easy Options. */
async function fill(paper: TestPaper): Promise<void> {
  const [card, other] = (await paper.call('GET', '/v1/easy-options/list')).json;
  for (let count = 0; count < orders; count++) await rest(paper, '0.1', '5');
  for (const {id} of [card, other])
    await paper.call('POST', '/v1/easy-options/open', {cardId: id, investmentAmount: 50});
}

async function openAt(paper: TestPaper) {
  const {total} = (await paper.call('GET', '/v1/orders')).json;
  const {content} = (await paper.call('GET', '/v1/easy-options/search?pageNumber=0&pageSize=100')).json;
  const isOver = ({status}: {status: string}) => status === 'CLOSED' || status === 'EXPIRED';
  return {
    orders: Number(total),
    easyOptions: content.filter((each: {status: string}) => !isOver(each)).length,
  };
}

async function status(folder: string, paper: TestPaper): Promise<{code: number; stdout: string}> {
  const env = {...process.env, ...homeIn(folder), OPTTY_BASE_URL: paper.origin, OPTTY_TOKEN: token};
  return promisify(execFile)(process.execPath, [program, 'halt', '--status'], {env}).then(
    ({stdout}) => ({code: 0, stdout}),
    (error: {code: number; stdout: string}) => error,
  );
}

/** As a person asks for a halt that closes as well. */
async function confirmHalt(terminal: TestTerminal): Promise<void> {
  await terminal.waitFor('Cards', 60_000);
  await pause(3_000);
  terminal.press('!');
  await terminal.waitFor('HALTED', 20_000);
  terminal.press('!');
  await terminal.waitFor('HALT: cancel all orders', 20_000);
  terminal.press('c');
  await terminal.waitFor('close all Easy Options', 20_000);
  await pause(1_000);
  const key = /(?:^|\s)([A-Zy]) (?:to )?cancel all orders and close/m.exec(terminal.screen())?.[1] ?? 'y';
  terminal.press(key);
  await terminal.waitFor('HALTING', 20_000);
}

/** Asks how it stands until it has ended, for so long at most. */
async function waitForEnd(folder: string, paper: TestPaper, mostMs: number) {
  const began = performance.now();
  let told = await status(folder, paper);
  while (told.code !== 0 && performance.now() - began < mostMs) {
    await pause(2_000);
    told = await status(folder, paper);
  }
  return {
    hasEnded: told.code === 0,
    stdout: told.stdout,
    seconds: Math.round((performance.now() - began) / 1_000),
  };
}

async function runOutage(seconds: number): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'optty-halt-'));
  const paper = await startTestPaper({clock: 'real', token});
  const env = {...process.env, ...homeIn(folder), OPTTY_TOKEN: token, TERM: 'xterm-256color'};
  try {
    await fill(paper);
    paper.setFaults('DELETE /v1/orders/*:status=503, POST /v1/easy-options/*:status=503');
    const terminal = openTerminal({
      command: process.execPath,
      args: [program, '--base-url', paper.origin],
      env,
    });
    await confirmHalt(terminal);
    paper.setFaults('/v1/*:status=503');
    terminal.stopReading();
    await pause(10_000);
    terminal.hangUp();
    console.log(`503 for ${seconds} s: the terminal is closed`);
    await pause(seconds * 1_000);
    // It carries out what it does not answer.
    paper.setFaults('DELETE /v1/orders/*:drop-after*6');
    const before = await openAt(paper);
    const {hasEnded, stdout, seconds: later} = await waitForEnd(folder, paper, 180_000);
    const after = await openAt(paper);
    await terminal.close();
    console.log(
      `  ${JSON.stringify(before)} open after the outage; ${later} s later ${JSON.stringify(after)}`,
    );
    console.log(`  ${stdout.trim()}`);
    return hasEnded && before.orders === orders && after.orders + after.easyOptions === 0;
  } finally {
    await paper.close();
    rmSync(folder, {recursive: true, force: true});
  }
}

const isGood = await runOutage(Number(process.argv[2] ?? 300));
console.log(isGood ? 'good' : 'BAD');
process.exit(isGood ? 0 : 1);
