import { Trans, useLingui } from '@lingui/react/macro';
import { Table, Text } from '@mantine/core';
import { type CodedLine, PAY_ELEMENT_WORDS } from '#contract/money/payFiles.ts';
import { hours, moneyIn, units } from '../../../lib/figures.ts';
import { listed } from '../../../lib/lists.ts';
import { translated } from '../../../lib/words.tsx';
import { dayLabel } from '../../../lib/zoned.ts';
import { ListTable } from '../../../ui/ListTable.tsx';

type Line = CodedLine & { employee: { number: string; firstName: string; lastName: string } };
type Props = {
  lines: readonly Line[];
  currency: string | null;
  /** They have the codes of a profile. */
  coded: boolean;
};

/** Lines of a payroll file, made or not, as payroll reads them. */
export function LinesTable({ lines, currency, coded }: Props) {
  const { t } = useLingui();
  const money = moneyIn(currency);
  const columns = [t`Employee`, t`Date`, t`Of`, ...(coded ? [t`Code`] : []), t`Hours`, t`Units`, t`Amount`];
  return (
    <ListTable label={t`Lines`} stacked striped columns={columns}>
      {lines.map(({ employee, line, date, element, lookup1, lookup2, code, ms, units: counted, amount }) => (
        <Table.Tr key={line}>
          <Table.Td>
            {employee.number} {employee.firstName} {employee.lastName}
          </Table.Td>
          <Table.Td data-label={t`Date`}>{dayLabel(date)}</Table.Td>
          <Table.Td data-label={t`Of`}>{listed([translated(PAY_ELEMENT_WORDS[element]), lookup1, lookup2])}</Table.Td>
          {coded && (
            <Table.Td data-label={t`Code`}>
              {code === '' ? (
                <Text span inherit fw={600}>
                  <Trans>Code missing</Trans>
                </Text>
              ) : (
                (code ?? t`Not sent`)
              )}
            </Table.Td>
          )}
          <Table.Td data-label={t`Hours`}>{ms !== 0 && `${ms < 0 ? '-' : ''}${hours(Math.abs(ms))}`}</Table.Td>
          <Table.Td data-label={t`Units`}>{counted !== '0' && units(counted)}</Table.Td>
          <Table.Td data-label={t`Amount`}>{Number(amount) !== 0 && money(amount)}</Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}
