import {Box, Text} from 'ink';
import {memo} from 'react';

/** One line of the screen. An unchanged one is not drawn again; an empty one still takes its place. */
export const Line = memo(function Line({text}: {readonly text: string}) {
  return <Text wrap="truncate">{text === '' ? ' ' : text}</Text>;
});

/** Lines under each other, and empty ones up to `height`. */
export function Lines({
  lines,
  height = lines.length,
}: {
  readonly lines: readonly string[];
  readonly height?: number;
}) {
  return (
    <Box flexDirection="column" height={height} flexShrink={0} overflow="hidden">
      {Array.from({length: height}, (_, index) => (
        // A line is known by its place: that is what stays when its text changes.
        <Line key={`line ${String(index)}`} text={lines[index] ?? ''} />
      ))}
    </Box>
  );
}
