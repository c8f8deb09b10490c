/**
 * All commands but the dashboard, the paper service and the MCP server, by their names. They are one module: an
 * import() for each would cut the code that they share with the dashboard into more files, and each delays its
 * start.
 */
export {runPropose as propose} from './agents/propose.ts';
export {runForAll} from './all-profiles.ts';
export {runCompletion as completion} from './completion.ts';
export {runConfig as config} from './config.ts';
export {runDay as day} from './day.ts';
export {runDoctor as doctor} from './doctor.ts';
export {runHalt as halt} from './halt.ts';
export {runList as list} from './list.ts';
export {runPortfolio as portfolio} from './portfolio.ts';
export {runReport as report} from './report.ts';
export {runResolveOld as 'resolve-old'} from './resolve-old.ts';
export {runSameAccount as 'same-account'} from './same-account.ts';
export {runShow as show} from './show.ts';
export {runStatus as status} from './status.ts';
export {runWatch as watch} from './watch.ts';
