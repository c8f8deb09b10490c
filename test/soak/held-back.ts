// Keys pressed blind behind tmux, GNU screen and mosh: the picture is held back, `o 25 Enter y y` is typed, and
// nothing may have been sent; then the person sees the letter, presses it, and exactly one order was sent.
// Takes the names of the programs to try, all three by default; they must be installed.
import {middles, openBetween} from '../helpers/between.ts';
import {startTestPaper} from '../helpers/paper.ts';

const chosen = middles.filter(each => process.argv.length <= 2 || process.argv.includes(each));
let isGood = true;

for (const middle of chosen) {
  // Its market stands still: a price that moves asks by another key than was read off the screen.
  const service = await startTestPaper();
  const between = await openBetween(middle, {OPTTY_BASE_URL: service.origin, OPTTY_TOKEN: service.token});
  const {person} = between;
  const opened = async () => {
    const {json} = await service.call('GET', '/v1/easy-options/search');
    return json.content.length as number;
  };
  try {
    await person.waitFor('BTC above', 20_000);
    await pause(1_000);
    between.hold();
    for (const keys of ['o', '25', '\r', 'y', 'y', 'Y', 'a']) {
      person.press(keys);
      await pause(1_000);
    }
    const blind = await opened();
    const isSeen = person.screen().includes('to open');
    between.release();
    const review = await person.waitFor(/press [A-Z] to open/, 20_000);
    const letter = /press ([A-Z]) to open/.exec(review)?.[1] ?? '';
    await pause(500);
    person.press(letter);
    await person.waitFor(/OPEN(ING|ED[^:]*): /, 20_000);
    const seen = await opened();
    isGood &&= blind === 0 && !isSeen && seen === 1;
    console.log(
      `${middle}: ${blind} sent blind, ${seen} with ${letter}${isSeen ? '; the picture came through' : ''}`,
    );
  } catch (error) {
    isGood = false;
    console.log(`${middle}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await between.end();
    await service.close();
  }
}
process.exitCode = isGood ? 0 : 1;

function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}
