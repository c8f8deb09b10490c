/**
 * Hides secrets in what is recorded, keeping the length: a token that is pasted or typed into a field must not
 * be written, neither whole nor letter by letter.
 */
import type {Msg} from '../../messages.ts';

/** This many consecutive characters of a secret are hidden; shorter pieces appear in ordinary words. */
const telling = 8;
const shortestSecret = 6;
const instead = '*';
const typedLength = 64;

export function createMask(secrets: readonly string[]) {
  const pieces = secrets.filter(({length}) => length >= shortestSecret).flatMap(piecesOf);
  let typed = '';

  return {
    text(text: string): string {
      let hidden = text;
      for (const piece of pieces)
        for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + 1))
          hidden = hidden.slice(0, at) + instead.repeat(piece.length) + hidden.slice(at + piece.length);
      return hidden;
    },
    /** Hides the key that goes on with a secret, also where it is typed outside of a field. */
    key(msg: Msg): Msg {
      if (msg.type !== 'pressed') return msg;
      const {key} = msg;
      if (key.ctrl || key.alt || [...key.text].length !== 1) return msg;
      typed = (typed + key.text).slice(-typedLength);
      if (!pieces.some(piece => typed.endsWith(piece))) return msg;
      return {...msg, key: {...key, name: instead, text: instead}};
    },
  };
}

function piecesOf(secret: string): readonly string[] {
  const length = Math.min(telling, secret.length);
  return Array.from({length: secret.length - length + 1}, (_, at) => secret.slice(at, at + length));
}
