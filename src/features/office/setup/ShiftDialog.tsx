import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Chip, Group, Input, Switch } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { SetupShifts, ShiftDay } from '#contract/office/setupLists.ts';
import { wallTimeIn } from '../../../lib/typed.ts';
import { weekdayName } from '../../../lib/zoned.ts';
import { RecordDialog } from '../../../shell/RecordDialog.tsx';
import { FromField } from '../../../ui/FromField.tsx';
import formClasses from '../../../ui/form.module.css';
import { NumberField } from '../../../ui/NumberField.tsx';
import { TimeField } from '../../../ui/TimeField.tsx';
import { useForm } from '../../../ui/useForm.ts';
import { previewShiftsQuery, saveShiftsMutation } from './lists.queries.ts';
import { RecalculationNote } from './RecalculationNote.tsx';
import { ShiftBreaks } from './ShiftBreaks.tsx';
import { brokenByWeek, ruleOn } from './shiftLimits.ts';
import { newDay, WEEKDAYS, warningsOf } from './shifts.ts';

type Props = {
  accountId: string;
  shifts: SetupShifts;
  /** The week that is shown. */
  days: readonly ShiftDay[];
  /** The date from which that week is in force; null: from the beginning. */
  weekFrom: string | null;
  weekday: number;
  today: string;
  onClose: () => void;
};
/** `copyTo`: the other weekdays that get the same hours. */
type Values = Omit<ShiftDay, 'weekday'> & { from: string | null; copyTo: string[] };

const needsTime = (text: string, { isRest }: Values) => (isRest || wallTimeIn(text) ? null : t`A time, such as 07:00`);
const later = (one: string, other: string) => (one > other ? one : other);
/** Returns the weekdays with their new hours. */
function wanted({ from: _from, copyTo, ...typed }: Values, weekday: number): ShiftDay[] {
  const time = (text: string) => wallTimeIn(text) ?? text;
  const hours = {
    ...typed,
    startTime: time(typed.startTime),
    endTime: time(typed.endTime),
    breaks: typed.isRest
      ? []
      : typed.breaks.map(({ startTime, endTime, ...pay }) => ({
          startTime: time(startTime),
          endTime: time(endTime),
          ...pay,
        })),
  };
  return [weekday, ...copyTo.map(Number)].toSorted((a, b) => a - b).map((each) => ({ ...hours, weekday: each }));
}

/** The hours of one weekday, which can be copied to others, from a date on; warns of unusual hours and shows whose days the change recalculates. */
export default function ShiftDialog({ accountId, shifts, days, weekFrom, weekday, today, onClose }: Props) {
  const { t } = useLingui();
  const save = useMutation(saveShiftsMutation(accountId, shifts));
  const { weekday: _shown, ...shown } = days.find((one) => one.weekday === weekday) ?? days[0] ?? newDay(weekday);
  const form = useForm<Values>({
    // The first hours of a group apply from the beginning. Later ones do not change the past unless that is chosen; those of a future week start with
    // it.
    initialValues: { ...shown, from: shifts.weeks.length === 0 ? null : later(weekFrom ?? today, today), copyTo: [] },
    validate: {
      startTime: needsTime,
      endTime: needsTime,
      breaks: {
        startTime: (text) => (wallTimeIn(text) ? null : t`A time`),
        endTime: (text) => (wallTimeIn(text) ? null : t`A time`),
      },
      from: (from) => (from === '' ? t`Choose a date` : null),
    },
    validateInputOnBlur: true,
  });
  const { values } = form;
  const isValid = form.isValid();
  const week = isValid ? wanted(values, weekday) : [];
  const others = days.filter((day) => !week.some((one) => one.weekday === day.weekday));
  const rule = ruleOn(shifts, values.from, today);
  const warnings = [
    ...new Set(week.flatMap((day) => warningsOf(day, [...others, ...week]))),
    ...(isValid ? brokenByWeek([...others, ...week], rule) : []),
  ];
  const reaches = values.from === null || values.from <= today;
  const isNew = !days.some((one) => one.weekday === weekday);
  const preview = useQuery({
    ...previewShiftsQuery(accountId, shifts, { from: values.from, days: week }),
    enabled: isValid && reaches && (form.isDirty() || isNew),
  });
  const number = (path: 'graceMinutes' | 'breakGraceMinutes' | 'preMinutes' | 'postMinutes', max: number) => ({
    min: 0,
    max,
    rightSection: t`min`,
    ...form.getInputProps(path),
    onChange: (value: number | '') => form.setFieldValue(path, value || 0),
  });

  return (
    <RecordDialog
      title={`${weekdayName(weekday)}, ${shifts.name}`}
      form={form}
      canSubmit={form.isDirty() || isNew}
      onSave={(typed) => save.mutateAsync({ from: typed.from, days: wanted(typed, weekday) })}
      onClose={onClose}
    >
      <Switch label={t`Rest: no shift on this day`} {...form.getInputProps('isRest', { type: 'checkbox' })} />
      {!values.isRest && (
        <>
          <div className={formClasses.fields}>
            <TimeField
              label={t`Start`}
              withAsterisk
              data-autofocus
              {...form.getInputProps('startTime')}
              value={values.startTime}
            />
            <TimeField
              label={t`End`}
              withAsterisk
              description={t`Not after the start: it ends on the next day.`}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...form.getInputProps('endTime')}
              value={values.endTime}
            />
          </div>
          <ShiftBreaks
            breaks={values.breaks}
            error={(path) => form.errors[path ? `breaks.${path}` : 'breaks']}
            onChange={(breaks) => form.setFieldValue('breaks', breaks)}
          />
          <div className={formClasses.fields}>
            <NumberField label={t`Grace`} description={t`Late after this.`} {...number('graceMinutes', 720)} />
            <NumberField
              label={t`Break grace`}
              description={t`Back late after this.`}
              {...number('breakGraceMinutes', 720)}
            />
            <NumberField
              label={t({ message: 'Early', context: 'margin before the shift' })}
              description={t`Punches so long before belong to it.`}
              {...number('preMinutes', 1440)}
            />
            <NumberField
              label={t({ message: 'Late', context: 'margin after the shift' })}
              description={t`Punches so long after belong to it.`}
              {...number('postMinutes', 1440)}
            />
          </div>
        </>
      )}
      <Input.Wrapper label={t`Copy to other days`} labelElement="div">
        <Chip.Group multiple value={values.copyTo} onChange={(copyTo) => form.setFieldValue('copyTo', copyTo)}>
          <Group gap="xs" mt={4} role="group" aria-label={t`Copy to other days`}>
            {WEEKDAYS.map((other) => (
              <Chip key={other} value={String(other)} disabled={other === weekday}>
                {weekdayName(other, 'short')}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Input.Wrapper>
      <FromField
        label={t`In force from`}
        description={t`Days before it stay as they are.`}
        today={today}
        value={values.from}
        error={form.errors.from}
        onChange={(from) => form.setFieldValue('from', from)}
      />
      <RecalculationNote preview={preview} warnings={warnings} />
    </RecordDialog>
  );
}
