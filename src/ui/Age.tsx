import { Text } from '@mantine/core';

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** When figures were last known, in words; shown where they are older than they should be. `at`: epoch ms. */
export function Age({ at, stale = true, prefix = 'as of' }: { at: number; stale?: boolean; prefix?: string }) {
  const time = new Date(at);
  return (
    <Text component="span" size="xs" c={stale ? 'var(--tb-late)' : 'dimmed'} fw={stale ? 600 : 400}>
      {prefix} <time dateTime={time.toISOString()}>{clock.format(time)}</time>
    </Text>
  );
}
