import {describe, expectTypeOf, it} from 'vitest';
import type {Documented} from '../../../../src/api/wire/records.ts';
import type {Msg} from '../../../../src/desk/messages.ts';
import type {dictionaries, places} from '../../../../src/desk/recorder/redact.ts';
import type {FeedPane, RowOf} from '../../../../src/desk/resources/resource.ts';
import type {State} from '../../../../src/desk/state.ts';

/** The leaves of a type, each as `parent.name`: `word` of the program, any `text`, or `keys` that are data. */
type Leaf<Parent extends string, Name extends string, Value> = Value extends string
  ? string extends Value
    ? `text ${Parent}.${Name}`
    : Value extends `${string}${infer _}`
      ? `word ${Parent}.${Name}`
      : never
  : Name extends 'also' | 'error'
    ? never
    : Value extends number | boolean | null | undefined
      ? never
      : Value extends ReadonlyMap<infer Key, infer Each>
        ?
            | Leaf<Parent, `${Name}#key`, Key>
            | (Each extends ReadonlyMap<unknown, unknown>
                ? Leaf<Name, 'each', Each>
                : Leaf<Parent, Name, Each>)
        : Value extends ReadonlySet<infer Each> | readonly (infer Each)[]
          ? Leaf<Parent, Name, Each>
          : Value extends object
            ? string extends keyof Value
              ? `keys ${Parent}.${Name}` | Leaf<Parent, Name, Value[keyof Value]>
              : LeafIn<Name, Value>
            : never;
type LeafIn<Parent extends string, Value> = Value extends unknown
  ? {[Name in keyof Value & string]-?: Leaf<Parent, Name, Value[Name]>}[keyof Value & string]
  : never;

type Recorded =
  | LeafIn<'state', Omit<State, 'past'>>
  | {[One in Msg as One['type']]: LeafIn<One['type'], One>}[Msg['type']];

type WordsIn<Line extends string, Known = never> = Line extends `${infer First} ${infer Rest}`
  ? WordsIn<Rest, Known | First>
  : Known | Line;
type Stays = WordsIn<(typeof places)['stays'][number]>;
type RecordField = {readonly [P in FeedPane]: Documented<RowOf[P]>}[FeedPane];

type Unlisted<
  Kind extends string,
  Listed extends string,
  One = Recorded,
> = One extends `${Kind} ${infer Parent}.${infer Name}`
  ? Name extends Listed
    ? never
    : `${Parent}.${Name}` extends Listed
      ? never
      : `${Parent}.${Name}`
  : never;
type NameStays<One = Recorded> = One extends `text ${infer Parent}.${infer Name}`
  ? Name extends Stays
    ? Name
    : `${Parent}.${Name}` extends Stays
      ? `${Parent}.${Name}`
      : never
  : never;

/** Texts of any content that are said to stay. */
type Named =
  | 'symbol symbols asset underlying allowedUnderlyings rules.underlyings rules.underlyings#key'
  | 'kinds agents.underlyings contracts#key'
  | 'currency currencies investmentCurrency byCurrency#key status states#key side tradeSide direction type state'
  | 'orderType fillType active each#key key letters key.name key.text swallow.name zone'
  | 'bindings.at bindings.heardKeys bindings.hint bindings.keys bindings.label'
  | 'columns.activity columns.cards columns.easyOptions columns.orders columns.trades columnsShown.fields'
  | 'fieldsInView.cards fieldsInView.easyOptions fieldsInView.orders fieldsInView.trades typed.field'
  | 'alerts.field sort.field sortByField sortable.cards sortable.easyOptions fields.name';

describe('the places of texts that stay in a redacted recording', () => {
  it('include all words of the program, which a replay needs', () => {
    expectTypeOf<Unlisted<'word', Stays | RecordField>>().toEqualTypeOf<never>();
    expectTypeOf<'word arrived.pane'>().toExtend<Recorded>();
  });

  it('are few if the text can be anything, and this test notices a new one', () => {
    expectTypeOf<NameStays>().toEqualTypeOf<WordsIn<Named>>();
  });

  it('exclude object keys that are data, unless they are symbols or currencies', () => {
    expectTypeOf<Unlisted<'keys', WordsIn<(typeof dictionaries)[number]>>>().toEqualTypeOf<never>();
  });
});
