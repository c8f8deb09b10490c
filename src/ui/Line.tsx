import {Box, Text, Transform, useIsScreenReaderEnabled} from 'ink';
import {memo} from 'react';
import {useSurroundings} from './store.ts';

/**
 * One line of the screen. Ink measures each text anew for every frame, which for a full screen takes longer than all
 * else together. These lines are as wide as they should be already, so Ink gets a space to lay out, and the line, or
 * what stands for it, in its place when it writes.
 */
export const Line = memo(function Line({text}: {readonly text: string}) {
  const {cite} = useSurroundings();
  const isRead = useIsScreenReaderEnabled();
  if (isRead) return text === '' ? null : <Text>{text}</Text>;
  return (
    <Transform transform={() => cite(text)}>
      <Text> </Text>
    </Transform>
  );
});

type Props = {readonly lines: readonly string[]; readonly height?: number; readonly width?: number};

/** Lines under each other, and empty ones up to `height`. */
export function Lines({lines, height = lines.length, width}: Props) {
  return (
    <Box flexDirection="column" height={height} flexShrink={0} {...(width !== undefined && {width})}>
      {Array.from({length: height}, (_, index) => (
        // A line is known by its place: that is what stays when its text changes.
        <Line key={`line ${String(index)}`} text={lines[index] ?? ''} />
      ))}
    </Box>
  );
}
