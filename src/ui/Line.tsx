import {Box, Text, Transform} from 'ink';
import {memo, useInsertionEffect, useMemo, useRef} from 'react';
import {type CitedPage, useSurroundings} from './store.ts';

type LineProps = {
  readonly text: string;
  readonly columns?: number;
};

export function Line({text, columns}: LineProps) {
  return <Lines lines={[text]} {...(columns !== undefined && {width: columns})} />;
}

type Props = {
  readonly lines: readonly string[];
  readonly height?: number;
  readonly width?: number;
  readonly isLast?: boolean;
};

/** The lines already have their width: Ink lays out one character, and the screen puts the lines there. */
export function Lines({lines, height = lines.length, width, isLast = false}: Props) {
  const {page} = useSurroundings();
  if (page !== undefined) {
    return <Cited page={page} lines={lines} columns={width} rows={height} height={isLast ? 1 : height} />;
  }
  return (
    <Box flexDirection="column" height={height} flexShrink={0} {...(width !== undefined && {width})}>
      {Array.from({length: height}, (_, index) => (
        // A line is identified by its position, since its text changes.
        <Whole key={`line ${String(index)}`} text={lines[index] ?? ''} />
      ))}
    </Box>
  );
}

type CitedProps = {
  readonly page: CitedPage;
  readonly lines: readonly string[];
  readonly columns: number | undefined;
  readonly rows: number;
  readonly height: number;
};

/**
 * Ink draws a frame after such an effect. Changed lines change nothing that React compares or Ink lays out,
 * which halves the cost of a key.
 */
function Cited({page, lines, columns, rows, height}: CitedProps) {
  const block = useRef({lines, columns, rows});
  useInsertionEffect(() => {
    block.current = {lines, columns, rows};
  }, [lines, columns, rows]);
  return useMemo(
    () => (
      <Box height={height} width={1} flexShrink={0}>
        <Transform transform={() => page.cite(block.current)}>
          <Text> </Text>
        </Transform>
      </Box>
    ),
    [page, height],
  );
}

const Whole = memo(function Whole({text}: {readonly text: string}) {
  return (
    <Transform transform={() => text}>
      <Text> </Text>
    </Transform>
  );
});
