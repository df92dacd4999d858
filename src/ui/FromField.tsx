import { useLingui } from '@lingui/react/macro';
import { Checkbox, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { DateField } from './DateField.tsx';

type Props = {
  label: string;
  /** The account's local date; null: always. */
  value: string | null;
  onChange: (from: string | null) => void;
  today: string;
  error?: ReactNode;
  description?: string;
};

/** A date from which something is in force, by default today; 'Always' is a checkbox, because it judges the past again. */
export function FromField({ label, value, onChange, today, error, description }: Props) {
  const { t } = useLingui();
  return (
    <Stack gap="xs">
      <DateField
        label={label}
        value={value ?? ''}
        disabled={value === null}
        description={description}
        error={error}
        onChange={onChange}
      />
      <Checkbox
        label={t`Always: the past is judged anew`}
        checked={value === null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? null : today)}
      />
    </Stack>
  );
}
