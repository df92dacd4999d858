import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { PeriodRule } from '#contract/platform/periods.ts';
import { useSaveChoices } from '../api/ownChoices.ts';
import { periodWords } from '../lib/periodWords.ts';
import { addDays, weekdayName } from '../lib/zoned.ts';
import { DateField } from '../ui/DateField.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { DialogFoot } from '../ui/DialogFoot.tsx';
import { ServerButton } from './ServerButton.tsx';

const MOST = 5;
const KINDS = [
  { value: 'monthly', label: msg`A month` },
  { value: 'fortnightly', label: msg`A fortnight` },
  { value: 'weekly', label: msg`A week` },
];
const MONTH_DAYS = Array.from({ length: 28 }, (_, nth) => String(nth + 1));
/** A Monday. */
const MONDAY = '2024-01-01';
const weekdays = () =>
  [0, 1, 2, 3, 4, 5, 6].map((nth) => ({ value: addDays(MONDAY, nth), label: weekdayName(nth + 1) }));

type Props = { periods: readonly PeriodRule[]; today: string; onClose: () => void };

/** The user's own periods: a month from a day, a fortnight from a date, a week from a weekday. They are offered wherever days are chosen. */
export default function PeriodsDialog({ periods, today, onClose }: Props) {
  const { t } = useLingui();
  const save = useSaveChoices();
  const [kind, setKind] = useState<PeriodRule['payPeriod']>('monthly');
  const [day, setDay] = useState('26');
  const [date, setDate] = useState(today);
  const [week, setWeek] = useState(addDays(MONDAY, 3));
  const starts = { monthly: `2024-01-${day.padStart(2, '0')}`, fortnightly: date, weekly: week };
  const rule = { payPeriod: kind, periodStart: starts[kind] };
  const isKnown = periods.some((known) => periodWords(known) === periodWords(rule));
  return (
    <Dialog opened onClose={onClose} title={t`My periods`}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          <Trans>Besides the account’s pay periods, on every device of yours, wherever days are chosen.</Trans>
        </Text>
        {periods.map((known, nth) => (
          <Group key={periodWords(known)} justify="space-between">
            <Text size="sm">{periodWords(known)}</Text>
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={t`Delete ${periodWords(known)}`}
              onClick={() => save({ periods: periods.filter((_, other) => other !== nth) })}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        {periods.length < MOST && (
          <Group align="flex-end">
            <NativeSelect
              label={t`Each is`}
              data={KINDS.map(({ value, label }) => ({ value, label: t(label) }))}
              value={kind}
              onChange={({ currentTarget }) =>
                setKind(
                  KINDS.find(({ value }) => value === currentTarget.value)
                    ? (currentTarget.value as typeof kind)
                    : kind,
                )
              }
            />
            {kind === 'monthly' && (
              <NativeSelect
                label={t`From day`}
                data={MONTH_DAYS}
                value={day}
                onChange={({ currentTarget }) => setDay(currentTarget.value)}
              />
            )}
            {kind === 'weekly' && (
              <NativeSelect
                label={t`From`}
                data={weekdays()}
                value={week}
                onChange={({ currentTarget }) => setWeek(currentTarget.value)}
              />
            )}
            {kind === 'fortnightly' && (
              <DateField label={t`From the first day of one`} value={date} onChange={setDate} />
            )}
            <ServerButton variant="default" disabled={isKnown} onClick={() => save({ periods: [...periods, rule] })}>
              <Trans>Add</Trans>
            </ServerButton>
          </Group>
        )}
        <DialogFoot>
          <Button onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  );
}
