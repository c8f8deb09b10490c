import {type AmountKind, type Factors, scaled, scaledNumber, scaledTyped} from './amounts.ts';
import type {Keep} from './kinds.ts';
import type {Names} from './names.ts';
import type {OnText} from './parts.ts';
import {isOwn, type Prose} from './prose.ts';

/** What is done with texts and numbers of a kind: noted while learning, given anew while renaming. */
export type Treatment = {
  readonly text: OnText;
  readonly number: (kind: AmountKind, value: number) => number;
  readonly sealed: (value: unknown) => unknown;
};

/** A value of the session, and what became of it. */
export type Example = {readonly keep: Keep; readonly was: string; readonly is: string};

/** What was noted, by its kind. */
export type LearntValues = Map<Keep, Set<string>>;

export function learner(names: Names, prose: Prose, noted: LearntValues): Treatment {
  const text: OnText = (kind, said) => {
    const known = noted.get(kind) ?? new Set();
    if (known.has(said)) return said;
    noted.set(kind, known.add(said));
    switch (kind) {
      case 'price':
      case 'size':
      case 'money':
        prose.addAmount(said, kind);
        break;
      case 'id':
        prose.addId(said);
        break;
      case 'name':
      case 'text':
        prose.addName(said);
        break;
      case 'prose':
        prose.addProse(said);
        break;
      default:
        if (!isOwn(said)) names.add(said);
    }
    return said;
  };
  return {text, number: (_kind, value) => value, sealed: value => value};
}

export function renamer(names: Names, prose: Prose, factors: Factors): Treatment {
  const seals = new Map<string, number>();
  const text: OnText = (kind, said) => {
    switch (kind) {
      case 'price':
      case 'size':
      case 'money':
        return isTypedAmount.test(said.trim())
          ? (scaled(said, factors[kind]) ?? scaledTyped(said, factors[kind]))
          : names.of(said);
      case 'prose':
        return prose.of(said);
      case 'word':
        return isOwn(said) ? said : names.of(said);
      default:
        return names.of(said);
    }
  };
  return {
    text,
    number: (kind, value) => scaledNumber(value, factors[kind]),
    sealed(value) {
      const content = JSON.stringify(value);
      const number = seals.get(content) ?? seals.size + 1;
      seals.set(content, number);
      return {sealed: number};
    },
  };
}

const isTypedAmount = /^(?:[<>=]\s?)*-?[\d.,]*\s?[km]?$/i;
