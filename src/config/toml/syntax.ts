import {parse, TomlError} from 'smol-toml';

/** The value of a TOML text; undefined when it is none. */
export function tryParse(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof TomlError) return undefined;
    throw error;
  }
}
