import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Table, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { PersonSums, PersonTrend } from '#contract/figures/people.ts';
import type { DayRange } from '../../../api/range.ts';
import { count, hours, units } from '../../../lib/figures.ts';
import { listed } from '../../../lib/lists.ts';
import { DataTable } from '../../../ui/DataTable.tsx';
import { ListTable } from '../../../ui/ListTable.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { noEmployee } from '../../../ui/personLink.ts';
import { DaysCalendar } from './DaysCalendar.tsx';
import { dayColumns } from './dayColumns.tsx';
import { PersonQuality } from './PersonQuality.tsx';
import { paidColumns } from './paid.ts';
import { cardsQuery, personQuery } from './people.queries.ts';
import { TimeCards } from './TimeCard.tsx';

const FIGURES: readonly { key: keyof PersonSums; label: MessageDescriptor; show: (value: number) => string }[] = [
  { key: 'present', label: msg`Days present`, show: count },
  { key: 'late', label: msg`Days late`, show: count },
  { key: 'absent', label: msg`Days absent`, show: count },
  { key: 'clockedMs', label: msg`Clocked`, show: hours },
  { key: 'wastedMs', label: msg`Time wasted`, show: hours },
  { key: 'units', label: msg`Units`, show: units },
];

type Props = { range: DayRange; accountName: string };

/** One person over a range of days: the figures beside the medians of their time group, and each day, newest first. */
export function PersonView({ range, employeeId, accountName }: Props & { employeeId: string }) {
  const { t } = useLingui();
  const query = useQuery(personQuery(range, employeeId));
  return (
    <>
      <PageTitle>{query.data ? nameOf(query.data.employee) : t`Employee`}</PageTitle>
      <Loaded query={query} failed={t`Failed to load employee`} missing={noEmployee()} height={480} label={t`person`}>
        {(person) => <Person person={person} range={range} accountName={accountName} />}
      </Loaded>
    </>
  );
}

const nameOf = ({ firstName, lastName, number }: PersonTrend['employee']) =>
  `${firstName} ${lastName}`.trim() || number;

function Person({ person, range, accountName }: Props & { person: PersonTrend }) {
  const { t } = useLingui();
  const [printing, setPrinting] = useState(false);
  const { data: { cards = [] } = {} } = useQuery(cardsQuery(range.accountId, person.employee._id));
  const printed = useCallback(() => setPrinting(false), []);
  const { employee, devices, days, sums, paid, medians, pace } = person;
  const { number, timeId, timeGroup, employeeGroup, jobDescription, isDeleted } = employee;
  const groups = [timeGroup, employeeGroup, jobDescription].flatMap((group) => (group ? [group.name] : []));
  const clocksOn =
    devices.length === 0 ? t`clocks on all devices` : t`clocks on ${listed(devices.map(({ name }) => name))}`;
  return (
    <>
      <Text size="sm" c="dimmed">
        {listed([
          number,
          ...(timeId === null ? [] : [t`PIN ${timeId}`]),
          ...groups,
          clocksOn,
          ...(isDeleted ? [t`deleted`] : []),
          ...cards.map((card) => t`card ${card}`),
        ])}
      </Text>
      <div>
        <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => setPrinting(true)}>
          <Trans>Time card</Trans>
        </Button>
      </div>
      {printing && <TimeCards people={[person]} range={range} accountName={accountName} onPrinted={printed} />}
      {days.some(({ cell }) => cell !== null) && (
        <Panel title={t`Calendar`}>
          <DaysCalendar days={days} employeeId={employee._id} />
        </Panel>
      )}
      <Panel title={t`Figures`}>
        <ListTable
          label={t`Figures`}
          fit
          columns={[
            t`Figure`,
            t`Own`,
            medians
              ? t`${plural(medians.people, {
                  one: 'Median of # person in their time group',
                  other: 'Median of # people in their time group',
                })}`
              : t`Median`,
          ]}
        >
          {FIGURES.flatMap(({ key, label, show }) => {
            const own = sums[key];
            const median = medians?.[key] ?? null;
            if (own === null || own === undefined) return [];
            return (
              <Table.Tr key={key}>
                <Table.Td>{t(label)}</Table.Td>
                <Table.Td>{show(Number(own))}</Table.Td>
                <Table.Td>{median === null ? '–' : show(Number(median))}</Table.Td>
              </Table.Tr>
            );
          })}
          {paid &&
            paidColumns([paid]).map(({ key, title }) => (
              <Table.Tr key={key}>
                <Table.Td>{title}</Table.Td>
                <Table.Td>{hours(paid[key])}</Table.Td>
                <Table.Td>–</Table.Td>
              </Table.Tr>
            ))}
          {pace.map(({ code, description, own, median }) => (
            <Table.Tr key={`pace ${code}`}>
              <Table.Td>
                <Trans>Units/hr, {description}</Trans>
              </Table.Td>
              <Table.Td>{own === null ? '–' : units(own)}</Table.Td>
              <Table.Td>{median === null ? '–' : units(median)}</Table.Td>
            </Table.Tr>
          ))}
        </ListTable>
      </Panel>
      <PersonQuality range={range} employeeId={employee._id} />
      <Panel title={t`Days`}>
        <DataTable
          label={t`Days`}
          columns={dayColumns(person)}
          rows={days}
          rowKey={({ date }) => date}
          exportName={`days-${number}-${range.from}-${range.to}`}
          empty={t`No data to display`}
        />
      </Panel>
    </>
  );
}
