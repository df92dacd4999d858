import { Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { Lookup } from '#contract/groups.ts';
import type { ChangedWork, listWorkPlans, WorkPlan } from '#contract/workPlans.ts';
import { count, units } from '../../lib/figures.ts';
import { momentOf } from '../../lib/zoned.ts';
import { ServerButton } from '../../shell/ServerButton.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListTable } from '../../ui/ListTable.tsx';
import { withdrawWorkPlanMutation } from './workPlans.queries.ts';

type Props = ResponseOf<typeof listWorkPlans> & {
  accountId: string;
  timeZone: string;
  today: string;
  entriesOf: (which: 1 | 2) => Lookup['entries'] | undefined;
};

/** The plans of the Recorders by time, with what each Recorder says of its own: taken, or changed there. */
export function PlannedWork({ recorders, plans, isCut, accountId, timeZone, today, entriesOf }: Props) {
  const withdraw = useMutation(withdrawWorkPlanMutation(accountId));
  if (recorders.length === 0) return <EmptyState text="There is no Recorder for which you can plan." />;
  if (plans.length === 0) return <EmptyState text="Nothing is planned." />;
  const names = new Map(recorders.map(({ _id, name }) => [_id, name]));
  const at = (instant: string) => momentOf(instant, timeZone, today);
  const described = (which: 1 | 2, code: string | null) => {
    if (code === null) return [];
    const entries = entriesOf(which)?.filter((one) => one.code === code) ?? [];
    const live = entries.find(({ deletedAt }) => deletedAt === null);
    const deleted = live ? undefined : entries[0];
    return [deleted ? `${deleted.description || code} (deleted)` : live?.description || code];
  };
  const workOf = ({
    lookup1Code,
    lookup2Code,
    unitsPerScan,
  }: Pick<ChangedWork, 'lookup1Code' | 'lookup2Code' | 'unitsPerScan'>) =>
    [...described(1, lookup1Code), ...described(2, lookup2Code), `${units(unitsPerScan)} per scan`].join(', ');
  const saysOf = (plan: WorkPlan) => {
    const { state, takenAt, changed } = plan;
    if (changed)
      return isSameWork(plan, changed)
        ? `Changed at the Recorder, and back at ${at(changed.at)}`
        : `Changed at the Recorder at ${at(changed.at)}: ${workOf(changed)}`;
    if (!takenAt) return 'Not on the Recorder yet';
    return { planned: `On the Recorder since ${at(takenAt)}`, 'in-force': 'In force', past: 'Over' }[state];
  };
  const sorted = plans.toSorted(
    (a, b) => b.at.localeCompare(a.at) || (names.get(a.deviceId) ?? '').localeCompare(names.get(b.deviceId) ?? ''),
  );
  return (
    <>
      <ListTable label="Planned work" columns={['Recorder', 'From', 'Work', 'Set by', 'State']} actions stacked>
        {sorted.map((plan) => (
          <Table.Tr key={plan._id}>
            <Table.Th scope="row">
              <bdi>{names.get(plan.deviceId)}</bdi>
            </Table.Th>
            <Table.Td data-label="From">{at(plan.at)}</Table.Td>
            <Table.Td>{workOf(plan)}</Table.Td>
            <Table.Td data-label="Set by">
              <bdi>{plan.by}</bdi>
            </Table.Td>
            <Table.Td>
              <Text size="sm" fw={plan.changed ? 600 : undefined}>
                {saysOf(plan)}
              </Text>
            </Table.Td>
            <Table.Td>
              {plan.state === 'planned' && (
                <ServerButton
                  variant="default"
                  aria-label={`Withdraw what is planned for ${names.get(plan.deviceId)} from ${at(plan.at)}`}
                  loading={withdraw.isPending && withdraw.variables._id === plan._id}
                  onClick={() => withdraw.mutate(plan)}
                >
                  Withdraw
                </ServerButton>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </ListTable>
      {isCut && <Text size="sm">These are the latest {count(plans.length)}. Earlier plans are not listed.</Text>}
    </>
  );
}

const isSameWork = (plan: WorkPlan, changed: ChangedWork) =>
  plan.lookup1Code === changed.lookup1Code &&
  plan.lookup2Code === changed.lookup2Code &&
  Number(plan.unitsPerScan) === Number(changed.unitsPerScan);
