import {describe, expect, it} from 'vitest';
import {whyUnplayable} from '../../../../src/desk/recorder/schema/playable.ts';

const own = {format: 1, version: '0.3.0', schema: 'abc'};

describe('a recording of another version', () => {
  it('is played where its messages are made of the same', () => {
    expect(whyUnplayable({format: 1, version: '0.2.0', schema: 'abc'}, own)).toBeUndefined();
  });

  it('says which version it needs where they are not', () => {
    const why = whyUnplayable({format: 1, version: '0.2.0', schema: 'other'}, own);
    expect(why).toContain('It needs optty 0.2.0; this is 0.3.0.');
    expect(whyUnplayable({format: 2, version: '0.4.0', schema: 'abc'}, own)).toContain(
      'It needs optty 0.4.0',
    );
  });

  it('says that it needs another build where both bear the same number', () => {
    expect(whyUnplayable({...own, schema: 'other'}, own)).toContain(
      'It needs the build of optty 0.3.0 that recorded it; this is another.',
    );
  });

  it('is played by a program that runs from its sources, which knows no schema', () => {
    expect(whyUnplayable({format: 1, version: '0', schema: 'abc'}, {...own, schema: ''})).toBeUndefined();
  });
});
