import { TextInput, type TextInputProps } from '@mantine/core';

type Props = Omit<TextInputProps, 'type' | 'onChange' | 'inputMode'> & {
  min: number;
  max: number;
  /** 1: whole numbers. */
  step?: number;
  /** '' while nothing is typed that is a number. */
  onChange?: (value: number | '') => void;
};

/**
 * A number, by the browser's own field: Mantine's brings a library of 36 kB that formats what is typed, and nothing here is formatted. What is
 * outside the bounds is brought inside when the field is left.
 */
export function NumberField({ min, max, step = 1, onChange, onBlur, ...rest }: Props) {
  const inside = (value: number) => Math.min(max, Math.max(min, step === 1 ? Math.round(value) : value));
  return (
    <TextInput
      {...rest}
      type="number"
      inputMode={step === 1 ? 'numeric' : 'decimal'}
      min={min}
      max={max}
      step={step}
      onChange={({ currentTarget: { valueAsNumber } }) => onChange?.(Number.isNaN(valueAsNumber) ? '' : valueAsNumber)}
      onBlur={(event) => {
        const { valueAsNumber } = event.currentTarget;
        if (!Number.isNaN(valueAsNumber) && inside(valueAsNumber) !== valueAsNumber) onChange?.(inside(valueAsNumber));
        onBlur?.(event);
      }}
      // Scrolling past the field changes no number.
      onWheel={({ currentTarget }) => currentTarget.blur()}
    />
  );
}
