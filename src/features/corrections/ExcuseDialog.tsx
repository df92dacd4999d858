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
} from '#contract/corrections.ts';
import { counted } from '../../lib/figures.ts';
import { addDays, spanLabel } from '../../lib/zoned.ts';
import { DayPeriods } from '../../shell/DayPeriods.tsx';
import { DateRange, type Dates } from '../../ui/DateRange.tsx';
import { ActDialog } from './ActDialog.tsx';
import { type ListedKeys, resolveAll, saveCorrection } from './corrections.queries.ts';
import type { Person } from './subject.ts';
import { nameOf } from './words.ts';

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

/** The most days that an excuse may lie in the past or future (C6); the server decides. */
const REACH_DAYS = 91;

const optionsOf = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));

/** 'Excuse': an absence, a lateness or breaks are no longer judged; the punches stay as they are. */
export function ExcuseDialog({ days, timeZone, onClose, ...props }: Props) {
  const [only, ...others] = days;
  const [judgement, setJudgement] = useState(props.judgement);
  const [kind, setKind] = useState<ExcuseKind>('leave');
  const [dates, setDates] = useState<Dates>({ from: only?.day ?? '', to: only?.day ?? '' });
  if (!only) return null;
  const single = others.length === 0;
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
          ? `Excuse ${nameOf(only.employee)}, ${spanLabel(only.day, only.day)}`
          : `Excuse ${counted(days.length, 'absence', 'absences')}`
      }
      timeZone={timeZone}
      items={items}
      reason={null}
      noteHint="Do not write medical details."
      submit="Excuse"
      save={
        single
          ? saveCorrection(`${nameOf(only.employee)} is excused.`)
          : resolveAll(
              items.map((item, index) => ({ key: days[index]?.key ?? '', items: [item] })),
              props.listed,
              `${counted(days.length, 'absence', 'absences')} excused.`,
            )
      }
      onClose={onClose}
      onDone={props.onDone}
      dirty={kind !== 'leave' || judgement !== props.judgement || dates.from !== only.day || dates.to !== only.day}
    >
      {single && (
        <SegmentedControl
          aria-label="What is excused"
          value={judgement}
          onChange={(value) => setJudgement(excusedJudgement.parse(value))}
          data={optionsOf(EXCUSED)}
        />
      )}
      <NativeSelect
        label="Kind"
        value={kind}
        onChange={({ currentTarget }) => setKind(excuseKind.parse(currentTarget.value))}
        data={optionsOf(EXCUSE_KINDS)}
        data-autofocus
      />
      {single ? (
        <>
          <DateRange value={dates} onChange={setDates} {...reach} />
          <DayPeriods span={dates} onPick={setDates} {...reach} />
        </>
      ) : (
        <Text size="sm" c="dimmed">
          Each on the day of the absence.
        </Text>
      )}
    </ActDialog>
  );
}
