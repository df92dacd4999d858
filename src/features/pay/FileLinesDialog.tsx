import { Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PAY_ELEMENT_WORDS, type PayFile } from '#contract/payFiles.ts';
import { messageOf } from '../../api/errors.ts';
import { hours } from '../../lib/figures.ts';
import { dayLabel } from '../../lib/zoned.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ListTable } from '../../ui/ListTable.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { payFileLinesQuery } from './payFiles.queries.ts';
import { moneyIn, windowLabel } from './words.ts';

/** The lines of a payroll file as payroll reads them, of the first employees. */
export default function FileLinesDialog({
  accountId,
  file,
  onClose,
}: {
  accountId: string;
  file: PayFile;
  onClose: () => void;
}) {
  const query = useQuery(payFileLinesQuery(accountId, file._id));
  const money = moneyIn(file.currency);
  return (
    <Dialog opened onClose={onClose} title={`File ${file.number}, ${windowLabel(file)}`} size="xl">
      <Loaded query={query} failed={messageOf} height={300} label="lines">
        {({ people, total }) => (
          <Stack gap="sm">
            {total > people.length && (
              <Text size="sm" c="dimmed">
                The first {people.length} of {total}: a download has them all.
              </Text>
            )}
            <ListTable label="Lines" stacked striped columns={['Employee', 'Date', 'Of', 'Hours', 'Units', 'Amount']}>
              {people.flatMap(({ employee, lines }) =>
                lines.map(({ line, date, element, lookup1, lookup2, ms, units, amount }) => (
                  <Table.Tr key={line}>
                    <Table.Td>
                      {employee.number} {employee.firstName} {employee.lastName}
                    </Table.Td>
                    <Table.Td data-label="Date">{dayLabel(date)}</Table.Td>
                    <Table.Td data-label="Of">
                      {[PAY_ELEMENT_WORDS[element], lookup1, lookup2].filter(Boolean).join(', ')}
                    </Table.Td>
                    <Table.Td data-label="Hours">{ms !== 0 && `${ms < 0 ? '-' : ''}${hours(Math.abs(ms))}`}</Table.Td>
                    <Table.Td data-label="Units">{units !== '0' && units}</Table.Td>
                    <Table.Td data-label="Amount">{Number(amount) !== 0 && money(amount)}</Table.Td>
                  </Table.Tr>
                )),
              )}
            </ListTable>
          </Stack>
        )}
      </Loaded>
    </Dialog>
  );
}
