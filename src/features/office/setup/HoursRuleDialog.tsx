import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, NativeSelect, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import {
  breakTableIn,
  breakTableText,
  HOURS_RULE_DEFAULTS,
  hoursOf,
  type SetupHoursRule,
} from '#contract/masterData/hoursRules.ts';
import type { SetupGroup } from '#contract/office/setupLists.ts';
import { localDate } from '#contract/platform/common.ts';
import { minutesIn, wallTimeIn } from '../../../lib/typed.ts';
import { addDays, weekdayName } from '../../../lib/zoned.ts';
import { RecordDialog } from '../../../shell/RecordDialog.tsx';
import { DateField } from '../../../ui/DateField.tsx';
import { FromField } from '../../../ui/FromField.tsx';
import formClasses from '../../../ui/form.module.css';
import { NumberField } from '../../../ui/NumberField.tsx';
import { TimeField } from '../../../ui/TimeField.tsx';
import { useForm } from '../../../ui/useForm.ts';
import { PERIOD_LABELS } from './hoursRules.ts';
import {
  deleteHoursRuleMutation,
  type HoursRuleInput,
  previewHoursRuleQuery,
  previewNoHoursRuleQuery,
  saveHoursRuleMutation,
} from './lists.queries.ts';
import { RecalculationNote, recalculationText } from './RecalculationNote.tsx';
import { WEEKDAYS } from './shifts.ts';

type Props = {
  accountId: string;
  today: string;
  timeGroups: readonly SetupGroup[];
  /** Null: a new one. */
  hoursRule: SetupHoursRule | null;
  all: readonly SetupHoursRule[];
  onClose: () => void;
};
const ROUNDING_LABELS = {
  none: msg({ message: 'None', context: 'rounding' }),
  'nearest 5': msg`To the nearest 5 minutes`,
  'nearest 6': msg`To the nearest 6 minutes`,
  'nearest 10': msg`To the nearest 10 minutes`,
  'nearest 15': msg`To the nearest 15 minutes`,
};
/** The fields that are typed as hours, each with its most and least hours. */
const LIMITS = {
  dayLimitMinutes: [24, 1],
  weekLimitMinutes: [168, 1],
  dayLimit2Minutes: [24, 1],
  weekLimit2Minutes: [168, 1],
  weeksLimitMinutes: [999, 1],
  maxDayMinutes: [24, 1],
  maxSevenDaysMinutes: [168, 1],
  maxOvertimeMinutes: [168, 0],
  minRestMinutes: [24, 1],
  maxNightMinutes: [24, 0],
} as const;
type Limit = keyof typeof LIMITS;
const LIMIT_FIELDS = Object.keys(LIMITS) as Limit[]; // the keys of a constant
const REST_LABELS: Record<HoursRuleInput['restDays'], MessageDescriptor> = {
  none: msg`No limit`,
  '1 in 7': msg`One in any 7 days`,
  '2 in 14': msg`Two in any 14 days`,
};
const FACTORS = [
  ['overtime1Factor', msg`Factor, Overtime 1`],
  ['overtime2Factor', msg`Factor, Overtime 2`],
  ['sundayFactor', msg`Factor, Sunday`],
  ['holidayFactor', msg`Factor, Holiday`],
] as const;

type Typed = Record<
  Limit | 'nightStart' | 'nightEnd' | 'timeGroupId' | 'weekStart' | 'periodDates' | 'breakTable',
  string
>;
type Values = Omit<HoursRuleInput, keyof Typed> & Typed;
const ofLimits = <T,>(of: (field: Limit) => T) =>
  // Each field of LIMITS, once.
  Object.fromEntries(LIMIT_FIELDS.map((field) => [field, of(field)])) as Record<Limit, T>;
const typedHours = (minutes: number | null) => (minutes === null ? '' : hoursOf(minutes));
const valuesOf = (rule: HoursRuleInput): Values => ({
  ...rule,
  timeGroupId: rule.timeGroupId ?? '',
  weekStart: String(rule.weekStart),
  nightStart: rule.nightStart ?? '',
  nightEnd: rule.nightEnd ?? '',
  periodDates: rule.periodDates.join('\n'),
  breakTable: breakTableText(rule.breakTable),
  ...ofLimits((field) => typedHours(rule[field])),
});
/** Returns the first values of the form: a common rule, which is to be checked, from a date of which there is none yet, and the month's first day. */
const newValues = (today: string, all: readonly SetupHoursRule[]): Values =>
  valuesOf({
    ...HOURS_RULE_DEFAULTS,
    timeGroupId: null,
    from: freeFrom(today, all),
    dayLimitMinutes: 9 * 60,
    weekLimitMinutes: 45 * 60,
    periodStart: `${today.slice(0, 7)}-01`,
  });
function freeFrom(today: string, all: readonly SetupHoursRule[]): string | null {
  const used = new Set(all.filter(({ timeGroupId }) => timeGroupId === null).map(({ from }) => from));
  if (!used.has(null)) return null;
  let from = today;
  while (used.has(from)) from = addDays(from, 1);
  return from;
}
const storedValues = ({ _id, basis: _b, systemId: _s, owner: _o, isLocked: _l, ...rule }: SetupHoursRule) =>
  valuesOf(rule);
const inputOf = (values: Values): HoursRuleInput => ({
  ...values,
  timeGroupId: values.timeGroupId || null,
  weekStart: Number(values.weekStart),
  nightStart: wallTimeIn(values.nightStart),
  nightEnd: wallTimeIn(values.nightEnd),
  periodDates: datesIn(values.periodDates),
  breakTable: breakTableIn(values.breakTable) ?? [],
  ...ofLimits((field) => minutesIn(values[field]) ?? null),
});
const datesIn = (text: string) => text.split(/[\s,;]+/).filter(Boolean);
const isDates = (text: string, { payPeriod }: Values) =>
  payPeriod === 'list' && (datesIn(text).length < 2 || datesIn(text).some((date) => !localDate.safeParse(date).success))
    ? t`At least two dates, such as 2026-11-02`
    : null;
const isTime = (text: string) => (text === '' || wallTimeIn(text) ? null : t`A time, such as 22:00`);
const isLimit = (field: Limit) => (text: string) => {
  const minutes = minutesIn(text);
  const [most, least] = LIMITS[field];
  if (minutes === undefined) return t`Hours, such as 9 or 7:30`;
  if (minutes === null || (minutes >= least && minutes <= most * 60)) return null;
  return least === 0 ? t`At most ${most} hours` : t`More than 0 and at most ${most} hours`;
};

/** A part of the long form under its heading. */
function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Stack component="section" gap="sm" aria-labelledby={id}>
      <Title order={3} id={id} size="h5">
        {title}
      </Title>
      {children}
    </Stack>
  );
}

type SectionProps = { form: UseFormReturnType<Values> };
function LimitInput({ form, field, label }: SectionProps & { field: Limit; label: string }) {
  const { t } = useLingui();
  return <TextInput label={label} placeholder={t`No limit`} maxLength={6} {...form.getInputProps(field)} />;
}

function OrdinaryTimeSection({ form }: SectionProps) {
  const { t } = useLingui();
  const { values } = form;
  return (
    <Section title={t`Limits of ordinary time`}>
      <div className={formClasses.fields}>
        <LimitInput form={form} field="dayLimitMinutes" label={t`Ordinary hours a day`} />
        <LimitInput form={form} field="weekLimitMinutes" label={t`Ordinary hours a week`} />
        <LimitInput form={form} field="dayLimit2Minutes" label={t`Overtime 2 after hours a day`} />
        <LimitInput form={form} field="weekLimit2Minutes" label={t`Overtime 2 after hours a week`} />
        <LimitInput form={form} field="weeksLimitMinutes" label={t`Ordinary hours in several weeks`} />
      </div>
      {values.weeksLimitMinutes !== '' && (
        <div className={formClasses.fields}>
          <NumberField
            label={t`Number of weeks`}
            min={2}
            max={8}
            {...form.getInputProps('limitWeeks')}
            onChange={(value) => form.setFieldValue('limitWeeks', value || 4)}
          />
          <DateField optional label={t`First day of any such weeks`} {...form.getInputProps('limitWeeksFrom')} />
        </div>
      )}
      <NativeSelect
        label={t`The week starts on`}
        data={WEEKDAYS.map((weekday) => ({ value: String(weekday), label: weekdayName(weekday) }))}
        {...form.getInputProps('weekStart')}
      />
      <Checkbox
        label={t`Paid hours of Sundays and holidays fill the week`}
        description={t`From the next day on.`}
        {...form.getInputProps('sundaysFillWeek', { type: 'checkbox' })}
      />
    </Section>
  );
}

function PaidTimeSection({ form }: SectionProps) {
  const { t } = useLingui();
  const { values } = form;
  return (
    <Section title={t`What counts as paid time`}>
      <NativeSelect
        label={t`Rounding`}
        data={Object.entries(ROUNDING_LABELS).map(([value, label]) => ({ value, label: t(label) }))}
        {...form.getInputProps('rounding')}
      />
      {values.rounding !== 'none' && (
        <Checkbox
          label={t`Round each IN and OUT`}
          description={t`Otherwise the first IN and the last OUT of a day.`}
          {...form.getInputProps('roundsIntervals', { type: 'checkbox' })}
        />
      )}
      <NumberField
        label={t`An unpaid break that was not clocked is taken off after`}
        min={0}
        max={1_440}
        unit={t`min`}
        {...form.getInputProps('breakAfterMinutes')}
        onChange={(value) => form.setFieldValue('breakAfterMinutes', value || 0)}
      />
      <TextInput
        label={t`Breaks by hours worked`}
        description={t`Instead of the unpaid breaks of shifts: hours of work and minutes of break, such as 6=30, 9=45. Clocked gaps of 15 minutes and more count.`}
        maxLength={60}
        {...form.getInputProps('breakTable')}
      />
      <Checkbox label={t`Time before the shift counts`} {...form.getInputProps('earlyCounts', { type: 'checkbox' })} />
      <Checkbox
        label={t`Without punches, the working time of the Recorder counts`}
        {...form.getInputProps('paysWorkingTime', { type: 'checkbox' })}
      />
    </Section>
  );
}

function SundaysSection({ form }: SectionProps) {
  const { t } = useLingui();
  const { values } = form;
  return (
    <Section title={t`Sundays, holidays and nights`}>
      <Checkbox
        label={t`A shift that touches a Sunday or holiday belongs whole to the day with the greater part of its paid time`}
        description={t`On equal parts to the holiday or the Sunday. Otherwise it is cut at midnight.`}
        {...form.getInputProps('isWhole', { type: 'checkbox' })}
      />
      <div className={formClasses.fields}>
        <TimeField label={t`Night from`} {...form.getInputProps('nightStart')} value={values.nightStart} />
        <TimeField label={t`Night to`} {...form.getInputProps('nightEnd')} value={values.nightEnd} />
      </div>
    </Section>
  );
}

function HourLimitsSection({ form }: SectionProps) {
  const { t } = useLingui();
  return (
    <Section title={t`Limits of hours`}>
      <Text size="sm" c="dimmed">
        <Trans>
          A person’s days say whether they keep them, come near or break them. Nothing is refused, and pay stays the
          same.
        </Trans>
      </Text>
      <div className={formClasses.fields}>
        <LimitInput form={form} field="maxDayMinutes" label={t`Most hours a day`} />
        <LimitInput form={form} field="maxSevenDaysMinutes" label={t`Most hours in any 7 days`} />
        <LimitInput form={form} field="maxOvertimeMinutes" label={t`Most overtime a week`} />
        <LimitInput form={form} field="minRestMinutes" label={t`Least rest between shifts`} />
        <LimitInput form={form} field="maxNightMinutes" label={t`Most night hours a day`} />
        <NativeSelect
          label={t`Rest days`}
          data={Object.entries(REST_LABELS).map(([value, label]) => ({ value, label: t(label) }))}
          {...form.getInputProps('restDays')}
        />
        <NumberField
          label={t`Near a limit within`}
          min={0}
          max={600}
          unit={t`min`}
          {...form.getInputProps('nearMinutes')}
          onChange={(value) => form.setFieldValue('nearMinutes', value || 0)}
        />
      </div>
      <Checkbox
        label={t`The people on this shift are under 18`}
        {...form.getInputProps('isUnder18', { type: 'checkbox' })}
      />
    </Section>
  );
}

function FactorsSection({ form }: SectionProps) {
  const { t } = useLingui();
  return (
    <Section title={t`Factors`}>
      <div className={formClasses.fields}>
        {FACTORS.map(([path, label]) => (
          <NumberField
            key={path}
            label={t(label)}
            min={1}
            max={10}
            step={0.01}
            {...form.getInputProps(path)}
            onChange={(value) => form.setFieldValue(path, value || 1)}
          />
        ))}
      </div>
    </Section>
  );
}

function PayPeriodsSection({ form }: SectionProps) {
  const { t } = useLingui();
  const { values } = form;
  return (
    <Section title={t`Pay periods`}>
      <NativeSelect
        label={t`Pay period`}
        description={t`Only that for everybody is used.`}
        data={Object.entries(PERIOD_LABELS).map(([value, label]) => ({ value, label: t(label) }))}
        {...form.getInputProps('payPeriod')}
      />
      {values.payPeriod === 'list' ? (
        <Textarea
          label={t`First day of each period`}
          description={t`Dates such as 2026-11-02, in order; the last is the day after the last period. At most 31 days each.`}
          autosize
          minRows={3}
          maxLength={600}
          {...form.getInputProps('periodDates')}
        />
      ) : (
        <DateField
          label={t`First day of a period`}
          description={values.payPeriod === 'monthly' ? t`Its day of the month counts.` : t`Of any one.`}
          {...form.getInputProps('periodStart')}
        />
      )}
    </Section>
  );
}

/** Adds, changes or deletes a rule by which hours are paid; shows whose days it recalculates. */
export default function HoursRuleDialog({ accountId, today, timeGroups, hoursRule, all, onClose }: Props) {
  const { t } = useLingui();
  const save = useMutation(saveHoursRuleMutation(accountId, hoursRule));
  const remove = useMutation(deleteHoursRuleMutation(accountId));
  const form = useForm<Values>({
    initialValues: hoursRule ? storedValues(hoursRule) : newValues(today, all),
    validate: {
      from: (from) => (from === '' ? t`Choose a date` : null),
      ...ofLimits(isLimit),
      nightStart: isTime,
      nightEnd: isTime,
      periodStart: (date) => (date ? null : t`Choose a date`),
      periodDates: isDates,
      breakTable: (table) => (breakTableIn(table) ? null : t`Hours of work and minutes of break, such as 6=30, 9=45`),
    },
    validateInputOnBlur: true,
  });
  const { values } = form;
  const reaches = (from: string | null | undefined) => from === null || (from !== undefined && from <= today);
  const preview = useQuery({
    ...previewHoursRuleQuery(accountId, hoursRule, inputOf(values)),
    enabled: form.isValid() && (form.isDirty() || !hoursRule) && (reaches(values.from) || reaches(hoursRule?.from)),
  });
  const deletion = useQuery({
    ...previewNoHoursRuleQuery(accountId, hoursRule ?? { _id: '', basis: '' }),
    enabled: hoursRule !== null && reaches(hoursRule.from) && !hoursRule.isLocked,
  });
  return (
    <RecordDialog
      title={hoursRule ? t`Edit hours rule` : t`Add hours rule`}
      form={form}
      canSubmit={form.isDirty() || !hoursRule}
      onSave={(typed) => save.mutateAsync(inputOf(typed))}
      onClose={onClose}
      deletion={
        hoursRule
          ? {
              question: `${t`Hours will be paid by the rule before it, or not at all.`} ${deletion.data ? recalculationText(deletion.data) : ''}`,
              onDelete: () => remove.mutateAsync(hoursRule),
            }
          : undefined
      }
    >
      <NativeSelect
        label={t`For`}
        data-autofocus
        data={[{ value: '', label: t`Everybody` }, ...timeGroups.map(({ _id, name }) => ({ value: _id, label: name }))]}
        {...form.getInputProps('timeGroupId')}
      />
      <FromField
        label={t`From`}
        today={today}
        value={values.from}
        error={form.errors.from}
        onChange={(from) => form.setFieldValue('from', from)}
      />
      <OrdinaryTimeSection form={form} />
      <PaidTimeSection form={form} />
      <SundaysSection form={form} />
      <HourLimitsSection form={form} />
      <FactorsSection form={form} />
      <PayPeriodsSection form={form} />
      <RecalculationNote preview={preview} />
    </RecordDialog>
  );
}
