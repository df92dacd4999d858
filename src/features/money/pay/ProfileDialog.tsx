import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Box, Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  PAY_COLUMNS,
  PAY_ELEMENT_WORDS,
  PAY_ELEMENTS,
  PAY_LAYOUTS,
  type PayColumn,
  type PayElement,
  type PayLayoutName,
  type PayProfile,
  type PaySettings,
  payLayout,
} from '#contract/money/payFiles.ts';
import { translated } from '../../../lib/words.tsx';
import { dayLabel } from '../../../lib/zoned.ts';
import { RecordDialog } from '../../../shell/RecordDialog.tsx';
import { useForm } from '../../../ui/useForm.ts';
import { deleteProfileMutation, type ProfileInput, saveProfileMutation } from './payFiles.queries.ts';

type Props = {
  accountId: string;
  /** Null: a new one. */
  profile: PayProfile | null;
  onClose: () => void;
};
type Values = Omit<ProfileInput, 'settings'> &
  Omit<PaySettings, 'codes'> & { codes: Record<PayElement, string>; unsent: Record<PayElement, boolean> };
type ProfileForm = UseFormReturnType<Values>;

const COLUMN_WORDS: Record<PayColumn, MessageDescriptor> = {
  number: msg`Employee number`,
  firstName: msg`First name`,
  lastName: msg`Last name`,
  from: msg`First day of the period`,
  to: msg`Last day of the period`,
  date: msg`Date`,
  code: msg`Code`,
  lookup1: msg`Product code`,
  lookup2: msg`Block code`,
  hours: msg`Hours`,
  units: msg`Units`,
  rate: msg`Rate`,
  amount: msg`Amount`,
};
/** The placeholders of the codes of the work. */
const LOOKUP1 = '{lookup1}';
const LOOKUP2 = '{lookup2}';
const HINTS: Record<PayLayoutName, MessageDescriptor> = {
  csv: msg`${LOOKUP1} and ${LOOKUP2} in a code are the codes of the work.`,
  xlsx: msg`${LOOKUP1} and ${LOOKUP2} in a code are the codes of the work.`,
  simplePay: msg`Hours only. A code is the heading of a column, without special characters.`,
  sageVip: msg`A code is the place of the value in your batch layout: 1 to 5.`,
  thesaurus: msg`Hours only. A code is 1, 1.5, 2 or 1.33.`,
  paymentEvolution: msg`A code is a TimeCode, such as R, O, D, X or 16.`,
  sageIreland: msg`A code is a payment number, or that with department and cost centre: 1/N/${LOOKUP1}.`,
  brightPay: msg`Hours only. A code is 1, 1.5, 1.33, 1.25, 2, 3 or 4. Choose the columns by their headings at the import.`,
  paySauce: msg`A code is a label of your Factor tagset, or a factor. Employee numbers are the IRD number or the external reference.`,
  payHero: msg`Hours only, found by display name. A code is the name of the work.`,
  adp: msg`A code is Reg or O/T, or your code of hours or earnings.`,
  quickBooks: msg`Hours only, found by name. A code is a payroll item. Export a timer list for the two fields of the company.`,
};
/** The fields that a layout has beside codes. */
const LAYOUT_FIELDS: Partial<
  Record<PayLayoutName, { field: 'company' | 'batch' | 'created'; label: MessageDescriptor; maxLength: number }[]>
> = {
  sageVip: [
    { field: 'company', label: msg`Company code`, maxLength: 3 },
    { field: 'batch', label: msg`Batch number`, maxLength: 1 },
  ],
  adp: [
    { field: 'company', label: msg`Company code`, maxLength: 3 },
    { field: 'batch', label: msg`Batch ID`, maxLength: 8 },
  ],
  quickBooks: [
    { field: 'company', label: msg`Company name`, maxLength: 60 },
    { field: 'created', label: msg`Company creation time`, maxLength: 20 },
  ],
};
/** The layouts that take nothing but hours. */
const HOURS_ONLY: readonly PayLayoutName[] = ['simplePay', 'thesaurus', 'brightPay', 'payHero', 'quickBooks'];
/** The layouts that leave the form of hours to the profile. */
const HOUR_FORMS: readonly PayLayoutName[] = ['csv', 'xlsx', 'sageVip'];
const FIRST: readonly PayColumn[] = ['number', 'code', 'hours', 'units', 'amount'];
const ofEach = <T,>(value: (element: PayElement) => T) =>
  Object.fromEntries(PAY_ELEMENTS.map((element) => [element, value(element)])) as Record<PayElement, T>;
const valuesOf = ({ name, layout, settings: { codes, ...settings } }: ProfileInput): Values => ({
  name,
  layout,
  company: '',
  batch: '',
  created: '',
  names: 'First Last',
  ...settings,
  codes: ofEach((element) => codes[element] ?? ''),
  unsent: ofEach((element) => codes[element] === null),
});
const inputOf = ({ name, layout, codes, unsent, ...settings }: Values): ProfileInput => {
  const sent: PaySettings['codes'] = {};
  for (const one of PAY_ELEMENTS) {
    const code = codes[one].trim();
    if (unsent[one] || code) sent[one] = unsent[one] ? null : code;
  }
  return { name, layout, settings: { ...settings, codes: sent } };
};
/** Returns a profile of amounts: hours are not sent until they are chosen. */
const newProfile = (): ProfileInput => ({
  name: '',
  layout: 'csv',
  settings: {
    codes: Object.fromEntries(PAY_ELEMENTS.flatMap((one) => (one.startsWith('hours.') ? [[one, null]] : []))),
    hours: 'decimal',
    dates: 'YYYY-MM-DD',
    separator: ',',
    columns: FIRST.map((column) => ({ column, head: t(COLUMN_WORDS[column]) })),
  },
});

/** Adds, changes or deletes a profile of payroll files: its layout, payroll's codes, and the columns of a CSV of one's own. */
export default function ProfileDialog({ accountId, profile, onClose }: Props) {
  const { t } = useLingui();
  const save = useMutation(saveProfileMutation(accountId, profile));
  const remove = useMutation(deleteProfileMutation(accountId));
  const form = useForm<Values>({
    initialValues: valuesOf(profile ?? newProfile()),
    validate: {
      name: (name) => (name.trim() ? null : t`Name is required`),
      columns: { head: (head) => (head.trim() ? null : t`Heading is required`) },
    },
    validateInputOnBlur: true,
  });
  const { layout } = form.values;
  const { source } = PAY_LAYOUTS[layout];
  const chooseLayout = (chosen: PayLayoutName) => {
    form.setFieldValue('layout', chosen);
    // A new profile sends what its layout takes, until something was said of it.
    if (!profile && Object.values(form.values.codes).every((code) => code === ''))
      form.setFieldValue(
        'unsent',
        ofEach((element) => element.startsWith('hours.') !== HOURS_ONLY.includes(chosen)),
      );
  };
  return (
    <RecordDialog
      title={profile ? t`Edit profile` : t`Add profile`}
      form={form}
      onSave={(values) => save.mutateAsync(inputOf(values))}
      onClose={onClose}
      deletion={
        profile
          ? {
              question: t`Files are no longer downloaded by it. What was downloaded stays in the list.`,
              onDelete: () => remove.mutateAsync(profile),
            }
          : undefined
      }
    >
      <TextInput label={t`Name`} withAsterisk maxLength={120} data-autofocus {...form.getInputProps('name')} />
      <NativeSelect
        label={t`Layout`}
        data={payLayout.options.map((value) => ({ value, label: translated(PAY_LAYOUTS[value].name) }))}
        {...form.getInputProps('layout')}
        onChange={({ currentTarget }) => chooseLayout(payLayout.parse(currentTarget.value))}
      />
      {source && (
        <Text size="sm">
          <Trans>
            Layout of {dayLabel(source.date)}:{' '}
            <Anchor href={source.url} target="_blank" rel="noreferrer" inherit underline="always">
              source
            </Anchor>
          </Trans>
        </Text>
      )}
      <PayrollCodes form={form} />
      {HOUR_FORMS.includes(layout) && (
        <NativeSelect
          label={t`Hours`}
          data={[
            { value: 'decimal', label: t`7.50 is seven and a half hours` },
            { value: 'clock', label: t`7.30 is seven hours and 30 minutes` },
          ]}
          {...form.getInputProps('hours')}
        />
      )}
      {LAYOUT_FIELDS[layout]?.map(({ field, label, maxLength }) => (
        <TextInput key={field} label={t(label)} maxLength={maxLength} {...form.getInputProps(field)} />
      ))}
      {(layout === 'payHero' || layout === 'quickBooks') && (
        <NativeSelect
          label={t`Names`}
          data={[
            { value: 'First Last', label: t`First Last` },
            { value: 'Last, First', label: t`Last, First` },
          ]}
          {...form.getInputProps('names')}
        />
      )}
      {layout === 'csv' && <CsvFormat form={form} />}
      {(layout === 'csv' || layout === 'xlsx') && <FileColumns form={form} />}
    </RecordDialog>
  );
}

/** Payroll's code of each kind of line, or that it is not sent. */
function PayrollCodes({ form }: { form: ProfileForm }) {
  const { t } = useLingui();
  const { layout, codes, unsent } = form.values;
  return (
    <Part legend={t`Payroll's codes`}>
      <Text size="sm" c="dimmed">
        {t(HINTS[layout])} <Trans>A kind without a code stops a file that has it, unless it is not sent.</Trans>
      </Text>
      {PAY_ELEMENTS.map((element) => (
        <Group key={element} align="flex-end" gap="sm" wrap="nowrap">
          <TextInput
            flex={1}
            label={translated(PAY_ELEMENT_WORDS[element])}
            maxLength={40}
            disabled={unsent[element]}
            value={codes[element]}
            onChange={({ currentTarget }) => form.setFieldValue('codes', { ...codes, [element]: currentTarget.value })}
          />
          <Checkbox
            label={t`Not sent`}
            aria-label={t`${translated(PAY_ELEMENT_WORDS[element])}: not sent`}
            mb={8}
            checked={unsent[element]}
            onChange={({ currentTarget }) =>
              form.setFieldValue('unsent', { ...unsent, [element]: currentTarget.checked })
            }
          />
        </Group>
      ))}
    </Part>
  );
}

/** How a CSV file writes dates and parts its columns. */
function CsvFormat({ form }: { form: ProfileForm }) {
  const { t } = useLingui();
  return (
    <>
      <NativeSelect
        label={t`Dates`}
        data={['YYYY-MM-DD', 'DD/MM/YYYY', 'MM/DD/YYYY', 'YYYYMMDD']}
        {...form.getInputProps('dates')}
      />
      <NativeSelect
        label={t`Columns are parted by`}
        data={[
          { value: ',', label: t`Comma` },
          { value: ';', label: t`Semicolon` },
          { value: 'tab', label: t`Tab` },
        ]}
        {...form.getInputProps('separator')}
      />
    </>
  );
}

/** The columns of a CSV file or workbook of one's own, in their order. */
function FileColumns({ form }: { form: ProfileForm }) {
  const { t } = useLingui();
  const { columns } = form.values;
  const others = PAY_COLUMNS.filter((one) => !columns.some(({ column }) => column === one));
  return (
    <Part legend={t`Columns, in order`}>
      {columns.map(({ column }, nth) => (
        <Group key={column} align="flex-end" gap="sm" wrap="nowrap">
          <TextInput
            flex={1}
            label={t`${nth + 1}. ${t(COLUMN_WORDS[column])}: heading`}
            maxLength={60}
            {...form.getInputProps(`columns.${nth}.head`)}
          />
          <Button
            variant="subtle"
            aria-label={t`Remove ${t(COLUMN_WORDS[column])}`}
            disabled={columns.length === 1}
            onClick={() => form.removeListItem('columns', nth)}
          >
            <Trans>Remove</Trans>
          </Button>
        </Group>
      ))}
      {others.length > 0 && (
        <NativeSelect
          label={t`Add a column`}
          data={[{ value: '', label: t`Choose` }, ...others.map((value) => ({ value, label: t(COLUMN_WORDS[value]) }))]}
          value=""
          onChange={({ currentTarget: { value } }) => {
            const column = others.find((one) => one === value);
            if (column) form.insertListItem('columns', { column, head: t(COLUMN_WORDS[column]) });
          }}
        />
      )}
    </Part>
  );
}

/** Inputs that belong together, under their name. */
const Part = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <Box component="fieldset" bd={0} p={0} m={0} miw={0}>
    <Text component="legend" fw={600} p={0} mb="xs">
      {legend}
    </Text>
    <Stack gap="xs">{children}</Stack>
  </Box>
);
