/** Which headers can be sent, and which are not for a caller or a signature to set. */

export const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
export const headerValue = /^[\x20-\x7e]+$/;

/** What HTTP itself sets; a signature has no business there. */
export const reservedHeaders: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'expect',
  'te',
  'trailer',
]);

/** What a signer gave, its names in lower case; undefined when one of the headers cannot be sent. */
export function sendableHeaders(given: object): Record<string, string> | undefined {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const isFit = headerName.test(name) && !reservedHeaders.has(name.toLowerCase());
    if (!isFit || typeof value !== 'string' || !headerValue.test(value)) return undefined;
    headers[name.toLowerCase()] = value;
  }
  return headers;
}
