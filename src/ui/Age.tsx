import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { createContext, type ReactNode, use } from 'react';
import { dateOf, momentOf } from '../lib/zoned.ts';

/** The time zone of displayed ages: the account's on a dashboard, else the user's own. */
export const AgeZone = createContext(Intl.DateTimeFormat().resolvedOptions().timeZone);

type Props = { at: number; words?: (time: ReactNode) => ReactNode };

/** Shows when figures were last known; used where they are older than they should be. `at`: epoch ms. `words`: the message around the time. */
export function Age({ at, words = (time) => <Trans>as of {time}</Trans> }: Props) {
  const zone = use(AgeZone);
  return (
    <Text component="span" size="xs" c="var(--tb-late)" fw={600}>
      {words(<time dateTime={new Date(at).toISOString()}>{momentOf(at, zone, dateOf(Date.now(), zone))}</time>)}
    </Text>
  );
}
