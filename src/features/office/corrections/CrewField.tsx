import { useLingui } from '@lingui/react/macro';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { groupChoices, MOST_SHOWN } from '../../../api/choices.ts';
import { groupsQuery } from '../../../api/names.ts';
import classes from './corrections.module.css';

type Props = {
  accountId: string;
  value: string | null;
  onChange: (groupId: string | null) => void;
  required?: boolean;
};

/** Chooses a crew: an employee group. */
export function CrewField({ accountId, value, onChange, required = false }: Props) {
  const { t } = useLingui();
  const groups = useQuery(groupsQuery(accountId));
  return (
    <Select
      className={classes.wide}
      label={t`Employee group`}
      placeholder={required ? t`Choose` : t`All`}
      required={required}
      searchable
      clearable
      limit={MOST_SHOWN}
      data={groupChoices(groups.data?.employeeGroups)
        .filter(({ deleted }) => !deleted)
        .map(({ id, label }) => ({ value: id, label }))}
      value={value}
      onChange={onChange}
    />
  );
}
