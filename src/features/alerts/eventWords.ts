import type { AlertEvent } from '#contract/alerts.ts';

type Kind = AlertEvent['kind'];
type Words = {
  name: string;
  label: string;
  description: string;
  unit: string;
  min: number;
  max: number;
  first: number;
};

/** The events that an alert can wait for, in words; `min` and `max` as the contract has them. */
export const EVENTS: Record<Kind, Words> = {
  'no-show': {
    name: 'An employee has not come',
    label: 'After start and grace',
    description:
      'Once per person and day. People who cannot be judged are not named: that they are not known is said once.',
    unit: 'min',
    min: 0,
    max: 480,
    first: 15,
  },
  'silent-device': {
    name: 'A device is silent',
    label: 'Without contact for',
    description: 'Once per device and day, while people are due who clock on it.',
    unit: 'min',
    min: 15,
    max: 1_440,
    first: 30,
  },
  'unusual-count': {
    name: 'Fewer or more people than usual',
    label: 'Away from usual by',
    description: 'Compared with the same time on the last four such weekdays; once per day.',
    unit: '%',
    min: 5,
    max: 100,
    first: 20,
  },
};

/** Returns an event with an amount, or with the one that is offered first. */
export function eventOf(kind: Kind, amount = EVENTS[kind].first): AlertEvent {
  return kind === 'unusual-count' ? { kind, percent: amount } : { kind, minutes: amount };
}

/** 'An employee has not come: 15 min'. */
export function eventWords(event: AlertEvent): string {
  const { name, unit } = EVENTS[event.kind];
  return `${name}: ${'minutes' in event ? event.minutes : event.percent} ${unit}`;
}
