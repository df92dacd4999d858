import type { MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Table, Text } from '@mantine/core';
import { eventCodeOf, quarantineReason } from '#contract/attendance/quarantine.ts';
import type { DeviceRecorder } from '#contract/intake/terminals.ts';
import { listedWithAnd } from '../../../lib/lists.ts';
import { moment } from '../../../lib/moments.ts';
import { QuarantineDecision } from '../../../shell/QuarantineDecision.tsx';
import { ListTable } from '../../../ui/ListTable.tsx';
import classes from './devices.module.css';

type Group = DeviceRecorder['quarantine'][number];
type GroupsProps = { groups: DeviceRecorder['quarantine']; deviceId: string };

/** Returns '3 punches and 1 piecework entry older than 45 days', or from which network they came. */
function waitingWords({
  origin,
  network,
  address,
  punches,
  entries,
}: Pick<Group, 'origin' | 'network' | 'address' | 'punches' | 'entries'>) {
  const reason = quarantineReason(origin);
  const code = eventCodeOf(origin) ?? '';
  if (reason === 'event')
    return t`${plural(punches, { one: '# event', other: '# events' })} of a kind that is not known (code ${code})`;
  if (reason === 'layout')
    return t`${plural(punches, { one: '# event that cannot be read', other: '# events that cannot be read' })}`;
  if (reason === 'time')
    return t`${plural(punches, { one: '# event whose time cannot be read', other: '# events whose time cannot be read' })}`;
  if (reason === 'clock')
    return t`${plural(punches, { one: '# punch', other: '# punches' })} while the clock was days behind`;
  const records = listedWithAnd([
    ...(punches > 0 ? [t`${plural(punches, { one: '# punch', other: '# punches' })}`] : []),
    ...(entries > 0 ? [t`${plural(entries, { one: '# piecework entry', other: '# piecework entries' })}`] : []),
  ]);
  return network === null ? t`${records} older than 45 days` : t`${records} from ${address ?? network} (${network})`;
}

/** Quarantined records of a device, by where they came from; renders nothing while there are none. */
export function Quarantine({ groups, deviceId }: GroupsProps) {
  const { t } = useLingui();
  if (groups.length === 0) return null;
  return (
    <section aria-label={t`Waiting for a decision`}>
      <Text fw={600}>
        <Trans>Waiting for a decision</Trans>
      </Text>
      {groups.map(({ origin, network, range, address, punches, entries, first, last, firstReceived, lastReceived }) => (
        <div key={origin} className={classes.waiting}>
          <div>
            <Text>{waitingWords({ origin, network, address, punches, entries })}</Text>
            <Text size="sm" c="dimmed">
              <Trans>
                Of {moment(first)} to {moment(last)}, received {moment(firstReceived)} to {moment(lastReceived)}
              </Trans>
            </Text>
          </div>
          <QuarantineDecision deviceId={deviceId} origin={origin} network={network} range={range} />
        </div>
      ))}
    </section>
  );
}

const STATUS: Record<Network['status'], MessageDescriptor> = {
  seen: msg`Not decided`,
  accepted: msg({ message: 'Accepted', context: 'network' }),
  rejected: msg({ message: 'Rejected', context: 'network' }),
};

type Network = DeviceRecorder['networks'][number];
const offersOf = (status: Network['status'], decidedAt: Network['decidedAt']) => {
  if (status === 'rejected') return ['accept'] as const;
  return decidedAt === null ? (['accept', 'reject'] as const) : (['reject'] as const);
};

type NetworksProps = { networks: DeviceRecorder['networks']; deviceId: string };

/** Lists the networks that a terminal has called from, each with its decision; empty before the first call. */
export function Networks({ networks, deviceId }: NetworksProps) {
  const { t } = useLingui();
  if (networks.length === 0) return null;
  return (
    <section aria-label={t`Networks`}>
      <Text fw={600}>
        <Trans>Networks</Trans>
      </Text>
      <ListTable label={t`Networks`} stacked actions columns={[t`Network`, t`Last call`, t`Status`]}>
        {networks.map(({ network, address, lastSeen, status, decidedBy, decidedAt, isCurrent }) => (
          <Table.Tr key={network}>
            <Table.Td>
              {network === '*' ? t`Anywhere` : network}
              {isCurrent && ` ${t`(now)`}`}
              {address && (
                <Text size="sm" c="dimmed">
                  {address}
                </Text>
              )}
            </Table.Td>
            <Table.Td data-label={t`Last call`}>{moment(lastSeen)}</Table.Td>
            <Table.Td>
              {status === 'accepted' && decidedAt === null ? t`First network` : t(STATUS[status])}
              {decidedBy && (
                <Text size="sm" c="dimmed">
                  {decidedBy}, {moment(decidedAt)}
                </Text>
              )}
            </Table.Td>
            <Table.Td>
              {(network !== '*' || status === 'accepted') && (
                <QuarantineDecision
                  deviceId={deviceId}
                  origin={network}
                  network={network}
                  range={null}
                  offers={offersOf(status, decidedAt)}
                />
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </ListTable>
    </section>
  );
}
