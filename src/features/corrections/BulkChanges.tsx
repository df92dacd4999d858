import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PieceSum, PiecesResult } from '#contract/pieces.ts';
import { groupsQuery, lookupNamesQuery, lookupsQuery } from '../../api/names.ts';
import { count, counted, units as inUnits } from '../../lib/figures.ts';
import { TableScroll } from '../../ui/TableScroll.tsx';
import { Effects } from './Effects.tsx';
import { nameOf } from './words.ts';

type Props = { accountId: string; timeZone: string; result: PiecesResult };

/** Rows drawn at most of each table. */
const MOST_SHOWN = 12;

/** The effect of an act on pieces in bulk: counts before and after by work, and the people that it touches. */
export function BulkChanges({ accountId, timeZone, result }: Props) {
  const { chosen, applied, punches, unchanged, people, peopleCount, effects } = result;
  const already = chosen - applied - unchanged.reduce((sum, one) => sum + one.count, 0);
  if (chosen + punches === 0) return <Text size="sm">No piece fits.</Text>;
  return (
    <>
      <Text fw={600}>
        {counted(applied, 'entry', 'entries')} of {counted(peopleCount, 'person', 'people')}
        {punches > 0 && `, and ${counted(punches, 'clock-in', 'clock-ins')}`}
      </Text>
      {unchanged.map((one) => (
        <Text key={one.errorCode} size="sm">
          {count(one.count)} {one.count === 1 ? 'stays as it is' : 'stay as they are'}: {one.message}
        </Text>
      ))}
      {already > 0 && (
        <Text size="sm">
          {count(already)} {already === 1 ? 'is' : 'are'} so already.
        </Text>
      )}
      {applied > 0 && <Sums accountId={accountId} before={result.before} after={result.after} />}
      {people.length > 0 && (
        <Counts
          label="People"
          of="Person"
          rows={people.slice(0, MOST_SHOWN).map(({ employee, ...sides }) => ({
            ...sides,
            key: employee._id,
            name: (
              <>
                <bdi>{nameOf(employee)}</bdi>, {employee.number}
              </>
            ),
          }))}
        />
      )}
      {peopleCount > MOST_SHOWN && (
        <Text size="sm" c="dimmed">
          And {counted(peopleCount - MOST_SHOWN, 'person', 'people')} more.
        </Text>
      )}
      {punches > 0 && <Effects effects={effects} timeZone={timeZone} />}
    </>
  );
}

type Side = { entries: number; units: string };
const side = ({ entries, units }: Side) =>
  entries === 0 ? '–' : `${counted(entries, 'entry', 'entries')}, ${inUnits(units)} units`;

type CountsProps = {
  label: string;
  /** The heading of the first column. */
  of: string | undefined;
  rows: readonly { key: string; name: ReactNode; before: Side; after: Side }[];
};

/** A table of entries and units, before and after. */
function Counts({ label, of, rows }: CountsProps) {
  return (
    <TableScroll label={label} fit>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{of}</Table.Th>
            <Table.Th scope="col" ta="right">
              Before
            </Table.Th>
            <Table.Th scope="col" ta="right">
              After
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, name, before, after }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" fw={400}>
                {name}
              </Table.Th>
              <Table.Td ta="right">{side(before)}</Table.Td>
              <Table.Td ta="right">{side(after)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </TableScroll>
  );
}

/** Entries and units by work, before and after. */
function Sums({
  accountId,
  before,
  after,
}: {
  accountId: string;
  before: readonly PieceSum[];
  after: readonly PieceSum[];
}) {
  const names = useQuery(lookupNamesQuery(accountId)).data;
  const lookups = useQuery(lookupsQuery(accountId)).data;
  const nameOfCode = (lookup: 1 | 2, code: string | null) =>
    code === null
      ? '–'
      : (lookups?.find((one) => one.lookup === lookup)?.entries.find((one) => one.code === code)?.description ?? code);
  const jobs = useQuery(groupsQuery(accountId)).data?.jobDescriptions;
  const nameOfWork = ({ lookup1Code, lookup2Code, jobDescriptionCode: job }: PieceSum) =>
    [
      nameOfCode(1, lookup1Code),
      nameOfCode(2, lookup2Code),
      ...(job ? [jobs?.find(({ code }) => code === job)?.name ?? job] : []),
    ].join(', ');
  const key = (sum: PieceSum) => JSON.stringify([sum.lookup1Code, sum.lookup2Code, sum.jobDescriptionCode]);
  // By entries, so that what work was and what it becomes are beside each other, however many works there are.
  const rows = [...new Map([...before, ...after].map((sum) => [key(sum), sum])).values()].sort(
    (a, b) => b.entries - a.entries,
  );
  const more = rows.length - MOST_SHOWN;
  const find = (sums: readonly PieceSum[], of: PieceSum) => sums.find((one) => key(one) === key(of)) ?? NONE;
  return (
    <>
      <Counts
        label="By work"
        of={names && `${names.lookup1}, ${names.lookup2}`}
        rows={rows.slice(0, MOST_SHOWN).map((sum) => ({
          key: key(sum),
          name: nameOfWork(sum),
          before: find(before, sum),
          after: find(after, sum),
        }))}
      />
      {more > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          And {count(more)} more.
        </Text>
      )}
    </>
  );
}
const NONE = { entries: 0, units: '0' };
