import { plural, t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Loader, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { RecalculationImpact } from '#contract/masterData/setupRecords.ts';
import { messageOf } from '../../../api/errors.ts';
import { listed } from '../../../lib/lists.ts';
import { dayLabel } from '../../../lib/zoned.ts';

/** The number of names before 'and 4 others'. */
const NAMED = 3;

/** Returns '5 days of 3 people will be judged anew, from 16 Nov 2026: Thandi Mokoena, Jan Botha and 1 other.'; empty for none. */
export function recalculationText({ days, people, from, employees }: RecalculationImpact): string {
  if (days === 0) return '';
  const shown = employees.slice(0, NAMED).map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim());
  const names = listed(shown);
  const more = people - shown.length;
  const who = more > 0 ? t`${plural(more, { one: `${names} and # other`, other: `${names} and # others` })}` : names;
  return from === null
    ? t`${plural(days, { one: '# day', other: '# days' })} of ${plural(people, { one: '# person', other: '# people' })} will be judged anew: ${who}.`
    : t`${plural(days, { one: '# day', other: '# days' })} of ${plural(people, { one: '# person', other: '# people' })} will be judged anew, from ${dayLabel(from)}: ${who}.`;
}

/** Shows the answer of a preview: whose days a change would recalculate, or why it would be refused. */
export function RecalculationNote({
  preview,
  warnings = [],
}: {
  preview: UseQueryResult<RecalculationImpact>;
  warnings?: string[];
}) {
  const { t } = useLingui();
  const { data, error, isFetching } = preview;
  return (
    <Stack gap={4} role="status">
      {warnings.map((warning) => (
        <Text key={warning} size="sm" c="var(--tb-late)" fw={600}>
          {warning}
        </Text>
      ))}
      {isFetching && <Loader size="xs" aria-label={t`Asking whom it judges anew`} />}
      {data && data.days > 0 && <Text size="sm">{recalculationText(data)}</Text>}
      {error && !isFetching && (
        <Text size="sm" c="var(--mantine-color-error)">
          {messageOf(error)}
        </Text>
      )}
    </Stack>
  );
}
