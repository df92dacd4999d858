import { Text, TextInput, type TextInputProps } from '@mantine/core';

type Props = Omit<TextInputProps, 'type' | 'onChange' | 'inputMode' | 'rightSection'> & {
  /** 'min', 'ZAR'. */
  unit?: string | undefined;
  min: number;
  max: number;
  /** 1 allows whole numbers only. */
  step?: number;
  /** Called with '' while the text is no number. */
  onChange?: (value: number | '') => void;
};

/**
 * A number in the browser's own field: Mantine's brings a library of 36 kB for formatting, which is not needed here. A value outside the bounds is
 * moved inside when the field loses the focus.
 */
export function NumberField({ min, max, step = 1, unit, onChange, onBlur, ...rest }: Props) {
  const inside = (value: number) => Math.min(max, Math.max(min, step === 1 ? Math.round(value) : value));
  return (
    <TextInput
      {...rest}
      {...(unit && { rightSection: <Text size="sm">{unit}</Text>, rightSectionWidth: '3.5rem' })}
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
      // Scrolling over the field must not change the number.
      onWheel={({ currentTarget }) => currentTarget.blur()}
    />
  );
}
