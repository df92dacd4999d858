import { NativeSelect } from '@mantine/core';
import { type AlertEvent, alertEvent } from '#contract/alerts.ts';
import { NumberField } from '../../ui/NumberField.tsx';
import { EVENTS, eventOf } from './eventWords.ts';

type Props = { event: AlertEvent; disabled: boolean; onChange: (event: AlertEvent) => void };

/** Chooses the event that an alert waits for, and its one number. */
export function EventField({ event, disabled, onChange }: Props) {
  const { unit, label, min, max } = EVENTS[event.kind];
  const amount = 'minutes' in event ? event.minutes : event.percent;
  return (
    <>
      <NativeSelect
        label="What happens"
        data-field="event"
        disabled={disabled}
        value={event.kind}
        onChange={({ currentTarget }) => {
          const chosen = alertEvent.options.find(({ shape }) => shape.kind.value === currentTarget.value);
          if (chosen) onChange(eventOf(chosen.shape.kind.value));
        }}
        data={Object.entries(EVENTS).map(([value, words]) => ({ value, label: words.name }))}
      />
      <NumberField
        key={event.kind}
        label={label}
        description={EVENTS[event.kind].description}
        unit={unit}
        min={min}
        max={max}
        disabled={disabled}
        defaultValue={amount}
        onChange={(value) => value !== '' && onChange(eventOf(event.kind, value))}
      />
    </>
  );
}
