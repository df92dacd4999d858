import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PersonDay, PersonSums, PersonTrend } from '#contract/trends.ts';
import type { DayRange } from '../../api/range.ts';
import { count, counted, hours, units } from '../../lib/figures.ts';
import { dayLabel, timeOf } from '../../lib/zoned.ts';
import { AnchorLink } from '../../shell/links.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { TableScroll } from '../../ui/TableScroll.tsx';
import { cellOf } from './cells.ts';
import { personQuery } from './people.queries.ts';

const FIGURES: readonly { key: keyof PersonSums; label: string; show: (value: number) => string }[] = [
  { key: 'present', label: 'Days present', show: count },
  { key: 'late', label: 'Days late', show: count },
  { key: 'absent', label: 'Days absent', show: count },
  { key: 'clockedMs', label: 'Clocked', show: hours },
  { key: 'wastedMs', label: 'Time wasted', show: hours },
  { key: 'units', label: 'Units', show: units },
];

type Attendance = NonNullable<PersonDay['attendance']>;
const at = (title: string, key: 'timeIn' | 'timeOut', timeZone: string): Column<PersonDay> => ({
  key,
  title,
  value: ({ attendance }) => {
    const instant = attendance?.[key];
    return instant ? timeOf(instant, timeZone) : null;
  },
});
const time = (key: string, title: string, of: (attendance: Attendance) => number): Column<PersonDay> => {
  const text = ({ attendance }: PersonDay) => (attendance && of(attendance) > 0 ? hours(of(attendance)) : '');
  return { key, title, number: true, value: ({ attendance }) => attendance && of(attendance), show: text, text };
};

const columnsOf = ({ employee, timeZone, days }: PersonTrend): readonly Column<PersonDay>[] => [
  {
    key: 'date',
    title: 'Day',
    value: ({ date }) => date,
    show: ({ date }) => (
      <AnchorLink
        to="/employer/overview"
        search={{ date, open: 'why', why: employee._id }}
        size="sm"
        aria-label={`${dayLabel(date)}, Why?`}
      >
        {dayLabel(date)}
      </AnchorLink>
    ),
  },
  ...(days.some(({ attendance }) => attendance)
    ? [
        {
          key: 'status',
          title: 'Status',
          value: ({ cell }: PersonDay) => (cell ? cellOf(cell).words : null),
        },
        at('In', 'timeIn', timeZone),
        at('Out', 'timeOut', timeZone),
        time('clocked', 'Clocked', ({ clockedMs }) => clockedMs),
        time('late', 'Late', ({ lateMs }) => lateMs),
        time('breaks', 'Irregular Breaks', ({ irregularMs }) => irregularMs),
      ]
    : []),
  ...(days.some(({ piecework }) => piecework)
    ? [
        {
          key: 'units',
          title: 'Units',
          number: true,
          value: ({ piecework }: PersonDay) => piecework?.units ?? null,
          show: ({ piecework }: PersonDay) => (piecework?.units ? units(piecework.units) : ''),
        },
        {
          key: 'piecework',
          title: 'Piecework',
          value: ({ piecework }: PersonDay) =>
            piecework?.lines
              .map((line) => `${line.lookup1Description}, ${line.lookup2Description}: ${units(line.units)}`)
              .join('; ') || null,
        },
      ]
    : []),
];

/** One person over a range of days: the figures beside the medians of their time group, and each day, newest first. */
export function PersonView({ range, employeeId }: { range: DayRange; employeeId: string }) {
  return (
    <Loaded
      query={useQuery(personQuery(range, employeeId))}
      failed="Failed to load employee"
      height={480}
      label="person"
    >
      {(person) => <Person person={person} range={range} />}
    </Loaded>
  );
}

function Person({ person, range }: { person: PersonTrend; range: DayRange }) {
  const { employee, devices, days, sums, medians, pace } = person;
  const { firstName, lastName, number, timeId, timeGroup, employeeGroup, jobDescription, isDeleted } = employee;
  const groups = [timeGroup, employeeGroup, jobDescription].flatMap((group) => (group ? [group.name] : []));
  const clocksOn =
    devices.length === 0 ? 'clocks on all devices' : `clocks on ${devices.map(({ name }) => name).join(', ')}`;
  return (
    <>
      <PageTitle>{`${firstName} ${lastName}`.trim() || number}</PageTitle>
      <Text size="sm" c="dimmed">
        {[number, timeId !== null && `PIN ${timeId}`, ...groups, clocksOn, isDeleted && 'deleted']
          .filter(Boolean)
          .join(', ')}
      </Text>
      <Panel title="Figures">
        <TableScroll label="Figures" fit>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Figure</Table.Th>
                <Table.Th>Own</Table.Th>
                <Table.Th>
                  {medians ? `Median of ${counted(medians.people, 'person', 'people')} in their time group` : 'Median'}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {FIGURES.flatMap(({ key, label, show }) => {
                const [own, median] = [sums[key], medians?.[key] ?? null];
                if (own === null) return [];
                return (
                  <Table.Tr key={key}>
                    <Table.Td>{label}</Table.Td>
                    <Table.Td>{show(own)}</Table.Td>
                    <Table.Td>{median === null ? '–' : show(median)}</Table.Td>
                  </Table.Tr>
                );
              })}
              {pace.map(({ code, description, own, median }) => (
                <Table.Tr key={`pace ${code}`}>
                  <Table.Td>Units/hr, {description}</Table.Td>
                  <Table.Td>{own === null ? '–' : units(own)}</Table.Td>
                  <Table.Td>{median === null ? '–' : units(median)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </TableScroll>
      </Panel>
      <Panel title="Days">
        <DataTable
          label="Days"
          columns={columnsOf(person)}
          rows={days}
          rowKey={({ date }) => date}
          exportName={`days-${number}-${range.from}-${range.to}`}
          empty="No data to display"
        />
      </Panel>
    </>
  );
}
