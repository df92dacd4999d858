import { Trans, useLingui } from '@lingui/react/macro';
import { Group, NativeSelect, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Setup } from '#contract/office/setup.ts';
import { browserZone } from '../../../lib/clockZone.ts';
import { zoneChoices } from '../../../lib/timeZones.ts';
import { wallTimeIn } from '../../../lib/typed.ts';
import { weekdayName } from '../../../lib/zoned.ts';
import { TimeField } from '../../../ui/TimeField.tsx';
import {
  HOURS,
  type HoursChoice,
  LAST_DAYS,
  lookupsSheet,
  type OwnHours,
  STEP_QUESTION,
  shiftsSheet,
} from './firstRun.ts';
import { StepForm } from './StepForm.tsx';
import { timeZoneMutation } from './setup.queries.ts';
import { takeCellsMutation } from './workbook.queries.ts';

type Props = { accountId: string; onNext: () => void };

/** Asks for the account's time zone and proposes the browser's; once an employee has clocked it can no longer be changed here. */
export function TimeZoneStep({ accountId, setup, onNext }: Props & { setup: Setup }) {
  const { t } = useLingui();
  const save = useMutation(timeZoneMutation(accountId));
  const [zone, setZone] = useState(() => (setup.isTimeZoneChosen ? setup.timeZone : browserZone()));
  const isSettled = !setup.canChangeTimeZone;
  return (
    <StepForm
      label={t(STEP_QUESTION['time-zone'])}
      error={save.error}
      busy={save.isPending}
      onSubmit={() => (isSettled ? onNext() : save.mutate(zone, { onSuccess: onNext }))}
    >
      <NativeSelect
        label={t`Time zone`}
        description={isSettled ? t`People have clocked: an administrator can change it.` : t`Days and shifts go by it.`}
        disabled={isSettled}
        data={zoneChoices(zone)}
        value={isSettled ? setup.timeZone : zone}
        onChange={({ currentTarget }) => setZone(currentTarget.value)}
      />
    </StepForm>
  );
}

/** Asks for the hours of the first time groups. */
export function ShiftsStep({ accountId, onNext }: Props) {
  const { t } = useLingui();
  const take = useMutation(takeCellsMutation(accountId));
  const [choice, setChoice] = useState<HoursChoice>('day');
  const [own, setOwn] = useState<OwnHours>({ start: '08:00', end: '17:00', lastDay: 'Fri' });
  const times = { start: wallTimeIn(own.start), end: wallTimeIn(own.end) };
  const isWrong = choice === 'own' && (times.start === null || times.end === null);
  const hours = { ...own, start: times.start ?? '', end: times.end ?? '' };
  return (
    <StepForm
      label={t(STEP_QUESTION.shifts)}
      error={take.error}
      busy={take.isPending}
      disabled={isWrong}
      onSubmit={() => take.mutate(shiftsSheet(choice, hours), { onSuccess: onNext })}
    >
      <Radio.Group
        aria-label={t`Hours`}
        value={choice}
        onChange={(value) => setChoice(value in HOURS ? (value as HoursChoice) : 'day') /* a key of the constant */}
      >
        <Stack gap="xs">
          {Object.entries(HOURS).map(([value, label]) => (
            <Radio key={value} value={value} size="md" label={t(label)} />
          ))}
        </Stack>
      </Radio.Group>
      {choice === 'own' && (
        <Group gap="sm">
          <TimeField label={t`Start`} value={own.start} onChange={(start) => setOwn({ ...own, start })} w={120} />
          <TimeField label={t`End`} value={own.end} onChange={(end) => setOwn({ ...own, end })} w={120} />
        </Group>
      )}
      <NativeSelect
        label={t`Monday to`}
        value={own.lastDay}
        onChange={({ currentTarget }) => setOwn({ ...own, lastDay: currentTarget.value })}
        data={Object.entries(LAST_DAYS).map(([value, weekday]) => ({ value, label: weekdayName(weekday) }))}
      />
      <Text size="sm" c="dimmed">
        <Trans>Breaks, graces and other days are changed on the page Shifts at any time.</Trans>
      </Text>
    </StepForm>
  );
}

/** Asks for the first lookup and its entries, by which piecework is counted. */
export function LookupsStep({ accountId, onNext }: Props) {
  const { t } = useLingui();
  const take = useMutation(takeCellsMutation(accountId));
  const [name, setName] = useState('');
  const [entries, setEntries] = useState('');
  const list = [...new Set(entries.split('\n').map((each) => each.trim()))].filter(Boolean);
  return (
    <StepForm
      label={t(STEP_QUESTION.lookups)}
      error={take.error}
      busy={take.isPending}
      disabled={name.trim() === ''}
      onSubmit={() => take.mutate(lookupsSheet(name.trim(), list), { onSuccess: onNext })}
      onSkip={onNext}
    >
      <TextInput
        label={t`What is picked, packed or sewn is called`}
        placeholder={t`Products`}
        maxLength={60}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Textarea
        label={t`One per line`}
        placeholder={t`Apples
Pears`}
        rows={4}
        value={entries}
        onChange={({ currentTarget }) => setEntries(currentTarget.value)}
      />
    </StepForm>
  );
}

/** Explains how people can clock; there is nothing to fill in. */
export function DevicesStep({ onNext, children }: { onNext: () => void; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <StepForm label={t(STEP_QUESTION.devices)} onSubmit={onNext}>
      {children}
    </StepForm>
  );
}
