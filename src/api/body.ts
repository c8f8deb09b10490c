/** The body of an answer, decompressed by us: undici's own cap counts compressed bytes, so a small bomb would pass it. */
import {promisify} from 'node:util';
import {brotliDecompress, gunzip} from 'node:zlib';
import type {LinkFailure} from './errors.ts';

/** The largest answer that is read, decoded. */
export const maxBodyBytes = 8 * 1024 * 1024;

export type BodyResult = {ok: true; body: Buffer} | {ok: false; kind: LinkFailure};

/** Undoes gzip or br, and stops as soon as more than 8 MB come out. */
export async function decodeBody(encoded: Buffer, contentEncoding: string): Promise<BodyResult> {
  const encoding = contentEncoding.trim().toLowerCase();
  if (encoding === '' || encoding === 'identity' || encoded.length === 0) return {ok: true, body: encoded};
  const decompress = decompressors[encoding];
  if (decompress === undefined) return {ok: false, kind: 'encoding'};
  try {
    return {ok: true, body: await decompress(encoded, {maxOutputLength: maxBodyBytes})};
  } catch (error) {
    return {ok: false, kind: kindOf(error)};
  }
}

const decompressors: Record<
  string,
  (encoded: Buffer, options: {maxOutputLength: number}) => Promise<Buffer>
> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
};

function kindOf(error: unknown): LinkFailure {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_BUFFER_TOO_LARGE') return 'too-large';
  return code === 'Z_BUF_ERROR' ? 'cut' : 'encoding';
}
