import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Table, Text } from '@mantine/core';
import type { WhatIf } from '#contract/money/earnings.ts';
import { moneyIn } from '../../../lib/figures.ts';
import { dayLabel } from '../../../lib/zoned.ts';
import { ListTable } from '../../../ui/ListTable.tsx';

/** The last 90 days as they are, and as they would be: `other` is the heading of that. */
export function Compared({ shown, other }: { shown: WhatIf; other: string }) {
  const { t } = useLingui();
  const { from, to, currency, before, after, gain, lose, people } = shown;
  const money = moneyIn(currency);
  return (
    <>
      <ListTable label={t`Cost`} fit columns={['', t`As it is`, other]}>
        {(
          [
            [t`Total`, 'total'],
            [t`Of it top-up`, 'topUp'],
            [t({ message: 'Open', context: 'pay' }), 'notSettled'],
          ] as const
        ).map(([title, key]) => (
          <Table.Tr key={key}>
            <Table.Th scope="row">{title}</Table.Th>
            <Table.Td>{money(before[key])}</Table.Td>
            <Table.Td>{money(after[key])}</Table.Td>
          </Table.Tr>
        ))}
      </ListTable>
      <Text size="sm">
        {t`${dayLabel(from)} to ${dayLabel(to)}, if people had worked as they did: ${plural(gain, { one: '# person gains', other: '# people gain' })}, ${plural(lose, { one: '# person loses', other: '# people lose' })}.`}
      </Text>
      {people.length > 0 && (
        <ListTable label={t`Who gains`} columns={[t`Number`, t`Name`, t`As it is`, other]}>
          {people.slice(0, 50).map(({ employee, before: was, after: is }) => (
            <Table.Tr key={employee._id}>
              <Table.Td>{employee.number}</Table.Td>
              <Table.Td>
                {employee.firstName} {employee.lastName}
              </Table.Td>
              <Table.Td>{money(was)}</Table.Td>
              <Table.Td>{money(is)}</Table.Td>
            </Table.Tr>
          ))}
        </ListTable>
      )}
    </>
  );
}
