import { useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';

type DayProps = { value: string; today: string; onChange: (day: string) => void };
/** Chooses a day that is not in the future; an emptied field is today. */
export function DayField({ value, today, onChange }: DayProps) {
  const { t } = useLingui();
  return (
    <TextInput
      label={t`Day`}
      type="date"
      required
      max={today}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value || today)}
    />
  );
}

type TimeProps = { label: string; value: string; onChange: (time: string) => void };
/** Takes a time of day. */
export function TimeField({ label, value, onChange }: TimeProps) {
  return (
    <TextInput
      label={label}
      type="time"
      required
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
