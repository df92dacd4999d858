import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { NativeSelect, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import {
  type CorrectionItem,
  EXCUSE_KINDS,
  EXCUSED,
  type ExcusedJudgement,
  type ExcuseKind,
  excusedJudgement,
  excuseKind,
} from '#contract/figures/corrections.ts';
import { spanLabel } from '../../../lib/spans.ts';
import { addDays } from '../../../lib/zoned.ts';
import { DayPeriods } from '../../../shell/DayPeriods.tsx';
import { DateRange, type Dates } from '../../../ui/DateRange.tsx';
import { ActDialog } from './ActDialog.tsx';
import { type ListedKeys, resolveAll, saveCorrection } from './corrections.queries.ts';
import type { Person } from './subject.ts';
import { choicesOf, nameOf } from './words.ts';

/** A day to excuse; `key`: of its exception. */
type ToExcuse = { employee: Person; day: string; basis: string; key?: string };

type Props = {
  /** One day, which can be extended to others, or several absences with a day each. */
  days: readonly ToExcuse[];
  judgement: ExcusedJudgement;
  timeZone: string;
  /** For several absences of a list. */
  listed?: ListedKeys;
  onClose: () => void;
  /** Called once it is saved; by default the dialog closes. */
  onDone?: () => void;
};

/** The most days that an excuse may lie in the past or future; the server decides. */
const REACH_DAYS = 91;

/** 'Excuse': an absence, a lateness or breaks are no longer judged; the punches stay as they are. */
export function ExcuseDialog({ days, timeZone, onClose, ...props }: Props) {
  const { t } = useLingui();
  const [only, ...others] = days;
  const [judgement, setJudgement] = useState(props.judgement);
  const [kind, setKind] = useState<ExcuseKind>('leave');
  const [dates, setDates] = useState<Dates>({ from: only?.day ?? '', to: only?.day ?? '' });
  if (!only) return null;
  const single = others.length === 0;
  const name = nameOf(only.employee);
  const date = spanLabel(only.day, only.day);
  const reach = { min: addDays(only.day, -REACH_DAYS), max: addDays(only.day, REACH_DAYS) };
  const items = days.flatMap(({ employee, day, basis }): CorrectionItem[] => {
    const span = single ? dates : { from: day, to: day };
    if (span.from > span.to) return [];
    return [{ day, basis, change: { do: 'excuse', employeeId: employee._id, judgement, kind, ...span } }];
  });
  return (
    <ActDialog
      title={
        single
          ? t`Excuse ${name}, ${date}`
          : t`${plural(days.length, { one: 'Excuse # absence', other: 'Excuse # absences' })}`
      }
      timeZone={timeZone}
      items={items}
      reason={null}
      noteHint={t`Do not write medical details.`}
      submit={t`Excuse`}
      save={
        single
          ? saveCorrection(t`${name} is excused.`)
          : resolveAll(
              items.map((item, index) => ({ key: days[index]?.key ?? '', items: [item] })),
              props.listed,
              t`${plural(days.length, { one: '# absence excused.', other: '# absences excused.' })}`,
            )
      }
      onClose={onClose}
      onDone={props.onDone}
      dirty={kind !== 'leave' || judgement !== props.judgement || dates.from !== only.day || dates.to !== only.day}
    >
      {single && (
        <SegmentedControl
          aria-label={t`What is excused`}
          value={judgement}
          onChange={(value) => setJudgement(excusedJudgement.parse(value))}
          data={choicesOf(EXCUSED)}
        />
      )}
      <NativeSelect
        label={t`Kind`}
        value={kind}
        onChange={({ currentTarget }) => setKind(excuseKind.parse(currentTarget.value))}
        data={choicesOf(EXCUSE_KINDS)}
        data-autofocus
      />
      {single ? (
        <>
          <DateRange value={dates} onChange={setDates} {...reach} />
          <DayPeriods span={dates} onPick={setDates} {...reach} />
        </>
      ) : (
        <Text size="sm" c="dimmed">
          <Trans>Each on the day of the absence.</Trans>
        </Text>
      )}
    </ActDialog>
  );
}
