import {Box, Text, Transform, useIsScreenReaderEnabled} from 'ink';
import {memo} from 'react';
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
    return (
      <Box height={isLast ? 1 : height} width={1} flexShrink={0}>
        <Cited page={page} lines={lines} columns={width} rows={height} />
      </Box>
    );
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
};

function Cited({page, lines, columns, rows}: CitedProps) {
  return (
    <Transform transform={() => page.cite({lines, columns, rows})}>
      <Text> </Text>
    </Transform>
  );
}

/** A line that goes through Ink as it is; it need not be measured to be laid out. */
const Whole = memo(function Whole({text}: {readonly text: string}) {
  const isRead = useIsScreenReaderEnabled();
  if (isRead) return text === '' ? null : <Text>{text}</Text>;
  return (
    <Transform transform={() => text}>
      <Text> </Text>
    </Transform>
  );
});
