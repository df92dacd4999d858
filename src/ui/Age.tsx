import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { createContext, use } from 'react';
import { dateOf, momentOf } from '../lib/zoned.ts';

/** The time zone of displayed ages: the account's on a dashboard, else the user's own. */
export const AgeZone = createContext(Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Shows when figures were last known; used where they are older than they should be. `at`: epoch ms. */
export function Age({ at, stale = true, prefix = t`as of` }: { at: number; stale?: boolean; prefix?: string }) {
  const zone = use(AgeZone);
  return (
    <Text component="span" size="xs" c={stale ? 'var(--tb-late)' : 'dimmed'} fw={stale ? 600 : 400}>
      {prefix} <time dateTime={new Date(at).toISOString()}>{momentOf(at, zone, dateOf(Date.now(), zone))}</time>
    </Text>
  );
}
