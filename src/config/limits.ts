import type {AmountByCurrency, Limits} from '../desk/model/vocabulary.ts';
import {inFile, type Origins} from './origin.ts';
import type {Profile} from './profile.ts';
import type {ProfileSettings} from './schema.ts';

type Given = NonNullable<ProfileSettings['limits']>;
type BoundsOfScope = Limits['underlyings'][string];

/** The limits of the account that a profile sets, and where each of them stands. */
export function limitsOf({name, settings}: Profile, origins: Origins): Limits {
  const given: Given = settings?.limits ?? {};
  const underlyings = Object.entries(given.underlyings ?? {});
  const limits: Limits = {
    ...boundsOf(given),
    maxWritesPerMinute: given.max_writes_per_minute,
    maxDayLoss: given.max_day_loss,
    underlyings: Object.fromEntries(underlyings.map(([each, bounds]) => [each, boundsOf(bounds)])),
  };
  for (const {path} of limitsShown(limits))
    origins.all[nameOf(path)] = inFile('profiles', name, 'limits', ...path);
  return limits;
}

function boundsOf(given: Omit<Given, 'underlyings'>): BoundsOfScope {
  return {
    maxOpenInvestment: given.max_open_investment,
    maxOpenNotional: given.max_open_notional,
    maxOpenCount: given.max_open_count,
  };
}

type Shown = {readonly path: readonly string[]; readonly value: string | number};

const nameOf = (path: readonly string[]) => ['limits', ...path].join('.');

const ofAccount = [
  'max_open_investment',
  'max_open_notional',
  'max_open_count',
  'max_writes_per_minute',
  'max_day_loss',
] as const;

/** Each limit by its name in the file: those of the account also where there is none. */
export function shownLimits(limits: Limits): [string, string | number][] {
  const set = limitsShown(limits);
  const none = ofAccount.filter(name => !set.some(({path}) => path[0] === name));
  return [
    ...set.map(({path, value}): [string, string | number] => [nameOf(path), value]),
    ...none.map((name): [string, string] => [nameOf([name]), '(no limit)']),
    ...(Object.keys(limits.underlyings).length > 0
      ? []
      : [[nameOf(['underlyings']), '(none)'] as [string, string]]),
  ];
}

function limitsShown(limits: Limits): readonly Shown[] {
  const {maxWritesPerMinute, maxDayLoss, underlyings} = limits;
  return [
    ...boundsShown([], limits),
    ...one(['max_writes_per_minute'], maxWritesPerMinute),
    ...amounts(['max_day_loss'], maxDayLoss),
    ...Object.entries(underlyings).flatMap(([name, bounds]) => boundsShown(['underlyings', name], bounds)),
  ];
}

function boundsShown(path: readonly string[], bounds: BoundsOfScope): readonly Shown[] {
  return [
    ...amounts([...path, 'max_open_investment'], bounds.maxOpenInvestment),
    ...one([...path, 'max_open_notional'], bounds.maxOpenNotional),
    ...one([...path, 'max_open_count'], bounds.maxOpenCount),
  ];
}

const one = (path: readonly string[], value: string | number | undefined): readonly Shown[] =>
  value === undefined ? [] : [{path, value}];

function amounts(path: readonly string[], by: AmountByCurrency | undefined): readonly Shown[] {
  return Object.entries(by ?? {}).flatMap(([currency, value]) =>
    one(currency === 'each' ? path : [...path, currency], value),
  );
}
