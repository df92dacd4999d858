import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PieceSum, PiecesResult } from '#contract/intake/pieces.ts';
import { issueText } from '../../../api/errors.ts';
import { groupsQuery, lookupNamesQuery, lookupsQuery } from '../../../api/names.ts';
import { units as inUnits } from '../../../lib/figures.ts';
import { listed } from '../../../lib/lists.ts';
import { TableScroll } from '../../../ui/TableScroll.tsx';
import { Effects } from './Effects.tsx';
import { nameOf } from './words.ts';

type Props = { accountId: string; timeZone: string; result: PiecesResult };

/** Rows drawn at most of each table. */
const MOST_SHOWN = 12;

/** The effect of an act on pieces in bulk: counts before and after by work, and the people that it touches. */
export function BulkChanges({ accountId, timeZone, result }: Props) {
  const { t } = useLingui();
  const { chosen, applied, punches, unchanged, people, peopleCount, effects } = result;
  const already = chosen - applied - unchanged.reduce((sum, one) => sum + one.count, 0);
  if (chosen + punches === 0)
    return (
      <Text size="sm">
        <Trans>No piece fits.</Trans>
      </Text>
    );
  return (
    <>
      <Text fw={600}>
        {punches > 0
          ? t`${plural(applied, { one: '# entry', other: '# entries' })} of ${plural(peopleCount, { one: '# person', other: '# people' })}, and ${plural(punches, { one: '# clock-in', other: '# clock-ins' })}`
          : t`${plural(applied, { one: '# entry', other: '# entries' })} of ${plural(peopleCount, { one: '# person', other: '# people' })}`}
      </Text>
      {unchanged.map(({ errorCode, count, ...issue }) => {
        const message = issueText(issue);
        return (
          <Text key={errorCode} size="sm">
            <Plural value={count} one={`# stays as it is: ${message}`} other={`# stay as they are: ${message}`} />
          </Text>
        );
      })}
      {already > 0 && (
        <Text size="sm">
          <Plural value={already} one="# is so already." other="# are so already." />
        </Text>
      )}
      {applied > 0 && <Sums accountId={accountId} before={result.before} after={result.after} />}
      {people.length > 0 && (
        <Counts
          label={t`People`}
          of={t`Person`}
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
          <Plural value={peopleCount - MOST_SHOWN} one="And # person more." other="And # people more." />
        </Text>
      )}
      {punches > 0 && <Effects effects={effects} timeZone={timeZone} />}
    </>
  );
}

type Side = { entries: number; units: string };

type CountsProps = {
  label: string;
  /** The heading of the first column. */
  of: string | undefined;
  rows: readonly { key: string; name: ReactNode; before: Side; after: Side }[];
};

/** A table of entries and units, before and after. */
function Counts({ label, of, rows }: CountsProps) {
  const { t } = useLingui();
  const side = ({ entries, units }: Side) => {
    const sum = inUnits(units);
    return entries === 0 ? '–' : t`${plural(entries, { one: '# entry', other: '# entries' })}, ${sum} units`;
  };
  return (
    <TableScroll label={label} fit>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{of}</Table.Th>
            <Table.Th scope="col" ta="right">
              <Trans>Before</Trans>
            </Table.Th>
            <Table.Th scope="col" ta="right">
              <Trans>After</Trans>
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
  const { t } = useLingui();
  const names = useQuery(lookupNamesQuery(accountId)).data;
  const lookups = useQuery(lookupsQuery(accountId)).data;
  const nameOfCode = (lookup: 1 | 2, code: string | null) =>
    code === null
      ? '–'
      : (lookups?.find((one) => one.lookup === lookup)?.entries.find((one) => one.code === code)?.description ?? code);
  const jobs = useQuery(groupsQuery(accountId)).data?.jobDescriptions;
  const nameOfWork = ({ lookup1Code, lookup2Code, jobDescriptionCode: job }: PieceSum) =>
    listed([
      nameOfCode(1, lookup1Code),
      nameOfCode(2, lookup2Code),
      ...(job ? [jobs?.find(({ code }) => code === job)?.name ?? job] : []),
    ]);
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
        label={t`By work`}
        of={names && listed([names.lookup1, names.lookup2])}
        rows={rows.slice(0, MOST_SHOWN).map((sum) => ({
          key: key(sum),
          name: nameOfWork(sum),
          before: find(before, sum),
          after: find(after, sum),
        }))}
      />
      {more > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          <Plural value={more} one="And # more." other="And # more." />
        </Text>
      )}
    </>
  );
}
const NONE = { entries: 0, units: '0' };
