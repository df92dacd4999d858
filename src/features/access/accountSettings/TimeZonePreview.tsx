import { plural, t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiError, messageOf } from '../../../api/errors.ts';
import { timeZonePreviewQuery } from './accountSettings.queries.ts';

const unreadableText = (unreadable: number) =>
  unreadable > 0
    ? ` ${t`${plural(unreadable, {
        one: '# punch cannot be read again and keeps its time: the terminal is not in this account.',
        other: '# punches cannot be read again and keep their time: the terminal is not in this account.',
      })}`}`
    : '';

/** Explains what saving another time zone changes, or why it is refused, before it is saved. */
export function TimeZonePreview({ accountId, timeZone }: { accountId: string; timeZone: string }) {
  const { t } = useLingui();
  const { data, error } = useQuery(timeZonePreviewQuery(accountId, timeZone));
  const isLocked = error instanceof ApiError && error.errorCode === 'PERIOD_LOCKED';
  const preview = error
    ? isLocked
      ? messageOf(error)
      : t`What this changes could not be counted.`
    : data === undefined
      ? t`Counting what this changes ...`
      : data.days === 0
        ? t`No recorded day changes.`
        : t`${plural(data.days, { one: '# day', other: '# days' })} of ${plural(data.people, { one: '# person', other: '# people' })} will be worked out anew; ${plural(data.punches, { one: '# punch', other: '# punches' })} of terminals will be read again as local time in ${timeZone}.` +
          unreadableText(data.unreadable);
  return (
    <Text size="sm" role="status">
      {preview}
    </Text>
  );
}
