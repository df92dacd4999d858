import { Plural, useLingui } from '@lingui/react/macro';
import { Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Day } from '../../../api/day.ts';
import { momentOf } from '../../../lib/zoned.ts';
import classes from './dayNotes.module.css';
import { dayNotesQuery } from './dayNotes.queries.ts';

type Props = { day: Day; onOpen: () => void };

/** The newest note on the day or the day before it, with how many there are besides; opens all of them, where one is written. */
export function DayNotes({ day, onOpen }: Props) {
  const { t } = useLingui();
  const { data: [newest, ...others] = [] } = useQuery(dayNotesQuery(day));
  return (
    <UnstyledButton
      px="xs"
      mih={44}
      maw="100%"
      fz="sm"
      bd="1px solid var(--tb-line)"
      bdrs="md"
      aria-haspopup="dialog"
      {...(!newest && { className: classes.add, 'aria-label': t`Add note` })}
      onClick={onOpen}
    >
      {newest ? (
        <Text span inherit lineClamp={2}>
          <strong>
            <bdi>{newest.by}</bdi>, {momentOf(newest.at, day.timeZone, day.referenceDate)}:
          </strong>{' '}
          <bdi>{newest.text}</bdi>
          {others.length > 0 && (
            <strong>
              {' '}
              <Plural value={others.length} one="# more" other="# more" />
            </strong>
          )}
        </Text>
      ) : (
        <span>{t`Add note`}</span>
      )}
    </UnstyledButton>
  );
}
