import { t } from '@lingui/core/macro';
import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { wallTimeIn } from '../lib/typed.ts';

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: string;
  onChange: (text: string) => void;
  /** Seconds can be typed as well. */
  seconds?: boolean;
};

/** A wall time, typed freely ('7', '730'); when the field loses the focus it becomes HH:MM. `wallTimeIn` reads what is not finished yet. */
export function TimeField({ value, onChange, seconds = false, ...props }: Props) {
  const [isLeft, setLeft] = useState(false);
  const wallTime = wallTimeIn(value, seconds);
  return (
    <TextInput
      placeholder="--:--"
      maxLength={seconds ? 8 : 5}
      autoComplete="off"
      {...props}
      error={props.error ?? (isLeft && value !== '' && wallTime === null && t`A time, such as 07:00`)}
      value={value}
      onChange={({ currentTarget }) => {
        setLeft(false);
        onChange(currentTarget.value);
      }}
      onBlur={(event) => {
        setLeft(true);
        if (wallTime !== null && wallTime !== value) onChange(wallTime);
        props.onBlur?.(event);
      }}
    />
  );
}
