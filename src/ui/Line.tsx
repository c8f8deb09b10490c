import {Box, Text, Transform} from 'ink';
import {memo, useInsertionEffect, useMemo, useRef} from 'react';
import {type CitedPage, useSurroundings} from './store.ts';

type LineProps = {
  readonly text: string;
  /** What it takes of the screen, where something stands to the right of it. */
  readonly columns?: number;
};

/** One line of the screen. */
export function Line({text, columns}: LineProps) {
  return <Lines lines={[text]} {...(columns !== undefined && {width: columns})} />;
}

type Props = {
  readonly lines: readonly string[];
  readonly height?: number;
  readonly width?: number;
  /** Nothing stands below, so that Ink need not leave them room. */
  readonly isLast?: boolean;
};

/**
 * Lines under each other, and empty ones up to `height`. They are as wide as they should be already, so Ink
 * gets a space to lay out and places a character, which the screen takes for all of them.
 */
export function Lines({lines, height = lines.length, width, isLast = false}: Props) {
  const {page} = useSurroundings();
  if (page !== undefined) {
    return <Cited page={page} lines={lines} columns={width} rows={height} height={isLast ? 1 : height} />;
  }
  return (
    <Box flexDirection="column" height={height} flexShrink={0} {...(width !== undefined && {width})}>
      {Array.from({length: height}, (_, index) => (
        // A line is known by its place: that is what stays when its text changes.
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
  /** On Ink's page. */
  readonly height: number;
};

/**
 * Ink asks for the character with every frame, and draws one whenever an effect of this kind has run. So other
 * lines change nothing that React compares or Ink lays out anew, which is half of what a key would cost there.
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

/** A line that goes through Ink as it is; it need not be measured to be laid out. */
const Whole = memo(function Whole({text}: {readonly text: string}) {
  return (
    <Transform transform={() => text}>
      <Text> </Text>
    </Transform>
  );
});
