/** Which service is talked to, and which credential may go there. */

import {isLoopbackHost, parseBaseUrl} from '../api/base-url.ts';
import {type ChosenCredential, sourceKey, type TokenSource, tokenCredential} from './credential.ts';
import type {ProfileDialect} from './dialect.ts';
import {ConfigError} from './error.ts';
import {byFlag, byVariable, inFile, type Origin, type Origins, placeOf, wrongAt} from './origin.ts';
import {type Environment, expandHome} from './paths.ts';
import {type Profile, paperProfile} from './profile.ts';
import type {SettingsFile} from './toml/file.ts';

export type ChosenService = {readonly kind: 'paper'} | {readonly kind: 'remote'; readonly baseUrl: string};

type Given = {
  readonly baseUrlFlag: string | undefined;
  readonly env: Environment;
  readonly file: SettingsFile | undefined;
  readonly profile: Profile;
  /** Whether label, dialect and credential of the profile are used. */
  readonly isTaken: boolean;
  readonly dialect: ProfileDialect;
};

/**
 * Whether what a profile says of its service is used. With a base URL by flag or variable it is where that is
 * the profile's own address, or the profile too is named by flag or variable.
 */
export function takesProfile(
  {settings, origin}: Profile,
  {baseUrlFlag, env}: Pick<Given, 'baseUrlFlag' | 'env'>,
): boolean {
  const given = baseUrlFlag ?? (env.OPTTY_BASE_URL || undefined);
  const isNamed = origin.from === 'flag' || origin.from === 'environment';
  return given === undefined || isNamed || isSameAddress(settings?.base_url, given);
}

export function isSameAddress(one: string | undefined, other: string): boolean {
  if (one === undefined) return false;
  const [a, b] = [parseBaseUrl(one, false), parseBaseUrl(other, false)];
  return a.ok && b.ok && a.baseUrl.origin === b.baseUrl.origin && a.baseUrl.path === b.baseUrl.path;
}

/** What is to be known where the profile in force is for another address; undefined where it is not. */
export function otherAddressWords(
  {name, settings}: Profile,
  isTaken: boolean,
  service: ChosenService,
): string | undefined {
  if (service.kind === 'paper' || settings === undefined || isSameAddress(settings.base_url, service.baseUrl))
    return undefined;
  if (!isTaken)
    return `profile ${name} is not for ${service.baseUrl}: its guardrails and limits hold, its label, dialect and credential are not used.`;
  return settings.base_url === undefined
    ? undefined
    : `profile ${name} is used with ${service.baseUrl}, which is not its address.`;
}

export function chooseService(
  given: Given,
  origins: Origins,
): {service: ChosenService; credential: ChosenCredential} {
  const {baseUrlFlag, env, file, profile} = given;
  const own = profile.settings?.base_url;
  const text = origins.first(
    'base_url',
    [baseUrlFlag, byFlag('base-url')],
    [env.OPTTY_BASE_URL || undefined, byVariable('OPTTY_BASE_URL')],
    [own, inFile('profiles', profile.name, 'base_url')],
  );
  checkProfile(profile, file);
  if (text === undefined)
    return {
      service: {kind: 'paper'},
      credential: {kind: 'none', why: 'the embedded paper service makes its own'},
    };

  const origin = origins.all.base_url as Origin;
  refusePaperElsewhere(profile, origin);
  const baseUrl = parse(text, origin, file);
  const credential = chooseCredential(
    given,
    baseUrl,
    own === undefined ? undefined : parse(own, inFile('profiles', profile.name, 'base_url'), file),
    origins,
  );
  if (credential.kind !== 'none') refuseInTheClear(baseUrl, origin, credential, file);
  return {service: {kind: 'remote', baseUrl}, credential};
}

/** @returns the base URL without a slash at its end */
function parse(text: string, origin: Origin, file: SettingsFile | undefined): string {
  const parsed = parseBaseUrl(text, false);
  if (parsed.ok) return parsed.baseUrl.origin + parsed.baseUrl.path;
  const expectation = parsed.message.replace(/^The/, 'the');
  if (origin.from === 'file') throw wrongAt(file, origin.key, expectation);
  throw new ConfigError({source: placeOf(origin, file), expectation});
}

/** Who says paper means it: no variable left over in a shell may turn that into real trades. */
function refusePaperElsewhere(profile: Profile, origin: Origin): void {
  if (profile.name !== paperProfile || !profile.isChosen || profile.settings?.base_url !== undefined) return;
  throw new ConfigError({
    source: placeOf(origin),
    expectation:
      'a base URL is set, but the profile paper is the embedded paper service. Leave out one of the two.',
  });
}

/** A credential belongs to the address that stands beside it; without one it belongs nowhere. */
function checkProfile({name, settings}: Profile, file: SettingsFile | undefined): void {
  if (settings === undefined) return;
  const sources = (['token_file', 'token_command'] as const).filter(key => settings[key] !== undefined);
  const isSigned = settings.dialect?.auth.command !== undefined;
  const wrong = (key: string, expectation: string) =>
    wrongAt(file, ['profiles', name, ...key.split('.')], expectation);
  if (sources.length === 2) throw wrong('token_command', 'token_file is set too; keep one of the two.');
  const first = sources[0] ?? (isSigned ? 'dialect.auth.command' : undefined);
  if (first !== undefined && settings.base_url === undefined) {
    throw wrong(first, `a credential is for one address only: set base_url in [profiles.${name}] too.`);
  }
}

function chooseCredential(
  given: Given,
  baseUrl: string,
  ownUrl: string | undefined,
  origins: Origins,
): ChosenCredential {
  const {env, file, profile, isTaken, dialect} = given;
  const {auth} = dialect;
  const isOwn = isTaken && ownUrl !== undefined && new URL(ownUrl).origin === new URL(baseUrl).origin;
  const key = (name: string) => inFile('profiles', profile.name, ...name.split('.'));
  checkAuth(auth, profile, file);
  if (auth.scheme === 'none') return {kind: 'none', why: 'auth.scheme is none'};
  if (auth.scheme === 'command') {
    if (!isOwn)
      return {kind: 'none', why: `the signing command of profile ${profile.name} is for another address`};
    origins.all.token = key('dialect.auth.command');
    return {
      kind: 'signing',
      source: `dialect.auth.command ${auth.command?.[0]}`,
      sourceKey: () => sourceKey('signing', auth.command ?? []),
    };
  }
  const fromEnvironment = environmentToken(given, baseUrl);
  const settings = isOwn ? profile.settings : undefined;
  const from = origins.first<TokenSource>(
    'token',
    [fromEnvironment, byVariable('OPTTY_TOKEN')],
    [
      settings?.token_file === undefined
        ? undefined
        : {kind: 'file', path: expandHome(settings.token_file, env)},
      key('token_file'),
    ],
    [
      settings?.token_command === undefined
        ? undefined
        : {kind: 'command', argv: settings.token_command, env},
      key('token_command'),
    ],
  );
  if (from !== undefined) return tokenCredential(from);
  return {kind: 'none', why: whyNone(env, profile, isOwn)};
}

/** A token in the environment is for the origin of the base URL or profile that stands beside it there. */
function environmentToken({env, file}: Given, baseUrl: string): TokenSource | undefined {
  const token = env.OPTTY_TOKEN;
  if (token === undefined || token === '') return undefined;
  const isFree = !env.OPTTY_BASE_URL && !env.OPTTY_PROFILE;
  const beside = env.OPTTY_BASE_URL || file?.settings.profiles?.[env.OPTTY_PROFILE ?? '']?.base_url;
  if (!isFree && (beside === undefined || URL.parse(beside)?.origin !== new URL(baseUrl).origin))
    return undefined;
  return {kind: 'environment', variable: 'OPTTY_TOKEN', token};
}

function whyNone(env: Environment, profile: Profile, isOwn: boolean): string {
  if (env.OPTTY_TOKEN) {
    return `OPTTY_TOKEN was given with another address, by ${env.OPTTY_BASE_URL ? 'OPTTY_BASE_URL' : 'OPTTY_PROFILE'}`;
  }
  const {token_file, token_command, dialect} = profile.settings ?? {};
  if (!isOwn && (token_file ?? token_command ?? dialect?.auth.command) !== undefined) {
    return `the token of profile ${profile.name} is for another address`;
  }
  return 'no token is given: set OPTTY_TOKEN, token_file or token_command';
}

function checkAuth(
  {scheme, command, header}: ProfileDialect['auth'],
  profile: Profile,
  file: SettingsFile | undefined,
): void {
  const missing = (name: string, expectation: string) =>
    wrongAt(file, ['profiles', profile.name, 'dialect', 'auth', name], expectation);
  if (scheme === 'command' && command === undefined) {
    throw missing('command', 'auth.scheme = "command" needs auth.command = ["program", "argument"].');
  }
  if (scheme === 'header' && header === undefined) {
    throw missing(
      'header',
      'auth.scheme = "header" needs auth.header, the name of the header that bears the token.',
    );
  }
}

function refuseInTheClear(
  baseUrl: string,
  origin: Origin,
  credential: ChosenCredential & {source: string},
  file: SettingsFile | undefined,
): void {
  const url = new URL(baseUrl);
  if (url.protocol === 'https:' || isLoopbackHost(url.hostname)) return;
  throw new ConfigError({
    source: placeOf(origin, file),
    expectation: `${url.origin} is not encrypted, and the credential (${credential.source}) goes over https only. Use https://${url.host}${url.pathname === '/' ? '' : url.pathname}, or remove the credential.`,
  });
}
