import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Checkbox, List, NativeSelect, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { PAY_WINDOWS, type PayRule, premiumBaseOf } from '#contract/masterData/payRules.ts';
import { dayLabel, weekdayName } from '../../../lib/zoned.ts';
import { RecordDialog } from '../../../shell/RecordDialog.tsx';
import { FromField } from '../../../ui/FromField.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { useForm } from '../../../ui/useForm.ts';
import { deletePayRuleMutation, type PayRuleInput, savePayRuleMutation } from './pay.queries.ts';
import { NEUTRAL, NO_FLOORS, TEMPLATES, type Template } from './templates.ts';
import { PREMIUM_WORDS, WINDOW_WORDS } from './words.ts';

type Choice = { value: string; label: string };
type Props = {
  accountId: string;
  today: string;
  timeGroups: readonly Choice[];
  employees: readonly Choice[];
  /** Null: a new one. */
  payRule: PayRule | null;
  onClose: () => void;
};
type Values = Omit<PayRuleInput, 'timeGroupId' | 'employeeId' | 'weekStart' | 'rests' | 'premiumBase' | 'floors'> & {
  /** The time group or the employee; '' for everybody. */
  whose: string;
  weekStart: string;
  rests: string;
  /** '' for a rule set that was made before there was one. */
  premiumBase: string;
  floors: typeof NO_FLOORS;
};
const valuesOf = ({
  rests,
  timeGroupId,
  employeeId,
  premiumBase,
  floors = NO_FLOORS,
  ...rule
}: PayRuleInput): Values => ({
  ...rule,
  floors,
  premiumBase: premiumBase ?? '',
  whose: employeeId ?? timeGroupId ?? '',
  weekStart: String(rule.weekStart),
  rests: rests.map(({ afterMinutes, restMinutes }) => `${afterMinutes}:${restMinutes}`).join(', '),
});
/** Reads '210:10, 361:20'; undefined where it is no such list. */
function restsIn(text: string): PayRuleInput['rests'] | undefined {
  const parts = text.split(',').flatMap((part) => part.trim() || []);
  const rests = parts.map((part) => /^(\d{1,4})\s*:\s*(\d{1,3})$/.exec(part));
  if (rests.includes(null)) return undefined;
  return rests.flatMap((found) => (found ? [{ afterMinutes: Number(found[1]), restMinutes: Number(found[2]) }] : []));
}
const inputOf = (
  { rests, whose, premiumBase, floors, ...values }: Values,
  timeGroups: readonly Choice[],
): PayRuleInput => ({
  ...values,
  ...(whose === '' || timeGroups.some(({ value }) => value === whose)
    ? { timeGroupId: whose || null, employeeId: null }
    : { timeGroupId: null, employeeId: whose }),
  weekStart: Number(values.weekStart),
  rests: restsIn(rests) ?? [],
  premiumBase: premiumBaseOf.options.find((one) => one === premiumBase),
  // Floors need a base of premiums.
  floors: premiumBase === '' ? undefined : floors,
});
const storedOf = ({ _id, basis: _basis, ...rule }: PayRule) => valuesOf(rule);

/** Adds, changes or deletes a rule set; a new one can begin as a template, which names its source and when it was read. */
export default function PayRuleDialog({ accountId, today, timeGroups, employees, payRule, onClose }: Props) {
  const { t } = useLingui();
  const save = useMutation(savePayRuleMutation(accountId, payRule));
  const remove = useMutation(deletePayRuleMutation(accountId));
  /** The place of the template in their list. */
  const [template, setTemplate] = useState('');
  const isFormer = payRule !== null && payRule.premiumBase === undefined;
  const shown = template === '' ? undefined : TEMPLATES[Number(template)];
  const form = useForm<Values>({
    initialValues: payRule
      ? storedOf(payRule)
      : valuesOf({ ...NEUTRAL, name: '', timeGroupId: null, employeeId: null, from: null }),
    validate: {
      name: (name) => (name.trim() ? null : t`Name is required`),
      from: (from) => (from === '' ? t`Choose a date` : null),
      rests: (rests) => (restsIn(rests) ? null : t`Minutes of work and of rest, such as 210:10, 361:20`),
    },
    validateInputOnBlur: true,
  });
  const choose = (place: string) => {
    setTemplate(place);
    const found = place === '' ? undefined : TEMPLATES[Number(place)];
    const { whose, from } = form.values;
    if (!found) return;
    const rule = { ...found.rule, name: t(found.name), timeGroupId: null, employeeId: null, from };
    form.setValues({ ...valuesOf(rule), whose });
  };
  return (
    <RecordDialog
      title={payRule ? t`Edit pay rule` : t`Add pay rule`}
      form={form}
      onSave={(values) => save.mutateAsync(inputOf(values, timeGroups))}
      onClose={onClose}
      deletion={
        payRule
          ? {
              question: t`Pay will be compared by the rule before it, or not at all.`,
              onDelete: () => remove.mutateAsync(payRule),
            }
          : undefined
      }
    >
      {!payRule && (
        <NativeSelect
          label={t`Template`}
          description={t`Not legal advice: check it, and type the amounts under Minimum wage.`}
          data={[
            { value: '', label: t`None` },
            ...TEMPLATES.map(({ name }, place) => ({ value: String(place), label: t(name) })),
          ]}
          value={template}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      )}
      {shown && (
        <Text size="sm">
          {t(shown.note)}{' '}
          <Trans>
            Read on {dayLabel(shown.readOn)}:{' '}
            <Anchor href={shown.source} target="_blank" rel="noreferrer" inherit underline="always">
              source
            </Anchor>
          </Trans>
        </Text>
      )}
      {shown && <Gaps template={shown} />}
      <TextInput label={t`Name`} withAsterisk maxLength={120} data-autofocus {...form.getInputProps('name')} />
      <NativeSelect
        label={t`For`}
        data={[
          { value: '', label: t`Everybody` },
          { group: t`Shifts`, items: [...timeGroups] },
          { group: t`Employees`, items: [...employees] },
        ]}
        {...form.getInputProps('whose')}
      />
      <FromField
        label={t`From`}
        today={today}
        value={form.values.from}
        error={form.errors.from}
        onChange={(from) => form.setFieldValue('from', from)}
      />
      <NativeSelect
        label={t`Pay is compared with the minimum by`}
        data={PAY_WINDOWS.map((value) => ({ value, label: t(WINDOW_WORDS[value]) }))}
        {...form.getInputProps('window')}
      />
      <NativeSelect
        label={t`The workweek starts on`}
        data={[1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: weekdayName(day) }))}
        {...form.getInputProps('weekStart')}
      />
      <NativeSelect
        label={t`Compared`}
        data={[
          { value: 'all', label: t`All pay and all time` },
          { value: 'piece', label: t`Piecework and its time` },
        ]}
        {...form.getInputProps('scope')}
      />
      <NumberField
        label={t`A day of work counts at least`}
        min={0}
        max={1_440}
        unit={t`min`}
        {...form.getInputProps('leastMinutes')}
        onChange={(value) => form.setFieldValue('leastMinutes', value || 0)}
      />
      <TextInput
        label={t`Rest that is paid apart`}
        description={t`Minutes of work : minutes of rest, such as 210:10, 361:20`}
        maxLength={120}
        {...form.getInputProps('rests')}
      />
      <NativeSelect
        label={t`Rest is paid at`}
        data={[
          { value: 'minimum', label: t`The minimum` },
          { value: 'average', label: t`The higher of the minimum and the average without rest` },
        ]}
        {...form.getInputProps('restRate')}
      />
      <Checkbox
        label={t`Time without piecework is paid at the minimum at least, never averaged`}
        {...form.getInputProps('hourlyAtLeastMinimum', { type: 'checkbox' })}
      />
      <Checkbox
        label={t`Output must be individual: units counted as Shared or Team are not paid by the piece`}
        {...form.getInputProps('individualOutput', { type: 'checkbox' })}
      />
      <NativeSelect
        label={t`Base of premiums`}
        description={t`Overtime, Sunday and holiday of piecework: hours x this x what the factor exceeds 1 by.`}
        data={[
          ...(isFormer ? [{ value: '', label: t`None: overtime is left out of the minimum` }] : []),
          ...premiumBaseOf.options.map((value) => ({ value, label: t(PREMIUM_WORDS[value]) })),
        ]}
        {...form.getInputProps('premiumBase')}
      />
      {form.values.premiumBase !== '' && <Floors form={form} />}
      {isFormer && form.values.premiumBase === '' && (
        <NativeSelect
          label={t`Overtime`}
          data={[
            { value: 'factors', label: t`Hourly pay times the factors of the hours rule` },
            { value: 'regular', label: t`The regular rate of the workweek times what a factor exceeds 1 by` },
          ]}
          {...form.getInputProps('overtime')}
        />
      )}
    </RecordDialog>
  );
}

/** The fields of the least that Sundays and holidays come to. */
function Floors({ form }: { form: UseFormReturnType<Values, Values, undefined> }) {
  const { t } = useLingui();
  const field = (day: 'sunday' | 'holiday', label: string) => (
    <NumberField
      label={label}
      description={t`0: whatever it comes to. The hours are those of the shift, without one the average of four weeks.`}
      min={0}
      max={10}
      step={0.01}
      {...form.getInputProps(`floors.${day}.wages`)}
      onChange={(value) => form.setFieldValue(`floors.${day}.wages`, value || 0)}
    />
  );
  return (
    <>
      {field('sunday', t`A Sunday is worth at least so many ordinary wages of the day`)}
      <Checkbox
        label={t`A Sunday counts at least its ordinary hours`}
        {...form.getInputProps('floors.sunday.ordinaryHours', { type: 'checkbox' })}
      />
      {field('holiday', t`A holiday that is worked is worth at least so many ordinary wages of the day`)}
      <Checkbox
        label={t`A holiday that is worked counts at least its ordinary hours`}
        {...form.getInputProps('floors.holiday.ordinaryHours', { type: 'checkbox' })}
      />
      <Checkbox
        label={t`A holiday that is not worked is paid at the ordinary wage to employees who would have been expected`}
        {...form.getInputProps('floors.holidayOff', { type: 'checkbox' })}
      />
    </>
  );
}

/** Lists what of its law a template does not cover, each with where and when that was read. */
function Gaps({ template: { gaps } }: { template: Template }) {
  const { t } = useLingui();
  return (
    <>
      <Text size="sm" fw={600}>
        <Trans>Not covered</Trans>
      </Text>
      <List size="sm">
        {gaps.map(({ what, source, readOn }) => (
          <List.Item key={source}>
            {t(what)}{' '}
            <Trans>
              Read on {dayLabel(readOn)}:{' '}
              <Anchor href={source} target="_blank" rel="noreferrer" inherit underline="always">
                source
              </Anchor>
            </Trans>
          </List.Item>
        ))}
      </List>
    </>
  );
}
