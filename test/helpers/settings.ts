import {defaultColumns, defaultGuardrails, noLimits} from '../../src/account/model/vocabulary.ts';
import type {Settings} from '../../src/desk/state.ts';
import {bindings} from './bindings.ts';

/** The settings of a desk in a test: the defaults, with what the test is about. */
export function settingsForTests(changed: Partial<Settings> = {}): Settings {
  return {
    account: 'test',
    host: 'svc.example',
    guardrails: defaultGuardrails,
    agents: {},
    limits: noLimits,
    refreshMs: 2_000,
    pageSize: undefined,
    bindings,
    columns: defaultColumns,
    startPane: 'cards',
    asksOnQuit: true,
    confirm: undefined,
    amendWaitMs: 120_000,
    tick: undefined,
    namedFilters: {},
    sortable: {cards: ['title'], easyOptions: ['id']},
    investmentCurrency: undefined,
    listLagMs: 120_000,
    tradesLagMs: 120_000,
    theme: 'default',
    bell: false,
    expiryAlertMs: 0,
    ...changed,
  };
}
