import { useLingui } from '@lingui/react/macro';
import { SegmentedControl, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Day } from '../../../api/day.ts';
import { lookupNamesQuery, lookupsQuery } from '../../../api/names.ts';
import { spanLabel } from '../../../lib/spans.ts';
import { typedAs, unitsIn } from '../../../lib/typed.ts';
import { ActDialog } from './ActDialog.tsx';
import { CodeField } from './CodeField.tsx';
import classes from './corrections.module.css';
import { saveCorrection } from './corrections.queries.ts';
import { JobField } from './JobField.tsx';
import { MomentField } from './MomentField.tsx';
import { PersonPicker } from './PersonPicker.tsx';
import { defaultReason, itemsOf, type Subject, startOf, type Values } from './subject.ts';
import { nameOf } from './words.ts';

type Props = {
  subject: Subject;
  accountId: string;
  onClose: () => void;
};

/** Returns the values that the fields start with: those of the record. */
function initial({ change }: Subject): Values {
  const empty = {
    direction: 'out',
    at: undefined,
    endedAt: null,
    units: '',
    lookup1Code: null,
    lookup2Code: null,
    job: null,
    giveTo: null,
  } as const;
  switch (change.do) {
    case 'add-punch':
      return { ...empty, direction: change.direction };
    case 'direction':
      return { ...empty, direction: change.direction === 'in' ? 'out' : 'in' };
    case 'time':
      return { ...empty, at: Date.parse(change.at) };
    case 'entry': {
      const { endedAt, units, lookup1Code, lookup2Code } = change.entry;
      const ended = endedAt === null ? null : Date.parse(endedAt);
      return { ...empty, at: startOf(change.entry), endedAt: ended, units, lookup1Code, lookup2Code };
    }
    default:
      return empty;
  }
}

/** 'Correct Thandi Nkosi, Mon 23 Nov': adds, changes, reassigns or voids one record of a day, and shows what that changes. */
export function CorrectDialog({ subject, accountId, onClose }: Props) {
  const { t } = useLingui();
  const { employee, day, timeZone, change } = subject;
  const [started] = useState(() => initial(subject));
  const [values, setValues] = useState(started);
  const set = (changed: Partial<Values>) => setValues((before) => ({ ...before, ...changed }));
  const what = 'what' in change ? change.what : undefined;
  const name = employee ? nameOf(employee) : (what ?? '');
  const date = spanLabel(day, day);
  const shared = { day, timeZone };
  return (
    <ActDialog
      title={t`Correct ${name}, ${date}`}
      timeZone={timeZone}
      items={itemsOf(subject, values)}
      reason={defaultReason(subject)}
      submit={t`Save correction`}
      save={saveCorrection(t`Correction saved`)}
      onClose={onClose}
      dirty={JSON.stringify(values) !== JSON.stringify(started)}
    >
      {what && <Text>{change.do === 'void' ? t`${what} does not count.` : what}</Text>}
      {(change.do === 'add-punch' || change.do === 'direction') && (
        <SegmentedControl
          aria-label={t`Direction`}
          value={values.direction}
          onChange={(value) => set({ direction: value === 'in' ? 'in' : 'out' })}
          data={[
            { value: 'in', label: t`IN` },
            { value: 'out', label: t`OUT` },
          ]}
        />
      )}
      {(change.do === 'add-punch' || change.do === 'time') && (
        <MomentField {...shared} label={t`Time`} initial={started.at} onChange={(at) => set({ at })} autoFocus />
      )}
      {(change.do === 'add-entry' || change.do === 'entry') && (
        <EntryFields
          {...shared}
          accountId={accountId}
          hasDateAlone={change.do === 'entry' && Boolean(change.entry.date)}
          started={started}
          values={values}
          set={set}
        />
      )}
      {change.do === 'give' && (
        <PersonPicker
          day={{ accountId, referenceDate: day, timeZone, live: false } satisfies Day}
          except={employee?._id}
          value={values.giveTo}
          onChange={(giveTo) => set({ giveTo })}
          autoFocus
        />
      )}
    </ActDialog>
  );
}

type EntryProps = {
  day: string;
  timeZone: string;
  accountId: string;
  /** The entry has a date and no time: it may stay so. */
  hasDateAlone: boolean;
  started: Values;
  values: Values;
  set: (changed: Partial<Values>) => void;
};

/** The fields of piecework: units, times and lookups. */
function EntryFields({ day, timeZone, accountId, hasDateAlone, started, values, set }: EntryProps) {
  const { t } = useLingui();
  const names = useQuery(lookupNamesQuery(accountId)).data;
  const entries = useQuery(lookupsQuery(accountId)).data;
  const [units, setUnits] = useState(typedAs(started.units));
  const isUnits = unitsIn(units) !== undefined;
  return (
    <>
      <TextInput
        label={t`Units`}
        inputMode="decimal"
        required
        value={units}
        maxLength={14}
        onChange={({ currentTarget: { value } }) => {
          setUnits(value);
          set({ units: unitsIn(value) ?? '' });
        }}
        error={units !== '' && !isUnits ? t`A number of at most 3 decimals` : undefined}
        data-autofocus
      />
      <MomentField
        day={day}
        timeZone={timeZone}
        label={t`Start`}
        optional={hasDateAlone}
        initial={started.at}
        onChange={(at) => set({ at })}
      />
      <MomentField
        day={day}
        timeZone={timeZone}
        label={t`End`}
        optional
        initial={started.endedAt ?? undefined}
        onChange={(endedAt) => set({ endedAt: endedAt ?? null })}
      />
      <div className={classes.named}>
        {(['lookup1', 'lookup2'] as const).map((lookup) => (
          <CodeField
            key={lookup}
            label={names?.[lookup] ?? ''}
            entries={entries && (entries.find((one) => `lookup${one.lookup}` === lookup)?.entries ?? [])}
            value={values[`${lookup}Code`]}
            onChange={(code) => set({ [`${lookup}Code`]: code })}
          />
        ))}
        <JobField
          accountId={accountId}
          label={t`Job description`}
          placeholder={started.units === '' ? undefined : t`As it is`}
          value={values.job}
          onChange={(job) => set({ job })}
        />
      </div>
    </>
  );
}
