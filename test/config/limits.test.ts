import {expect, it} from 'vitest';
import {shownSettings} from '../../src/config/config.ts';
import {refusal, resolve} from './settings.ts';

const live = '[profiles.live]\nbase_url = "https://svc.example"\n[profiles.live.limits]\n';

it('limits are exact, for all or some currencies and for underlyings', () => {
  const toml = `${live}max_open_investment = {USDT = "5000.10", EUR = 100}
max_day_loss = 500
[profiles.live.limits.underlyings.BTC]
max_open_investment = "7"
`;
  expect(resolve({toml}).limits).toEqual({
    maxOpenInvestment: {USDT: '5000.10', EUR: '100'},
    maxDayLoss: {each: '500'},
    underlyings: {BTC: {maxOpenInvestment: {each: '7'}}},
  });
  const shown = new Map(
    shownSettings(resolve({toml})).map(({name, value, origin}) => [name, [value, origin]]),
  );
  expect(shown.get('limits.max_open_investment.USDT')).toEqual(['5000.10', '/etc/optty.toml:4']);
  expect(shown.get('limits.underlyings.BTC.max_open_investment')).toEqual(['7', '/etc/optty.toml:7']);
  expect(shown.get('limits.max_day_loss')).toEqual(['500', '/etc/optty.toml:5']);
});

it('an invalid limit is refused with its line', () => {
  expect(refusal({toml: `${live}max_open_count = 0\n`})).toContain(':4: profiles.live.limits.max_open_count');
  expect(refusal({toml: `${live}max_day_loss = "-5"\n`})).toContain('max_day_loss');
  expect(refusal({toml: `${live}max_open_investment = {"U S" = "5"}\n`})).toContain('max_open_investment');
  expect(refusal({toml: `${live}max_write_per_minute = 3\n`})).toContain('max_writes_per_minute?');
  expect(refusal({toml: 'limits = 3\n'})).toContain('belongs to a profile');
});
