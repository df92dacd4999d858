import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import type { Span } from '../../../lib/dayRange.ts';
import { dayLabel } from '../../../lib/zoned.ts';
import { DayPeriods } from '../../../shell/DayPeriods.tsx';
import { lazyDialog } from '../../../ui/lazyDialog.tsx';
import classes from './dayRange.module.css';

const RangeDialog = lazyDialog(() => import('./RangeDialog.tsx'));

type Props = {
  span: Span;
  /** The days that the address asks for, if any. */
  requested: Partial<Span>;
  onPick: (span: Span) => void;
  /** The numbers of days of the presets, and the day on which they end. */
  presets: readonly number[];
  until: string;
  min: string;
  max: string;
  most: number;
};

/** The shown days: presets and a custom range. */
export function RangeBar({ span, requested, onPick, presets, until, min, max, most }: Props) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  return (
    <div className={classes.bar}>
      <Group gap="xs" role="group" aria-label={t`Days on show`}>
        <DayPeriods span={span} min={min} max={max} most={most} last={{ days: presets, until }} onPick={onPick} />
        <Button
          variant="default"
          leftSection={<IconCalendar size={18} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <Trans>
            {dayLabel(span.from)} to {dayLabel(span.to)}
          </Trans>
        </Button>
      </Group>
      {requested.from !== undefined && (requested.from !== span.from || requested.to !== span.to) && (
        <Text size="sm" role="note">
          <Trans>
            The address asks for other days. Up to {most} can be shown, from {dayLabel(min)} to {dayLabel(max)}.
          </Trans>
        </Text>
      )}
      {open && (
        <RangeDialog
          span={span}
          min={min}
          max={max}
          most={most}
          onPick={(picked) => {
            setOpen(false);
            onPick(picked);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
