import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { clockZone } from '../lib/clockZone.ts';
import { dateOf, momentOf } from '../lib/zoned.ts';

type Props = { at: number; words?: (time: ReactNode) => ReactNode };

/** Shows when figures were last known; used where they are older than they should be. `at`: epoch ms. `words`: the message around the time. */
export function Age({ at, words = (time) => <Trans>as of {time}</Trans> }: Props) {
  const zone = clockZone();
  return (
    <Text component="span" size="xs" c="var(--tb-late)" fw={600}>
      {words(<time dateTime={new Date(at).toISOString()}>{momentOf(at, zone, dateOf(Date.now(), zone))}</time>)}
    </Text>
  );
}
