/** `optty doctor`: what works, what does not and how the service wants to be asked. Sends GET requests only. */
import {readFileSync, realpathSync, renameSync, statSync, writeFileSync} from 'node:fs';
import {LinkError} from '../api/errors.ts';
import type {Config} from '../config/config.ts';
import {ConfigError} from '../config/error.ts';
import {isSameAddress} from '../config/service.ts';
import {withSettings} from '../config/toml/edit.ts';
import {explainHere} from '../desk/feeds/advice.ts';
import {type Connection, connect} from './connect.ts';
import {type Check, ok, skipped, warning, wrong} from './doctor/check.ts';
import type {Finding} from './doctor/finding.ts';
import {checkLink} from './doctor/link.ts';
import {changedSettings, checksOf, jsonReport, textReport, tomlOf} from './doctor/report.ts';
import {type Examination, examineService} from './doctor/service.ts';
import {checkTerminal} from './doctor/terminal.ts';
import {exitCodes, type FailureKind} from './line/exit.ts';
import type {CommandLine} from './line/line.ts';
import {failureKind} from './line/report-end.ts';
import {startProgress} from './output/progress.ts';
import {loadConfig} from './settings.ts';

export async function runDoctor(line: CommandLine, host: NodeJS.Process): Promise<number> {
  const config = await loadConfig(line.flags, host.env);
  if (line.flags.write === true) refuseWithoutProfile(config);
  const terminal = await checkTerminal(config, host);
  const {checks, findings, venue, failure} = await examine(config, host);
  const written = line.flags.write === true ? write(config, findings) : undefined;
  const all = [
    configuration(config),
    ...checks,
    ...checksOf(findings, written?.isDone === true),
    ...terminal.checks,
  ];
  const report = {checks: all, toml: tomlOf(findings, config.profile.name), written: written?.said};
  const {service, profile} = config;
  const about = {
    profile: profile.name,
    service: service.kind === 'paper' ? 'paper' : service.baseUrl,
    environment: venue ?? null,
  };
  host.stdout.write(
    line.flags.json === true
      ? jsonReport(report, about, findings)
      : textReport(report, host.stdout, config.theme, terminal.look),
  );
  const isWrong = written?.isDone === false || all.some(({result}) => result === 'wrong');
  return exitCodes[isWrong ? (failure ?? 'failed') : 'done'];
}

function configuration({path, file, profile, service, otherAddress}: Config): Check {
  const where = service.kind === 'paper' ? 'embedded paper service' : service.baseUrl;
  const found = `${file === undefined ? 'no file' : path}, profile ${profile.name}, ${where}`;
  return otherAddress === undefined
    ? ok('configuration', found)
    : warning('configuration', found, otherAddress);
}

/** Each step stands on the one before it: without a credential or a link there is nothing to ask. */
async function examine(config: Config, host: NodeJS.Process): Promise<Examination> {
  const link =
    config.service.kind === 'paper' ? [] : await checkLink(config.service.baseUrl, host.env, Date.now());
  const ended = (failure: FailureKind, check: Check): Examination => ({
    failure,
    checks: [...link, check],
    findings: [],
    venue: undefined,
  });
  if (link.some(({result}) => result === 'wrong'))
    return ended('unreachable', skipped('service', 'not reached'));
  let connection: Connection | undefined;
  const progress = startProgress(host.stderr);
  try {
    connection = await connect(config, {env: host.env, onPaperError: () => {}});
    let questions = 0;
    const examined = await examineService(config, connection, () =>
      progress.tell(`${++questions} questions asked`),
    );
    return {...examined, checks: [...link, ...examined.checks]};
  } catch (error) {
    const failure = failureKind(error);
    if (error instanceof ConfigError)
      return ended(failure, wrong('credentials', 'cannot be had', error.message));
    if (error instanceof LinkError) return ended(failure, wrong('service', error.kind, explainHere(error)));
    return ended(failure, wrong('service', 'not reached', (error as Error).message));
  } finally {
    progress.end();
    await connection?.close();
  }
}

/** A dialect is that of one address: another profile would ask its own service by it from then on. */
function refuseWithoutProfile({file, path, profile, service}: Config): void {
  const profiles = file?.settings.profiles ?? {};
  const own = Object.hasOwn(profiles, profile.name) ? profiles[profile.name] : undefined;
  const examined = service.kind === 'paper' ? undefined : service.baseUrl;
  if (examined !== undefined && isSameAddress(own?.base_url, examined)) return;
  if (own !== undefined) {
    const address = examined ?? "the service's address";
    const found = own.base_url === undefined ? 'has no base_url' : `has the base_url ${own.base_url}`;
    throw new ConfigError({
      source: '--write',
      expectation: `[profiles.${profile.name}] ${found}, and a dialect is written beside its own address alone. Set base_url = "${address}" there first.`,
    });
  }
  throw new ConfigError({
    source: '--write',
    expectation: `there is no profile to write to. Put [profiles.NAME] with a base_url into ${path} (optty config init writes one to fill in), then name it with --profile.`,
  });
}

/** The new text replaces the old in one step, with its mode, and behind a symbolic link if there is one. */
function write({path, profile}: Config, findings: readonly Finding[]): {isDone: boolean; said: string} {
  const settings = changedSettings(findings, profile.name);
  if (settings.length === 0)
    return {isDone: true, said: 'Nothing had to be written: the profile is right as it is.'};
  const text = withSettings(readFileSync(path, 'utf8'), settings);
  if (text === undefined) {
    const lines = tomlOf(findings, profile.name);
    return {
      isDone: false,
      said: `${path} is written in a way that optty does not edit. Put this into it by hand:\n\n${lines}`,
    };
  }
  const file = realpathSync(path);
  const beside = `${file}.optty-new`;
  try {
    writeFileSync(beside, text, {mode: statSync(file).mode & 0o777, flag: 'wx'});
    renameSync(beside, file);
  } catch (error) {
    return {isDone: false, said: `${path} could not be written (${(error as NodeJS.ErrnoException).code}).`};
  }
  return {isDone: true, said: `Written to ${path}.`};
}
