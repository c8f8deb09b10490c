/**
 * The paper service for programs that test against it: `import {startPaper} from 'optty/paper'`.
 *
 * It runs in the process that starts it, on 127.0.0.1 and a free port, in memory unless a ledger is named.
 */
export {FaultSpecError} from './http/faults.ts';
export type {AuthChoice, DialectChoice} from './operations/dialect.ts';
export {
  LedgerInUse,
  type Logger,
  type Paper,
  type PaperClock,
  PaperOptionError,
  type PaperOptions,
  type Rate,
} from './options.ts';
export {startPaper} from './server.ts';
