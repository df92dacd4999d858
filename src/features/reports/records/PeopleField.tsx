import { useLingui } from '@lingui/react/macro';
import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_RECORD_PEOPLE } from '#contract/reports/recordFiles.ts';
import { messageOf } from '../../../api/errors.ts';
import { findPeopleQuery } from '../../../api/findPeople.ts';
import { dayLabel } from '../../../lib/zoned.ts';

export type Chosen = { value: string; label: string };
type Props = { accountId: string; value: readonly Chosen[]; onChange: (people: Chosen[]) => void };

const ASK_AFTER_MS = 200;

/** Chooses single people, whom the server finds by name, number or PIN. */
export function PeopleField({ accountId, value, onChange }: Props) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const [term] = useDebouncedValue(typed.trim(), ASK_AFTER_MS);
  const found = useQuery(findPeopleQuery(accountId, term, 'all'));
  const offered = (found.data?.people ?? []).map(({ _id, number, firstName, lastName, leftOn }) => ({
    value: _id,
    label: (leftOn
      ? t`${firstName} ${lastName}, ${number}, left on ${dayLabel(leftOn)}`
      : `${firstName} ${lastName}, ${number}`
    ).trim(),
  }));
  const known = new Map([...value, ...offered].map((one) => [one.value, one]));
  return (
    <MultiSelect
      label={t`People`}
      description={t`Leave empty for everybody, or the people of the filter, including leavers.`}
      placeholder={value.length === 0 ? t`A name, number or PIN` : undefined}
      searchable
      clearable
      maxValues={MAX_RECORD_PEOPLE}
      data={[...known.values()]}
      // The server searches more than what is shown.
      filter={({ options }) =>
        options.filter((one) => 'value' in one && offered.some(({ value: id }) => id === one.value))
      }
      searchValue={typed}
      onSearchChange={setTyped}
      value={value.map((one) => one.value)}
      onChange={(ids) => onChange(ids.flatMap((id) => known.get(id) ?? []))}
      nothingFoundMessage={
        term === '' ? t`Type a name, number or PIN` : found.isFetching ? t`Loading` : t`No employee has this name`
      }
      error={found.isError ? messageOf(found.error) : undefined}
    />
  );
}
