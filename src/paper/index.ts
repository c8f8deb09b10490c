/**
 * The paper service for programs that test against it: `import {startPaper} from 'optty/paper'`.
 *
 * It runs in the process that starts it, on 127.0.0.1 and a free port, in memory unless a ledger is named.
 */
export {LedgerInUse, PaperOptionError} from './errors.ts';
export {FaultSpecError} from './http/faults.ts';
export type {AuthChoice, DialectChoice} from './operations/dialect.ts';
export type {
  Logger,
  Paper,
  PaperClock,
  PaperOptions,
  Rate,
} from './options.ts';
export {startPaper} from './server.ts';
