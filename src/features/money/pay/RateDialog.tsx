import { useLingui } from '@lingui/react/macro';
import { NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type PayRate, type RateKind, rateKind } from '#contract/masterData/payRules.ts';
import { rateAmount } from '#contract/platform/money.ts';
import type { RateInput } from '../../../api/payRates.ts';
import { units } from '../../../lib/figures.ts';
import { decimalIn, typedAs } from '../../../lib/typed.ts';
import { RecordDialog } from '../../../shell/RecordDialog.tsx';
import { faultIn } from '../../../ui/checkedBy.ts';
import { DateField } from '../../../ui/DateField.tsx';
import { useForm } from '../../../ui/useForm.ts';
import { deleteRateMutation, saveRateMutation } from './pay.queries.ts';
import { type KEYS, KIND_WORDS, useRateNames } from './useRateNames.ts';

type Props = {
  accountId: string;
  today: string;
  kinds: readonly RateKind[];
  currency: string | null;
  /** Null: a new one. */
  rate: PayRate | null;
  onClose: () => void;
};
const FIELDS: Record<RateKind, readonly (typeof KEYS)[number][]> = {
  piece: ['lookup1', 'lookup2', 'jobDescriptionId', 'employeeGroupId'],
  hourly: ['employeeGroupId', 'employeeId'],
  minimum: ['employeeGroupId'],
};
type Values = { kind: string; amount: string; from: string } & Record<(typeof KEYS)[number], string>;

/** Adds, changes or deletes a rate or minimum. */
export default function RateDialog({ accountId, today, kinds, currency, rate, onClose }: Props) {
  const { t } = useLingui();
  const { choices, titles } = useRateNames(accountId);
  const save = useMutation(saveRateMutation(accountId, rate));
  const remove = useMutation(deleteRateMutation(accountId));
  const form = useForm<Values>({
    initialValues: {
      kind: rate?.kind ?? kinds[0] ?? 'piece',
      amount: typedAs(rate?.amount ?? ''),
      from: rate?.from ?? today,
      lookup1: rate?.lookup1 ?? '',
      lookup2: rate?.lookup2 ?? '',
      jobDescriptionId: rate?.jobDescriptionId ?? '',
      employeeGroupId: rate?.employeeGroupId ?? '',
      employeeId: rate?.employeeId ?? '',
    },
    validate: {
      amount: (amount) => faultIn(rateAmount, decimalIn(amount)) ?? null,
      from: (from) => (from ? null : t`Choose a date`),
    },
    validateInputOnBlur: true,
  });
  const kind = rateKind.catch('piece').parse(form.values.kind);
  const inputOf = (values: Values): RateInput => {
    const named = (key: (typeof KEYS)[number]) => (FIELDS[kind].includes(key) && values[key]) || null;
    return {
      ...{ kind, amount: decimalIn(values.amount), from: values.from },
      ...{ lookup1: named('lookup1'), lookup2: named('lookup2'), jobDescriptionId: named('jobDescriptionId') },
      ...{ employeeGroupId: named('employeeGroupId'), employeeId: named('employeeId') },
    };
  };
  const isMinimum = kinds.includes('minimum');
  const add = isMinimum ? t`Add minimum wage` : t`Add rate`;
  const edit = isMinimum ? t`Edit minimum wage` : t`Edit rate`;
  return (
    <RecordDialog
      title={rate ? edit : add}
      form={form}
      onSave={(values) => save.mutateAsync(inputOf(values))}
      onClose={onClose}
      deletion={
        rate
          ? {
              question: isMinimum
                ? t`The minimum before it applies again, if there is one.`
                : t`The rate before it applies again, if there is one.`,
              onDelete: () => remove.mutateAsync(rate),
            }
          : undefined
      }
    >
      {kinds.length > 1 && (
        <NativeSelect
          label={t`Paid`}
          data={kinds.map((value) => ({ value, label: t(KIND_WORDS[value]) }))}
          {...form.getInputProps('kind')}
        />
      )}
      <TextInput
        label={kind === 'piece' ? t`Amount per unit` : t`Amount per hour`}
        placeholder={units(3.4)}
        inputMode="decimal"
        maxLength={20}
        withAsterisk
        data-autofocus
        rightSection={currency}
        rightSectionWidth={56}
        {...form.getInputProps('amount')}
      />
      <DateField label={t`From`} withAsterisk {...form.getInputProps('from')} />
      {FIELDS[kind].map((key) => (
        <NativeSelect
          key={key}
          label={titles[key]}
          data={[{ value: '', label: key === 'employeeId' ? t`None` : t`Any` }, ...choices[key]]}
          {...form.getInputProps(key)}
        />
      ))}
    </RecordDialog>
  );
}
