import { useLingui } from '@lingui/react/macro';
import { NativeSelect } from '@mantine/core';
import { type AlertEvent, alertEvent } from '#contract/reports/alerts.ts';
import { NumberField } from '../../../ui/NumberField.tsx';
import { amountOf, EVENTS, eventOf } from './eventWords.ts';

type Props = { event: AlertEvent; disabled: boolean; onChange: (event: AlertEvent) => void };

/** Chooses the event that an alert waits for, and its number where it has one. */
export function EventField({ event, disabled, onChange }: Props) {
  const { t } = useLingui();
  const { description, amount } = EVENTS[event.kind];
  return (
    <>
      <NativeSelect
        label={t`What happens`}
        description={amount ? undefined : t(description)}
        data-field="event"
        disabled={disabled}
        value={event.kind}
        onChange={({ currentTarget }) => {
          const chosen = alertEvent.options.find(({ shape }) => shape.kind.value === currentTarget.value);
          if (chosen) onChange(eventOf(chosen.shape.kind.value));
        }}
        data={Object.entries(EVENTS).map(([value, words]) => ({ value, label: t(words.name) }))}
      />
      {amount && (
        <NumberField
          key={event.kind}
          label={t(amount.label)}
          description={t(description)}
          unit={t(amount.unit)}
          min={amount.min}
          max={amount.max}
          disabled={disabled}
          defaultValue={amountOf(event)}
          onChange={(value) => value !== '' && onChange(eventOf(event.kind, value))}
        />
      )}
    </>
  );
}
