import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/errors.ts';
import { counted } from '../../lib/figures.ts';
import { timeZonePreviewQuery } from './accountSettings.queries.ts';

const kept = (unreadable: number) =>
  unreadable > 0
    ? ` ${counted(unreadable, 'punch', 'punches')} cannot be read again and ${unreadable === 1 ? 'keeps its time' : 'keep their time'}: the terminal is not in this account.`
    : '';

/** Explains what saving another time zone changes, or why it is refused, before it is saved. */
export function TimeZonePreview({ accountId, timeZone }: { accountId: string; timeZone: string }) {
  const { data, error } = useQuery(timeZonePreviewQuery(accountId, timeZone));
  const isLocked = error instanceof ApiError && error.errorCode === 'PERIOD_LOCKED';
  const preview = error
    ? isLocked
      ? error.message
      : 'What this changes could not be counted.'
    : data === undefined
      ? 'Counting what this changes ...'
      : data.days === 0
        ? 'No recorded day changes.'
        : `${counted(data.days, 'day', 'days')} of ${counted(data.people, 'person', 'people')} will be worked out anew; ` +
          `${counted(data.punches, 'punch', 'punches')} of terminals will be read again as local time in ${timeZone}.${kept(data.unreadable)}`;
  return (
    <Text size="sm" role="status">
      {preview}
    </Text>
  );
}
