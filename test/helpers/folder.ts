import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {onTestFinished, type TestContext} from 'vitest';

/**
 * A folder of one test, removed at its end, when all that it closes is closed.
 * @param finished of a test that runs beside others
 */
export function temporaryFolder(finished: TestContext['onTestFinished'] = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'optty-'));
  finished(() => rmSync(folder, {recursive: true, force: true}));
  return folder;
}
