import { useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { MAX_SAMPLE_DAYS } from '#contract/office/auditSamples.ts';
import type { Span } from '../../../lib/dayRange.ts';
import { dayLabel } from '../../../lib/zoned.ts';
import { NewKeyDialog } from '../../../shell/NewKeyDialog.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { useForm } from '../../../ui/useForm.ts';
import { createSampleMutation } from './samples.queries.ts';

/** Draws a sample of the days that are shown and shows its link, this once. */
export function SampleDialog({ span, onClose }: { span: Span; onClose: () => void }) {
  const { t } = useLingui();
  const create = useMutation(createSampleMutation);
  const form = useForm<{ name: string; seed: string; days: number }>({
    initialValues: { name: '', seed: '', days: 7 },
    validate: { name: (name) => (name.trim() === '' ? t`Auditor is required` : null) },
    validateInputOnBlur: true,
  });
  return (
    <NewKeyDialog
      title={t`Sample, ${dayLabel(span.from)} to ${dayLabel(span.to)}`}
      submit={t`Draw`}
      form={form}
      make={async ({ name, seed, days }) => {
        const body = { name: name.trim(), dates: span, days, ...(seed.trim() && { seed: seed.trim() }) };
        return (await create.mutateAsync(body)).link;
      }}
      shown={{
        title: t`Link for the auditor`,
        note: t`The link is shown this once. Anyone who has it can read these people’s hours until it ends.`,
        what: 'link',
      }}
      onClose={onClose}
    >
      <TextInput label={t`Auditor`} required maxLength={120} data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={t`Seed`}
        description={t`The auditor’s own word or number. Without it one is made; either is printed on the sample.`}
        maxLength={60}
        {...form.getInputProps('seed')}
      />
      <NumberField
        label={t`The link ends after`}
        min={1}
        max={MAX_SAMPLE_DAYS}
        unit={t`days`}
        {...form.getInputProps('days')}
        onChange={(days) => form.setFieldValue('days', days || 1)}
      />
    </NewKeyDialog>
  );
}
