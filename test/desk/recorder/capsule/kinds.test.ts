import {describe, expect, expectTypeOf, it} from 'vitest';
import type {Msg} from '../../../../src/desk/messages.ts';
import {type NamedField, rootOf} from '../../../../src/desk/recorder/capsule/kinds.ts';
import type {State} from '../../../../src/desk/state.ts';

/** The leaves of a type, each as `parent.name`; JSON of the service and errors are leaves. */
type LeafOf<Parent extends string, Name extends string, Value> = Name extends 'also' | 'error'
  ? `${Parent}.${Name}`
  : Value extends string | number | boolean | null | undefined
    ? Value extends null | undefined
      ? never
      : `${Parent}.${Name}`
    : Value extends ReadonlyMap<infer Key, infer Each>
      ?
          | LeafOf<Parent, `${Name}#key`, Key>
          | (Each extends ReadonlyMap<unknown, unknown>
              ? LeafOf<Name, 'each', Each>
              : LeafOf<Parent, Name, Each>)
      : Value extends ReadonlySet<infer Each>
        ? LeafOf<Parent, Name, Each>
        : Value extends readonly (infer Each)[]
          ? LeafOf<Parent, Name, Each>
          : Value extends object
            ? string extends keyof Value
              ? `${Parent}.${Name}#index` | IndexOf<Parent, Name, Value[keyof Value]>
              : FieldOf<Name, Value>
            : `${Parent}.${Name}`;
type IndexOf<Parent extends string, Name extends string, Value> = LeafOf<Parent, Name, Value>;
type FieldOf<Parent extends string, Value> = Value extends unknown
  ? {[Name in keyof Value & string]-?: LeafOf<Parent, Name, Value[Name]>}[keyof Value & string]
  : never;

type Leaf =
  | FieldOf<'state', Omit<State, 'past'>>
  | {[One in Msg as One['type']]: FieldOf<One['type'], One>}[Msg['type']];

type Named<One extends string> = One extends `${infer Parent}.${infer Name}`
  ? Name extends NamedField
    ? true
    : `${Parent}.${Name}` extends NamedField
      ? true
      : Extract<NamedField, `${string}.${Parent}.${Name}`> extends never
        ? false
        : true
  : false;
type Unnamed<One extends string = Leaf> = One extends unknown
  ? Named<One> extends true
    ? never
    : One
  : never;

describe('the table of what a capsule keeps', () => {
  it('names every field that messages and states have: one that is new does not compile before', () => {
    expectTypeOf<Unnamed>().toEqualTypeOf<never>();
    expectTypeOf<'arrived.pane'>().toExtend<Leaf>();
  });

  it('takes the longest name for what a field is', () => {
    const feeds = rootOf('state').child('feeds');
    expect(feeds.child('cards').child('seen').child('value').kind).toBe('price');
    expect(feeds.child('easyOptions').child('seen').child('value').kind).toBe('money');
    expect(rootOf('typed').child('value').kind).toBe('typed');
  });

  it('knows nothing of a field that nobody named', () => {
    expect(rootOf('state').child('secretOfTheFuture').kind).toBeUndefined();
  });
});
