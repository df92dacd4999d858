import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ChangedWork, listWorkPlans, WorkPlan } from '#contract/intake/workPlans.ts';
import type { Lookup } from '#contract/masterData/groups.ts';
import type { ResponseOf } from '#contract/platform/endpoint.ts';
import { count, units } from '../../../lib/figures.ts';
import { listed } from '../../../lib/lists.ts';
import { naturalOrder } from '../../../lib/order.ts';
import { momentOf } from '../../../lib/zoned.ts';
import { MessageButton } from '../../../shell/messages/MessageButton.tsx';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ListTable } from '../../../ui/ListTable.tsx';
import { withdrawWorkPlanMutation } from './workPlans.queries.ts';

type Props = ResponseOf<typeof listWorkPlans> & {
  accountId: string;
  timeZone: string;
  today: string;
  entriesOf: (which: 1 | 2) => Lookup['entries'] | undefined;
};

/** The plans of the Recorders by time, with what each Recorder says of its own: taken, or changed there. */
export function PlannedWork({ recorders, plans, isCut, accountId, timeZone, today, entriesOf }: Props) {
  const { t } = useLingui();
  const withdraw = useMutation(withdrawWorkPlanMutation(accountId));
  if (recorders.length === 0) return <EmptyState text={t`There is no Recorder for which you can plan.`} />;
  if (plans.length === 0) return <EmptyState text={t`Nothing is planned.`} />;
  const latest = count(plans.length);
  const names = new Map(recorders.map(({ _id, name }) => [_id, name]));
  const staffed = new Set(recorders.flatMap(({ _id, isStaffed }) => (isStaffed ? _id : [])));
  const at = (instant: string) => momentOf(instant, timeZone, today);
  const described = (which: 1 | 2, code: string | null) => {
    if (code === null) return [];
    const entries = entriesOf(which)?.filter((one) => one.code === code) ?? [];
    const live = entries.find(({ deletedAt }) => deletedAt === null);
    const deleted = live ? undefined : entries[0];
    const name = (live ?? deleted)?.description || code;
    return [deleted ? t`${name} (deleted)` : name];
  };
  const workOf = ({
    lookup1Code,
    lookup2Code,
    unitsPerScan,
  }: Pick<ChangedWork, 'lookup1Code' | 'lookup2Code' | 'unitsPerScan'>) =>
    listed([...described(1, lookup1Code), ...described(2, lookup2Code), t`${units(unitsPerScan)} per scan`]);
  const saysOf = (plan: WorkPlan) => {
    const { state, takenAt, changed } = plan;
    if (changed) {
      const moment = at(changed.at);
      const work = workOf(changed);
      return isSameWork(plan, changed)
        ? t`Changed at the Recorder, and back at ${moment}`
        : t`Changed at the Recorder at ${moment}: ${work}`;
    }
    if (!takenAt) return t`Not on the Recorder yet`;
    const received = at(takenAt);
    return { planned: t`On the Recorder since ${received}`, 'in-force': t`In force`, past: t`Over` }[state];
  };
  const sorted = plans.toSorted(
    (a, b) => b.at.localeCompare(a.at) || naturalOrder(names.get(a.deviceId) ?? '', names.get(b.deviceId) ?? ''),
  );
  return (
    <>
      <ListTable label={t`Planned work`} columns={[t`Recorder`, t`From`, t`Work`, t`Set by`, t`State`]} actions stacked>
        {sorted.map((plan) => (
          <Table.Tr key={plan._id}>
            <Table.Th scope="row">
              <bdi>{names.get(plan.deviceId)}</bdi>
            </Table.Th>
            <Table.Td data-label={t`From`}>{at(plan.at)}</Table.Td>
            <Table.Td>{workOf(plan)}</Table.Td>
            <Table.Td data-label={t`Set by`}>
              <bdi>{plan.by}</bdi>
            </Table.Td>
            <Table.Td>
              <Text size="sm" fw={plan.changed ? 600 : undefined}>
                {saysOf(plan)}
              </Text>
            </Table.Td>
            <Table.Td>
              {plan.state === 'planned' && (
                <Group gap="xs">
                  {staffed.has(plan.deviceId) && (
                    <MessageButton
                      about={{ about: 'plan', ids: [plan._id] }}
                      label={t`Message about what is planned for ${names.get(plan.deviceId)} from ${at(plan.at)}`}
                    />
                  )}
                  <ServerButton
                    variant="default"
                    aria-label={t`Withdraw what is planned for ${names.get(plan.deviceId)} from ${at(plan.at)}`}
                    loading={withdraw.isPending && withdraw.variables._id === plan._id}
                    onClick={() => withdraw.mutate(plan)}
                  >
                    <Trans>Withdraw</Trans>
                  </ServerButton>
                </Group>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </ListTable>
      {isCut && (
        <Text size="sm">
          <Trans>These are the latest {latest}. Earlier plans are not listed.</Trans>
        </Text>
      )}
    </>
  );
}

const isSameWork = (plan: WorkPlan, changed: ChangedWork) =>
  plan.lookup1Code === changed.lookup1Code &&
  plan.lookup2Code === changed.lookup2Code &&
  Number(plan.unitsPerScan) === Number(changed.unitsPerScan);
