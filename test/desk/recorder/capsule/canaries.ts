import {defaultGuardrails} from '../../../../src/desk/model/vocabulary.ts';
import {capsuleOf} from '../../../../src/desk/recorder/capsule/capsule.ts';
import {type Entry, recordingVersion} from '../../../../src/desk/recorder/entries.ts';
import {framesOf, linesFramed} from '../../../../src/desk/recorder/file/frames.ts';
import {createMask} from '../../../../src/desk/recorder/file/mask.ts';
import {undrawn} from '../../../../src/desk/recorder/file/open-recorder.ts';
import {packedRecording} from '../../../../src/desk/recorder/file/packed.ts';
import {hashOf} from '../../../../src/desk/recorder/hash.ts';
import {recordingOf} from '../../../helpers/recordings.ts';
import {type Chance, createChance} from '../../../sim/chance.ts';
import {sessionOf} from './sessions.ts';
import {randomSource, type Source} from './values.ts';

/** What must not be found in a capsule, by what it is; each is long enough to come about by no accident. */
export type Canaries = Readonly<
  Record<(typeof texts)[number] | (typeof ids)[number] | (typeof amounts)[number], string>
>;

const texts = [
  'token',
  'asset',
  'symbol',
  'title',
  'label',
  'host',
  'profile',
  'path',
  'user',
  'errorText',
  'filterText',
  'note',
  'search',
] as const;
const ids = ['accountId', 'orderId', 'positionId', 'cardId', 'requestId'] as const;
const amounts = ['ask', 'size', 'investment', 'pl', 'limit', 'strike'] as const;

export function canariesOf(chance: Chance): Canaries {
  const from = (letters: string, length: number) =>
    Array.from({length}, () => chance.pick([...letters])).join('');
  const small = 'abcdefghijklmnopqrstuvwxyz';
  const word = () => from(small, 12);
  const amount = () => `${chance.from(1, 9)}${from('0123456789', 10)}.${from('123456789', 2)}`;
  return {
    token: from(`${small}${small.toUpperCase()}0123456789_-`, 32),
    asset: from(small.toUpperCase(), 10),
    symbol: `${from(small.toUpperCase(), 9)}-${from('123456789', 7)}-C`,
    title: `${word()} ${word()}`,
    label: word(),
    host: `${word()}.example.org`,
    profile: word(),
    path: `/home/${word()}/${word()}.csv`,
    user: word(),
    errorText: `${word()}: ${word()}`,
    filterText: word(),
    note: `${word()} "${word()}"`,
    search: word(),
    accountId: `${chance.from(1, 9)}${from('0123456789', 14)}`,
    orderId: `${chance.from(1, 9)}${from('0123456789', 14)}`,
    positionId: `${chance.from(1, 9)}${from('0123456789', 14)}`,
    cardId: `${chance.from(1, 9)}${from('0123456789', 14)}`,
    requestId: from('0123456789abcdef', 24),
    ask: amount(),
    size: amount(),
    investment: amount(),
    pl: `-${amount()}`,
    limit: amount(),
    strike: amount(),
  };
}

/** An account that bears them, between others, wherever it bears anything of the kind. */
function sourceWith(canaries: Canaries, chance: Chance): Source {
  const usual = randomSource(chance);
  const often =
    (one: () => string, ...others: readonly (keyof Canaries)[]) =>
    () =>
      chance.is(0.4) ? canaries[chance.pick(others)] : one();
  const said = [
    'token',
    'label',
    'host',
    'path',
    'user',
    'errorText',
    'filterText',
    'note',
    'search',
    'profile',
  ] as const;
  const anything = Object.keys(canaries).filter((name): name is keyof Canaries => name in canaries);
  return {
    id: often(usual.id, ...ids),
    asset: often(usual.asset, 'asset'),
    symbol: often(usual.symbol, 'symbol'),
    price: often(usual.price, 'ask', 'strike'),
    size: often(usual.size, 'size'),
    money: often(usual.money, 'investment', 'limit'),
    pl: often(usual.pl, 'pl'),
    text: often(usual.text, ...said),
    title: often(usual.title, 'title'),
    error: () =>
      [usual.error(), canaries[chance.pick(anything)], usual.text(), canaries[chance.pick(anything)]].join(
        chance.pick([' ', ' ', '', ':', '=', '.', '/']),
      ),
  };
}

/** As which a value may stand somewhere: as it is, backwards, in the codes that texts are put into. */
export function formsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const forms = [
    value,
    [...value].reverse().join(''),
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    value.toUpperCase(),
    value.toLowerCase(),
    bytes.toString('hex'),
    ...[0, 1, 2].map(before => innerBase64(bytes, before)),
    ...numberForms(value),
    ...value.split(/[^A-Za-z0-9]+/).filter(part => part.length >= 9 && /[A-Za-z]/.test(part)),
  ];
  return [...new Set(forms.filter(form => form.length >= 8))];
}

/** What base64 of a longer text holds, wherever in it these bytes begin. */
function innerBase64(bytes: Buffer, before: number): string {
  const coded = Buffer.concat([Buffer.alloc(before), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  return coded.slice(before === 0 ? 0 : before + 1, -1);
}

function numberForms(value: string): readonly string[] {
  if (!/^-?\d+(?:\.\d+)?$/.test(value)) return [];
  const number = Number(value);
  const [whole = ''] = value.replace('-', '').split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return [
    whole,
    value.replace(/[.-]/g, ''),
    String(number),
    number.toExponential(),
    grouped,
    grouped.replaceAll(',', '.'),
    `0x${BigInt(whole).toString(16)}`,
  ];
}

/** Where a canary was found. */
export type Found = {
  readonly canary: string;
  readonly form: string;
  readonly around: string;
};

/** All forms of all canaries that stand in a text. */
export function foundIn(text: string, canaries: Canaries): readonly Found[] {
  return Object.entries(canaries).flatMap(([canary, value]) =>
    formsOf(value).flatMap(form => {
      const at = text.indexOf(form);
      return at < 0 ? [] : [{canary, form, around: text.slice(Math.max(0, at - 60), at + form.length + 30)}];
    }),
  );
}

/** A recording that is full of canaries, as the recorder lets it be. */
export function recordingWith(seed: number, steps: number): {canaries: Canaries; entries: readonly Entry[]} {
  const chance = createChance(seed);
  const canaries = canariesOf(chance.fork());
  const {profile, label, host, limit, asset, filterText, user} = canaries;
  const {first, msgs} = sessionOf({
    ...{seed, steps, source: (inner: Chance) => sourceWith(canaries, inner)},
    settings: {
      ...{profile, profiles: [profile, user], account: label, host},
      guardrails: {...defaultGuardrails, maxInvestment: limit, allowedUnderlyings: [asset]},
      limits: {underlyings: {[asset]: {maxOpenNotional: limit}}, maxDayLoss: {USDT: limit}},
      namedFilters: {cards: {[filterText]: `title~${filterText}`}},
    },
  });
  const {hide, hideIn} = createMask([canaries.token]);
  const began = {
    ...{format: recordingVersion, version: '0', at: first.now.wall, profile, host, pid: 1, zone: 'UTC'},
  };
  const entries: readonly Entry[] = [
    {type: 'began', began},
    {type: 'snapshot', state: hide(first), table: undrawn, hash: hashOf(first)},
    ...msgs.map((msg): Entry => ({type: 'msg', msg: hideIn(msg)})),
  ];
  return {canaries, entries};
}

export function capsuleWith(entries: readonly Entry[], seed: number): readonly Entry[] {
  const span = {from: 0, to: Number.MAX_VALUE};
  return capsuleOf(recordingOf(entries), span, {seed, factorSeed: seed, facts: {node: 'v24.0.0'}}).entries;
}

/** What stands in the file of a recording, once that is inflated. */
export function textOf(entries: readonly Entry[]): string {
  const {frames} = framesOf(packedRecording(entries));
  return [...linesFramed(frames.slice(0, 1)), ...linesFramed(frames.slice(1))].join('\n');
}
