import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_SAMPLE_DAYS } from '#contract/auditSamples.ts';
import { fieldErrors } from '../../api/issues.ts';
import type { Span } from '../../lib/dayRange.ts';
import { dayLabel } from '../../lib/zoned.ts';
import { useOfflineReason } from '../../state/reachability.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { ShownOnce } from '../../ui/ShownOnce.tsx';
import { createSampleMutation } from './samples.queries.ts';

/** Draws a sample of the days that are shown and shows its link, this once. */
export function SampleDialog({ span, onClose }: { span: Span; onClose: () => void }) {
  const offline = useOfflineReason();
  const create = useMutation(createSampleMutation);
  const [link, setLink] = useState<string>();
  const form = useForm<{ name: string; seed: string; days: number }>({
    initialValues: { name: '', seed: '', days: 7 },
    validate: { name: (name) => (name.trim() === '' ? 'Auditor is required' : null) },
    validateInputOnBlur: true,
  });
  const submit = async ({ name, seed, days }: typeof form.values) => {
    try {
      const body = { name: name.trim(), dates: span, days, ...(seed.trim() && { seed: seed.trim() }) };
      setLink((await create.mutateAsync(body)).link);
    } catch (error) {
      form.setErrors(fieldErrors(error));
    }
  };
  if (link !== undefined)
    return (
      <ShownOnce
        title="Link for the auditor"
        note="The link is shown this once. Anyone who has it can read these people’s hours until it ends."
        secret={link}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Sample, ${dayLabel(span.from)} to ${dayLabel(span.to)}`}
      submit="Draw"
      onSubmit={form.onSubmit(submit)}
      canSubmit={!offline && form.isValid()}
      reason={offline}
      busy={form.submitting}
      dirty={form.isDirty()}
    >
      <TextInput label="Auditor" required maxLength={120} data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label="Seed"
        description="The auditor’s own word or number. Without it one is made; either is printed on the sample."
        maxLength={60}
        {...form.getInputProps('seed')}
      />
      <NumberField
        label="The link ends after"
        min={1}
        max={MAX_SAMPLE_DAYS}
        unit="days"
        {...form.getInputProps('days')}
        onChange={(days) => form.setFieldValue('days', days || 1)}
      />
    </FormDialog>
  );
}
