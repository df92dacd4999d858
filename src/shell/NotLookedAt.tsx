import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { count } from '../lib/figures.ts';
import { listed } from '../lib/lists.ts';

type Props = { headingLine: number; otherSheets: readonly string[] };

/** Names the parts of a file that are not in its list: the lines above the headings, and other sheets. */
export function NotLookedAt({ headingLine, otherSheets }: Props) {
  return (
    <>
      {headingLine > 1 && (
        <Text size="sm" c="dimmed">
          <Trans>The headings are in line {count(headingLine)}: what is above is not read.</Trans>
        </Text>
      )}
      {otherSheets.length > 0 && (
        <Text size="sm" c="dimmed">
          <Trans>Not looked at: {listed(otherSheets)}.</Trans>
        </Text>
      )}
    </>
  );
}
