import type {EasyOption, EasyOptionCard, Order, Trade} from '../../../../src/api/wire/records.ts';
import type {Chance} from '../../../sim/chance.ts';

/** What is told of an account that is made up: the ids, names and amounts that its records bear. */
export type Source = {
  id(): string;
  asset(): string;
  symbol(): string;
  price(): string;
  size(): string;
  money(): string;
  pl(): string;
  text(): string;
  title(): string;
  error(): string;
};

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

export function randomSource(chance: Chance): Source {
  const word = (least: number, most: number) =>
    Array.from({length: chance.from(least, most)}, () => chance.pick([...letters])).join('');
  const digits = (count: number) =>
    `${chance.from(1, 9)}${Array.from({length: count - 1}, () => chance.from(0, 9)).join('')}`;
  const decimal = (whole: number, places: number) => {
    const all = chance.from(1, 10 ** whole - 1);
    const fraction = places === 0 ? '' : `.${chance.from(0, 10 ** (places - 1) - 1)}${chance.from(1, 9)}`;
    return `${all}${fraction}`;
  };
  const assets = Array.from({length: 3}, () => word(3, 5));
  const symbols = Array.from(
    {length: 5},
    () =>
      `${chance.pick(assets)}-${digits(2)}${word(3, 3)}${digits(2)}-${digits(3)}-${chance.pick(['C', 'P'])}`,
  );
  const ids = Array.from({length: 24}, () => digits(chance.from(4, 18)));
  const phrases = Array.from(
    {length: 6},
    () => `${word(3, 7).toLowerCase()} ${chance.pick(assets)} ${digits(3)} ${word(2, 5)}`,
  );
  return {
    id: () => chance.pick(ids),
    asset: () => chance.pick(assets),
    symbol: () => chance.pick(symbols),
    price: () => decimal(chance.from(1, 3), chance.from(0, 3)),
    size: () => decimal(chance.from(1, 3), chance.from(0, 2)),
    money: () => decimal(chance.from(1, 4), chance.from(0, 2)),
    pl: () => `${chance.is(0.5) ? '-' : ''}${decimal(chance.from(1, 3), 2)}`,
    text: () => chance.pick(phrases),
    title: () => chance.pick(phrases),
    error: () => `${word(3, 8).toLowerCase()} ${decimal(3, 2)} ${word(3, 6)}`,
  };
}

/** The lists of a made up account, as they stand now. */
export type Account = {
  cards: EasyOptionCard[];
  easyOptions: EasyOption[];
  orders: Order[];
  trades: Trade[];
};

const day = 86_400_000;

export function madeCard(source: Source, chance: Chance, now: number): EasyOptionCard {
  return {
    id: source.id(),
    type: chance.pick(['UP_DOWN', 'TOUCH']),
    underlying: source.asset(),
    direction: chance.pick(['UP', 'DOWN']),
    targetPrice: source.price(),
    triggerPrice: source.price(),
    optionSymbol: source.symbol(),
    expiryDate: new Date(now + chance.from(1, 30) * day).toISOString(),
    tradingIdea: source.text(),
    active: true,
    title: source.title(),
    description: source.text(),
    currentAskPrice: source.price(),
    currentOptionSymbol: source.symbol(),
    ...(chance.is(0.1) ? {also: {[source.text()]: source.text()}} : {}),
  };
}

export function madeOption(
  source: Source,
  chance: Chance,
  now: number,
  cards: readonly EasyOptionCard[],
): EasyOption {
  const card = cards.length === 0 ? undefined : chance.pick(cards);
  const isOver = chance.is(0.2);
  return {
    id: source.id(),
    accountId: source.id(),
    cardId: card?.id,
    type: card?.type,
    status: isOver
      ? chance.pick(['CLOSED', 'EXPIRED'])
      : chance.pick(['PENDING', 'ACTIVE', 'TRIGGERED', 'CLOSING']),
    direction: card?.direction,
    investmentAmount: source.money(),
    investmentCurrency: 'USDT',
    targetPrice: source.price(),
    optionSymbol: card?.optionSymbol,
    positionId: source.id(),
    orderId: source.id(),
    qty: source.size(),
    entryPrice: source.price(),
    openTime: now - chance.from(0, 3) * day,
    ...(isOver ? {closeTime: now - 1_000, plClosed: source.pl(), closePrice: source.price()} : {}),
    cardName: card?.title,
    fee: source.money(),
    pl: source.pl(),
  };
}

export function madeOrder(source: Source, chance: Chance, now: number): Order {
  return {
    orderId: source.id(),
    positionId: source.id(),
    symbol: source.symbol(),
    price: source.price(),
    size: source.size(),
    side: chance.pick(['BUY', 'SELL']),
    orderType: 'LIMIT',
    status: 'PENDING',
    asset: source.asset(),
    type: chance.pick(['CALL', 'PUT']),
    expiryDate: now + chance.from(1, 30) * day,
    sizeUsdt: source.money(),
    sizeContracts: source.size(),
    strikePrice: source.price(),
    openPrice: source.price(),
    openDate: now - 5_000,
    fee: source.money(),
    timestamp: now - chance.from(0, 100_000),
  };
}

export function madeTrade(source: Source, chance: Chance, now: number, orders: readonly Order[]): Trade {
  const order = orders.length > 0 && chance.is(0.7) ? chance.pick(orders) : undefined;
  return {
    tradeId: source.id(),
    orderId: order?.orderId ?? source.id(),
    positionId: order?.positionId ?? source.id(),
    asset: order?.asset ?? source.asset(),
    type: order?.type ?? 'CALL',
    fillType: chance.pick(['FILL', 'PARTIAL_FILL']),
    expiryDate: order?.expiryDate ?? now + day,
    filledSizeUsdt: source.money(),
    filledSizeContracts: source.size(),
    strikePrice: order?.strikePrice ?? source.price(),
    openPrice: source.price(),
    openDate: now - chance.from(0, 100_000),
    fee: source.money(),
    tradeSide: order?.side ?? chance.pick(['BUY', 'SELL']),
    maker: chance.is(0.5),
  };
}
