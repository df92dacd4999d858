import { TextInput, type TextInputProps } from '@mantine/core';
import { wallTimeOf } from './shifts.ts';

type Props = Omit<TextInputProps, 'value' | 'onChange'> & { value: string; onChange: (text: string) => void };

/** A wall time, typed freely ('7', '730'); when the field loses the focus it becomes HH:MM. */
export const TimeInput = ({ value, onChange, ...props }: Props) => (
  <TextInput
    placeholder="07:00"
    maxLength={5}
    autoComplete="off"
    {...props}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    onBlur={(event) => {
      const wallTime = wallTimeOf(value);
      if (wallTime !== null && wallTime !== value) onChange(wallTime);
      props.onBlur?.(event);
    }}
  />
);
