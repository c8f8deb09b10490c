import {EventEmitter} from 'node:events';
import {Text} from 'ink';
import {useEffect, useLayoutEffect} from 'react';
import {expect, it} from 'vitest';
import {warnings} from './helpers/no-warnings.ts';
import {renderStrictly} from './helpers/screen.tsx';

it('a test draws each component twice, runs its effects twice, and hears what React warns of', () => {
  const ran: string[] = [];
  function Keyless() {
    ran.push('drawn');
    useLayoutEffect(() => {
      ran.push('shown');
      return () => void ran.push('hidden');
    }, []);
    useEffect(() => void ran.push('begun'), []);
    return ['one', 'two'].map(each => <Text>{each}</Text>);
  }
  const output = Object.assign(new EventEmitter(), {columns: 80, rows: 24, write: () => true});
  const stdout = output as unknown as NodeJS.WriteStream;
  const {unmount} = renderStrictly(<Keyless />, {stdout, debug: true, patchConsole: false});
  expect(ran).toEqual(['drawn', 'drawn', 'shown', 'begun', 'hidden', 'shown', 'begun']);
  expect(warnings.splice(0).join()).toContain('unique "key" prop');
  unmount();
});
