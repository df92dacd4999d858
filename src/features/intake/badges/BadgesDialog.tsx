import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { MultiSelect } from '@mantine/core';
import { useState } from 'react';
import type { Employee } from '#contract/masterData/employees.ts';
import { PrintDialog } from './PrintDialog.tsx';
import { badgeText } from './sheets.ts';

type Printed = Pick<Employee, '_id' | 'number' | 'firstName' | 'lastName' | 'isActive'>;
type Props = { employees: readonly Printed[]; accountName: string; onClose: () => void };
const MOST = 2_000;

/** Badges to print for the people of an account: all of them, or those that are picked. */
export function BadgesDialog({ employees, accountName, onClose }: Props) {
  const { t } = useLingui();
  const [picked, setPicked] = useState<string[]>([]);
  const everybody = employees.filter(({ isActive }) => isActive);
  const chosen = (picked.length > 0 ? everybody.filter(({ _id }) => picked.includes(_id)) : everybody).slice(0, MOST);
  const badges = chosen.map(({ _id, number, firstName, lastName }) => ({
    _id,
    code: badgeText(number),
    title: t`Badge ${number}`,
    number,
    name: `${firstName} ${lastName}`.trim(),
  }));
  return (
    <PrintDialog
      title={t`Print badges`}
      labels={badges}
      accountName={accountName}
      button={t`${plural(badges.length, { one: `Print ${badges.length} badge`, other: `Print ${badges.length} badges` })}`}
      onClose={onClose}
    >
      <MultiSelect
        label={t`Employees`}
        placeholder={picked.length === 0 ? t`All ${everybody.length}` : undefined}
        data={everybody.slice(0, 5_000).map(({ _id, number, firstName, lastName }) => ({
          value: _id,
          label: `${number} ${firstName} ${lastName}`,
        }))}
        value={picked}
        onChange={setPicked}
        searchable
        clearable
        limit={50}
      />
    </PrintDialog>
  );
}
