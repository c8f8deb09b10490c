import {Box} from 'ink';
import {useCallback} from 'react';
import {unlessSameItems} from '../../desk/once.ts';
import type {Sheet} from '../../desk/sheet.ts';
import type {State} from '../../desk/state.ts';
import {Lines, type Place, unlessSameLines, useDesk} from '../desk.tsx';
import {filled, type Line, truncate, widthOf} from '../format.ts';
import {draw, heightOf, type Input, isLine, type Part, type StillRows} from '../sheet/draw.ts';
import {HelpTable} from './HelpTable.tsx';
import {TextField} from './TextField.tsx';

type Props = Place & {readonly sheetOf: (state: State) => Sheet};

/** What is open beside or over the pane, or typed above it. */
export function Dialog({sheetOf, columns, rows}: Props) {
  const select = useCallback(
    (state: State) => runsOf(draw(sheetOf(state), {columns, rows}).parts, rows),
    [sheetOf, columns, rows],
  );
  const runs = useDesk(select, unlessSameRuns);
  return (
    <Box flexDirection="column" width={columns} height={rows} flexShrink={0}>
      {runs.map((run, index) => (
        <Run
          key={'is' in run && run.is === 'input' ? `${run.name} ${run.isFocused}` : index}
          run={run}
          columns={columns}
        />
      ))}
    </Box>
  );
}

type Run = readonly Line[] | Input | StillRows;

/** Lines that follow each other are drawn together. What does not fit is left out whole. */
function runsOf(parts: readonly Part[], rows: number): readonly Run[] {
  let left = rows;
  const fitting = parts.filter(part => {
    left -= heightOf(part);
    return left >= 0;
  });
  const runs: Run[] = [];
  for (const part of [...fitting, ...filled([], Math.max(0, left))]) {
    const last = runs.at(-1);
    if (!isLine(part)) runs.push(part);
    else if (last === undefined || 'is' in last) runs.push([part]);
    else runs[runs.length - 1] = [...last, part];
  }
  return runs;
}

const unlessSameRuns = (before: readonly Run[], drawn: readonly Run[]) =>
  unlessSameItems(
    before,
    drawn.map((run, at) => {
      const last = before[at];
      if (last === undefined || 'is' in last !== 'is' in run) return run;
      if (!('is' in last) && !('is' in run)) return unlessSameLines(last, run);
      return JSON.stringify(last) === JSON.stringify(run) ? last : run;
    }),
  );

function Run({run, columns: all}: {readonly run: Run; readonly columns: number}) {
  if (!('is' in run)) return <Lines lines={run} columns={all} />;
  if (run.is === 'table') return <HelpTable {...run} />;
  const {before, beforeColumns, name, value, columns, isFocused, isMarked, after} = run;
  return (
    <Box height={1} flexShrink={0}>
      <Lines lines={[before]} columns={beforeColumns} />
      {isFocused ? (
        <TextField name={name} value={value} columns={columns} isMarked={isMarked} />
      ) : (
        <Lines lines={[[{text: truncate(value, columns)}]]} columns={columns} />
      )}
      <Lines lines={[after]} columns={widthOf(after)} />
    </Box>
  );
}
