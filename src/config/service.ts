import {createHash} from 'node:crypto';
import {type BaseUrl, parseBaseUrl} from '../api/base-url.ts';
import {runProgram, troubleOf} from '../api/signing/program.ts';
import {nearest} from '../desk/filter/nearest.ts';
import {ConfigError, CredentialError, inFile, type Origin, placeOf, wrongAt, wrongIn} from './error.ts';
import type {Environment} from './paths.ts';
import type {ProfileDialect} from './profile-dialect.ts';
import {
  fileSettings,
  type Place,
  type ProfileSettings,
  profileSettings,
  type Sources,
  winner,
} from './settings.ts';
import type {SettingsFile} from './settings-file.ts';
import {modeText, readSource} from './source.ts';

/** The embedded paper service needs no configuration. */
const paperProfile = 'paper';

export type Profile = {
  readonly name: string;
  readonly origin: Origin;
  readonly settings: ProfileSettings | undefined;
  readonly isChosen: boolean;
};

export function chooseProfile(sources: Sources, file: SettingsFile | undefined): Profile {
  const profiles = file?.settings.profiles ?? {};
  const names = Object.keys(profiles);
  const [chosen, origin] = sources.find(['profile'], fileSettings.profile, {values: file?.settings, key: []});
  if (chosen !== undefined) {
    const settings = Object.hasOwn(profiles, chosen) ? profiles[chosen] : undefined;
    if (settings === undefined && chosen !== paperProfile) throw unknownProfile(chosen, origin, file);
    return {name: chosen, origin, settings, isChosen: true};
  }
  const only = names.length === 1 ? names[0] : undefined;
  const name = names.includes('default') ? 'default' : only;
  if (name === undefined && names.length > 0)
    throw new ConfigError({
      source: file?.path ?? '',
      key: 'profile',
      expectation: `there are several profiles and none is chosen. Write profile = "${names[0]}" at the top, or use --profile with one of ${names.join(', ')}.`,
    });
  return {
    name: name ?? paperProfile,
    origin,
    settings: name === undefined ? undefined : profiles[name],
    isChosen: false,
  };
}

export function placeOfProfile({name, settings}: Profile): Place {
  return {values: settings, key: ['profiles', name]};
}

function unknownProfile(name: string, origin: Origin, file: SettingsFile | undefined): ConfigError {
  const known = [...new Set([...Object.keys(file?.settings.profiles ?? {}), paperProfile])];
  const near = nearest(name, known);
  return wrongIn(
    placeOf(origin, file),
    `unknown profile ${JSON.stringify(name)}.${near === undefined ? ` There are: ${known.join(', ')}. A profile is a table [profiles.NAME] with its base_url in the configuration file.` : ''}`,
    near,
  );
}

export type ChosenService =
  | {readonly kind: 'paper'}
  | (Pick<BaseUrl, 'origin' | 'path'> & {readonly kind: 'remote'; readonly baseUrl: string});

type Given = {
  readonly env: Environment;
  readonly file: SettingsFile | undefined;
  readonly profile: Profile;
  readonly isTaken: boolean;
  readonly dialect: ProfileDialect;
};

/** With a base URL by flag or variable, a profile of another address counts only if it is named so too. */
export function takesProfile({settings, origin}: Profile, sources: Sources): boolean {
  const [given] = sources.find(['base_url'], profileSettings.base_url);
  const isNamed = origin.from === 'flag' || origin.from === 'environment';
  return given === undefined || isNamed || isSameAddress(settings?.base_url, given);
}

export function isSameAddress(one: string | undefined, other: string): boolean {
  if (one === undefined) return false;
  const [a, b] = [parseBaseUrl(one, false), parseBaseUrl(other, false)];
  return a.ok && b.ok && a.baseUrl.origin === b.baseUrl.origin && a.baseUrl.path === b.baseUrl.path;
}

export function otherAddressWords({name, settings}: Profile, isTaken: boolean, service: ChosenService) {
  if (service.kind === 'paper' || settings === undefined || isSameAddress(settings.base_url, service.baseUrl))
    return undefined;
  if (!isTaken)
    return `profile ${name} is not for ${service.baseUrl}: its guardrails and limits apply, its label, dialect and credential do not.`;
  if (settings.base_url === undefined) return undefined;
  return `profile ${name} is used with ${service.baseUrl}, which is not its address.`;
}

export function otherTokenWords({name, settings}: Profile, origin: Origin | undefined): string | undefined {
  const hasOwn = (settings?.token_file ?? settings?.token_command) !== undefined;
  if (!hasOwn || origin?.from !== 'environment') return undefined;
  return `the token is that of OPTTY_TOKEN, not the one of profile ${name}: the account may be another.`;
}

export function chooseService(
  given: Given,
  sources: Sources,
): {service: ChosenService; credential: ChosenCredential} {
  const {file, profile} = given;
  const own = profile.settings?.base_url;
  const [text, origin] = sources.find(['base_url'], profileSettings.base_url, placeOfProfile(profile));
  checkProfile(profile, file);
  if (text === undefined)
    return {
      service: {kind: 'paper'},
      credential: {kind: 'none', why: 'the embedded paper service makes its own'},
    };
  refusePaperElsewhere(profile, origin);
  const address = parse(text, origin, file);
  const ownOrigin = own && parse(own, inFile('profiles', profile.name, 'base_url'), file).origin;
  const credential = chooseCredential(given, address.origin, ownOrigin === address.origin, sources);
  if (credential.kind !== 'none') refuseInTheClear(address, origin, credential, file);
  const {origin: host, path} = address;
  return {service: {kind: 'remote', baseUrl: host + path, origin: host, path}, credential};
}

function parse(text: string, origin: Origin, file: SettingsFile | undefined): BaseUrl {
  const parsed = parseBaseUrl(text, false);
  if (parsed.ok) return parsed.baseUrl;
  throw wrongIn(placeOf(origin, file), parsed.message.replace(/^The/, 'the'));
}

/** The user asked for paper: a variable left over in the shell must not turn that into real trades. */
function refusePaperElsewhere(profile: Profile, origin: Origin): void {
  if (profile.name !== paperProfile || !profile.isChosen || profile.settings?.base_url !== undefined) return;
  throw wrongIn(
    placeOf(origin),
    'a base URL is set, but the profile paper is the embedded paper service. Leave out one of the two.',
  );
}

function checkProfile({name, settings}: Profile, file: SettingsFile | undefined): void {
  if (settings === undefined) return;
  const sources = (['token_file', 'token_command'] as const).filter(key => settings[key] !== undefined);
  const isSigned = settings.dialect?.auth.command !== undefined;
  const wrong = (key: string, expectation: string) =>
    wrongAt(file, ['profiles', name, ...key.split('.')], expectation);
  if (sources.length === 2) throw wrong('token_command', 'token_file is set too; keep one of the two.');
  const first = sources[0] ?? (isSigned ? 'dialect.auth.command' : undefined);
  if (first !== undefined && settings.base_url === undefined)
    throw wrong(first, `a credential is for one address only: set base_url in [profiles.${name}] too.`);
}

function chooseCredential(
  given: Given,
  origin: string,
  isOwnOrigin: boolean,
  sources: Sources,
): ChosenCredential {
  const {env, file, profile, isTaken, dialect} = given;
  const {auth} = dialect;
  const isOwn = isTaken && isOwnOrigin;
  const key = (name: string) => inFile('profiles', profile.name, ...name.split('.'));
  checkAuth(auth, profile, file);
  if (auth.scheme === 'none') return {kind: 'none', why: 'auth.scheme is none'};
  if (auth.scheme === 'command') {
    if (!isOwn)
      return {kind: 'none', why: `the signing command of profile ${profile.name} is for another address`};
    sources.origins.token = key('dialect.auth.command');
    return {
      kind: 'signing',
      source: `dialect.auth.command ${auth.command?.[0]}`,
      sourceKey: () => sourceKey('signing', auth.command ?? []),
    };
  }
  const fromEnvironment = environmentToken(given, origin);
  const own = isOwn ? [placeOfProfile(profile)] : [];
  const [path, pathOrigin] = sources.find(['token_file'], profileSettings.token_file, ...own);
  const [argv, argvOrigin] = sources.find(['token_command'], profileSettings.token_command, ...own);
  const [token, tokenOrigin] = winner<ChosenCredential>([
    [fromEnvironment, {from: 'environment', name: 'OPTTY_TOKEN'}],
    [path === undefined ? undefined : fileToken(path), pathOrigin],
    [argv === undefined ? undefined : commandToken(argv, env), argvOrigin],
  ]);
  sources.origins.token = tokenOrigin;
  return token ?? {kind: 'none', why: whyNone(env, profile, isOwn)};
}

/** OPTTY_TOKEN belongs to the base URL or profile named by the environment. */
function environmentToken({env, file}: Given, origin: string): ChosenCredential | undefined {
  const token = env.OPTTY_TOKEN;
  if (token === undefined || token === '') return undefined;
  const isFree = !env.OPTTY_BASE_URL && !env.OPTTY_PROFILE;
  const beside = env.OPTTY_BASE_URL || file?.settings.profiles?.[env.OPTTY_PROFILE ?? '']?.base_url;
  if (!isFree && (beside === undefined || URL.parse(beside)?.origin !== origin)) return undefined;
  return variableToken('OPTTY_TOKEN', token);
}

function whyNone(env: Environment, profile: Profile, isOwn: boolean): string {
  if (env.OPTTY_TOKEN)
    return `OPTTY_TOKEN was given with another address, by ${env.OPTTY_BASE_URL ? 'OPTTY_BASE_URL' : 'OPTTY_PROFILE'}`;
  const {token_file, token_command, dialect} = profile.settings ?? {};
  if (!isOwn && (token_file ?? token_command ?? dialect?.auth.command) !== undefined)
    return `the token of profile ${profile.name} is for another address`;
  return 'no token is given: set OPTTY_TOKEN, token_file or token_command';
}

function checkAuth(
  {scheme, command, header}: ProfileDialect['auth'],
  profile: Profile,
  file: SettingsFile | undefined,
): void {
  const missing = (name: string, expectation: string) =>
    wrongAt(file, ['profiles', profile.name, 'dialect', 'auth', name], expectation);
  if (scheme === 'command' && command === undefined)
    throw missing('command', 'auth.scheme = "command" needs auth.command = ["program", "argument"].');
  if (scheme === 'header' && header === undefined)
    throw missing('header', 'auth.scheme = "header" needs auth.header, the header name of the token.');
}

function refuseInTheClear(
  {origin: address, path, isLoopback}: BaseUrl,
  origin: Origin,
  credential: ChosenCredential & {source: string},
  file: SettingsFile | undefined,
): void {
  if (address.startsWith('https:') || isLoopback) return;
  throw wrongIn(
    placeOf(origin, file),
    `${address} is not encrypted, and the credential (${credential.source}) goes over https only. Use ${address.replace('http:', 'https:')}${path}, or remove the credential.`,
  );
}

/** `why` and `source` never hold the secret. `sourceKey` is lazy, because hashing takes long to load. */
export type ChosenCredential =
  | {readonly kind: 'none'; readonly why: string}
  | {
      readonly kind: 'token';
      readonly source: string;
      readonly sourceKey: () => string;
      readonly read: () => Promise<string>;
      /** Reads the source again; a variable cannot change. */
      readonly renew: (() => Promise<string>) | undefined;
      /** The next step after a 401. */
      readonly advice: string;
    }
  | {readonly kind: 'signing'; readonly source: string; readonly sourceKey: () => string};

const longestToken = 16_384;
const commandTimeoutMs = 30_000;

/** The key depends on the token itself: another token in the variable may belong to another account. */
function variableToken(variable: string, token: string): ChosenCredential {
  const advice = `Check the token in ${variable}; start optty again with another one.`;
  const read = async () => usable(token, variable);
  return {...tokenCredential('environment', token, variable, read, advice), renew: undefined};
}

function fileToken(path: string): ChosenCredential {
  const advice = `Check the token in ${path}: the file is read again after a refusal.`;
  const read = async () => usable(readTokenFile(path), path);
  return tokenCredential('file', path, `token_file ${path}`, read, advice);
}

function commandToken(argv: readonly string[], env: Environment): ChosenCredential {
  const source = `token_command ${argv[0]}`;
  const advice = `Check the token that ${source} prints: it is run again after a refusal.`;
  const read = async (isAgain: boolean) => usable(await runTokenCommand(argv, env, source, isAgain), source);
  return tokenCredential('command', argv, source, read, advice);
}

function tokenCredential(
  kind: string,
  key: string | readonly string[],
  source: string,
  readFrom: (isAgain: boolean) => Promise<string>,
  advice: string,
): Extract<ChosenCredential, {kind: 'token'}> {
  let token: Promise<string> | undefined;
  const read = () => (token ??= readFrom(false));
  const renew = () => readFrom(true);
  return {kind: 'token', source, sourceKey: () => sourceKey(kind, key), read, renew, advice};
}

/** First 16 hex digits of a SHA-256; hashed because a command's arguments may be private. */
function sourceKey(kind: string, source: string | readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, source]))
    .digest('hex')
    .slice(0, 16);
}

/** Its errors never show any part of the token. */
function usable(text: string, source: string): string {
  const wrong = (expectation: string) => new CredentialError({source, expectation});
  const token = text.replace(/\r?\n$/, '');
  if (token.startsWith('\uFEFF')) throw wrong('a byte order mark is before the token: save it without one.');
  if (token.trim() === '') throw wrong('the token is empty.');
  if (/[\r\n]/.test(token)) throw wrong('the token contains a line break; it must be one line.');
  const at = token.search(/[^\x21-\x7e]/);
  if (at === -1) return token;
  throw wrong(`the token contains a character that is not valid in a header, at position ${at + 1}.`);
}

function readTokenFile(path: string): string {
  const wrong = (expectation: string) => new CredentialError({source: path, key: 'token_file', expectation});
  const {mode, text} = readSource(path, wrong, longestToken);
  if ((mode & 0o077) === 0) return text;
  throw wrong(`other users can access it (mode ${modeText(mode)}). Run chmod 600 on it.`);
}

/** It may prompt on the terminal, so only its output is captured; not again, over a drawn dashboard. */
async function runTokenCommand(argv: readonly string[], env: Environment, source: string, isAgain: boolean) {
  const given = {argv, env, timeoutMs: commandTimeoutMs, maxOutput: longestToken};
  const ending = await runProgram(isAgain ? {...given, input: '', env: {...env, GPG_TTY: undefined}} : given);
  const trouble = troubleOf(ending, given);
  if (trouble !== undefined) throw new CredentialError({source, expectation: `it ${trouble}.`});
  return ending.output ?? '';
}
