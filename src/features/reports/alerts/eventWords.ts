import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { AlertEvent } from '#contract/reports/alerts.ts';
import { labelled } from '../../../lib/lists.ts';

type Kind = AlertEvent['kind'];
type Amount = { label: MessageDescriptor; unit: MessageDescriptor; min: number; max: number; first: number };
/** `amount` null: nothing is to be chosen. */
type Words = { name: MessageDescriptor; description: MessageDescriptor; amount: Amount | null };

/** The events that an alert can wait for, in words; `min` and `max` as the contract has them. */
export const EVENTS: Record<Kind, Words> = {
  'no-show': {
    name: msg`An employee has not come`,
    description: msg`Once per person and day. People who cannot be judged are not named: that they are not known is said once.`,
    amount: { label: msg`After start and grace`, unit: msg`min`, min: 0, max: 480, first: 15 },
  },
  'silent-device': {
    name: msg`A device is silent`,
    description: msg`Once per device and day, while people are due who clock on it.`,
    amount: { label: msg`Without contact for`, unit: msg`min`, min: 15, max: 1_440, first: 30 },
  },
  'unusual-count': {
    name: msg`Fewer or more people than usual`,
    description: msg`Compared with the same time on the last four such weekdays; once per day.`,
    amount: { label: msg`Away from usual by`, unit: msg`%`, min: 5, max: 100, first: 20 },
  },
  'limit-near': {
    name: msg`A limit of hours is near`,
    description: msg`Of a day or of seven days, for people at work, as near as their hours rule says; once per person and day.`,
    amount: null,
  },
  defects: {
    name: msg`Many defects in an employee’s samples`,
    description: msg`Of one defect in the last three samples of a person within seven days; once per person and day.`,
    amount: { label: msg`More than`, unit: msg`%`, min: 1, max: 100, first: 5 },
  },
};

/** Returns an event with an amount, or with the one that is offered first. */
export function eventOf(kind: Kind, amount = EVENTS[kind].amount?.first ?? 0): AlertEvent {
  if (kind === 'limit-near') return { kind };
  return kind === 'unusual-count' || kind === 'defects' ? { kind, percent: amount } : { kind, minutes: amount };
}

/** 'An employee has not come: 15 min'. */
export function eventWords(event: AlertEvent): string {
  const { name, amount } = EVENTS[event.kind];
  return amount ? labelled(t(name), `${amountOf(event)} ${t(amount.unit)}`) : t(name);
}

/** Returns what was chosen of an event; undefined where there is nothing to choose. */
export function amountOf(event: AlertEvent): number | undefined {
  if ('minutes' in event) return event.minutes;
  return 'percent' in event ? event.percent : undefined;
}
