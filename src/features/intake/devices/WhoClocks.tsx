import { useLingui } from '@lingui/react/macro';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Employee, listAccountEmployees } from '#contract/masterData/employees.ts';
import { getGroups } from '#contract/masterData/groups.ts';
import { groupChoices } from '../../../api/choices.ts';
import { accountEmployeesQuery } from '../../../api/employees.ts';
import { useMayCall } from '../../../state/session.ts';
import { deviceGroupsQuery } from './devices.queries.ts';
import { EmployeePicker } from './EmployeePicker.tsx';

type Props = { accountId: string; chosen: readonly string[]; onChange: (employeeIds: string[]) => void };

/** Chooses who clocks on a new device: everybody, a group, single people, or later. Renders nothing for a user who may not see the employees. */
export function WhoClocks({ accountId, chosen, onChange }: Props) {
  const { t } = useLingui();
  const maySee = useMayCall(listAccountEmployees);
  const mayName = useMayCall(getGroups);
  const { data: everybody = [] } = useQuery({ ...accountEmployeesQuery(accountId), enabled: maySee });
  const { data: groups } = useQuery({ ...deviceGroupsQuery(accountId), enabled: maySee && mayName });
  const [choice, setChoice] = useState('');
  if (!maySee) return null;
  const active = everybody.filter(({ isActive }) => isActive);
  const within = (field: 'employeeGroupId' | 'timeGroupId', id: string) => active.filter((one) => one[field] === id);
  const optionsOf = (field: 'employeeGroupId' | 'timeGroupId', named: Parameters<typeof groupChoices>[0]) =>
    groupChoices(named).flatMap(({ id, label }) => {
      const people = within(field, id).length;
      return people === 0 ? [] : [{ value: `${field} ${id}`, label: `${label} (${people})` }];
    });
  const peopleOf = (value: string): Employee[] => {
    const [field, id = ''] = value.split(' ');
    if (field === 'employeeGroupId' || field === 'timeGroupId') return within(field, id);
    return value === 'all' ? active : [];
  };
  const choose = (value: string) => {
    setChoice(value);
    // Single people are chosen from those who are chosen already.
    if (value !== 'some') onChange(peopleOf(value).map(({ _id }) => _id));
  };
  return (
    <>
      <NativeSelect
        label={t`Who clocks on it`}
        value={choice}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[
          { value: '', label: t`Choose later` },
          { value: 'all', label: t`Everybody (${active.length})` },
          { value: 'some', label: t`Single people` },
          { group: t`Employee groups`, items: optionsOf('employeeGroupId', groups?.employeeGroups) },
          { group: t`Shifts`, items: optionsOf('timeGroupId', groups?.timeGroups) },
        ].filter(({ items }) => items?.length !== 0)}
      />
      {choice === 'some' && <EmployeePicker employees={everybody} chosen={chosen} onChange={onChange} />}
    </>
  );
}
