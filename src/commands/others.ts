import {runPropose} from './agents/propose.ts';
import {runForAll} from './all-profiles.ts';
import {runCompletion} from './completion.ts';
import {runConfig} from './config.ts';
import {runDay} from './day.ts';
import {runDoctor} from './doctor.ts';
import {runHalt} from './halt.ts';
import {runList} from './list.ts';
import {runPortfolio} from './portfolio.ts';
import {runReport} from './report.ts';
import {runResolveOld} from './resolve-old.ts';
import {runSameAccount} from './same-account.ts';
import {runShow} from './show.ts';
import {runStatus} from './status.ts';
import {runWatch} from './watch.ts';

/**
 * All commands but the dashboard, the paper service and the MCP server. They are one module: an import() for
 * each would cut the code that they share with the dashboard into more files, and each delays its start.
 */
export const others = {
  list: runList,
  show: runShow,
  portfolio: runPortfolio,
  day: runDay,
  doctor: runDoctor,
  config: runConfig,
  watch: runWatch,
  status: runStatus,
  propose: runPropose,
  halt: runHalt,
  'same-account': runSameAccount,
  'resolve-old': runResolveOld,
  report: runReport,
  completion: runCompletion,
};

export {runForAll};
