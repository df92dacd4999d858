import { useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { listed } from '../../../lib/lists.ts';
import { shortDay } from '../../../lib/zoned.ts';

type Props = {
  /** The figures of the range before. */
  before: string;
  /** The first day of which something is known, if days before it are shown. */
  since?: string | null;
  days: readonly { date: string; unfinished: boolean; silentDevices?: number }[];
};

/** The most days with silent devices that are named. */
const NAMED = 7;

/** The notes beside a chart of days: the figures of the range before, and the days that are incomplete. */
export function TrendNotes({ before, since, days }: Props) {
  const { t } = useLingui();
  const silent = days.filter(({ silentDevices = 0 }) => silentDevices > 0).map(({ date }) => shortDay(date));
  const named = listed(silent.slice(0, NAMED));
  const more = silent.length - NAMED;
  const notes = [
    before,
    since && t`Nothing known yet before ${shortDay(since)}`,
    days.some(({ unfinished }) => unfinished) && t`Pale: the day or a shift of it is not over yet`,
    silent.length > 0 &&
      (more > 0 ? t`! devices were silent on ${named} and ${more} more` : t`! devices were silent on ${named}`),
  ].filter(Boolean);
  if (notes.length === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      {notes.join('. ')}.
    </Text>
  );
}
