import type {Wire} from './json.ts';

/** The description of the whole interface (OpenAPI 3.1). */
export const openApi = (): Wire => ({
  openapi: '3.1.0',
  info: {title: 'Paper trading service', version: '0.0.1'},
  paths: {},
});
