import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Radio, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { decideNetwork, decideQuarantine, type NetworkDecision } from '#contract/intake/terminals.ts';
import { call } from '../api/call.ts';
import { useOfflineReason } from '../state/reachability.ts';
import { useMay } from '../state/session.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { ServerButton } from './ServerButton.tsx';

type Props = {
  deviceId: string;
  /** The reason for which they wait (contract/attendance/quarantine.ts). */
  origin: string;
  /** Null where they wait for another reason than their network. */
  network: string | null;
  range: string | null;
  /** The decisions that are still possible; both by default. */
  offers?: readonly Decision[];
};

type Decision = NetworkDecision['decision'];
type Scope = NonNullable<NetworkDecision['scope']>;
type DecisionInput = { origin: string; decision: Decision; scope: Scope };

const decision = (deviceId: string, isOfNetwork: boolean) => ({
  mutationFn: ({ origin, decision, scope }: DecisionInput) =>
    isOfNetwork
      ? call(decideNetwork, { params: { deviceId }, body: { network: origin, decision, scope } })
      : call(decideQuarantine, { params: { deviceId }, body: { origin, decision } }),
  meta: { success: () => t`Decision saved`, invalidates: [['devices'], ['stats']] },
});

/**
 * 'Accept this network' and 'Reject' for users who may decide about networks, 'Accept' and 'Reject' for those who correct: the quarantined records count
 * from now on, or never.
 */
export function QuarantineDecision({ deviceId, origin, network, range, offers = ['accept', 'reject'] }: Props) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<Decision>();
  const [scope, setScope] = useState<Scope>('network');
  const offline = useOfflineReason();
  const mayNetworks = useMay('Device.MANAGE_NETWORKS');
  const mayCorrect = useMay('Attendance.CORRECT');
  const isOfNetwork = network !== null && mayNetworks;
  const decide = useMutation(decision(deviceId, isOfNetwork));
  if (!mayNetworks && !mayCorrect) return null;
  const accept = isOfNetwork ? t`Accept this network` : t`Accept`;
  return (
    <>
      <Group gap="xs" wrap="wrap">
        {offers.includes('accept') && (
          <ServerButton size="sm" onClick={() => setChosen('accept')}>
            {accept}
          </ServerButton>
        )}
        {offers.includes('reject') && (
          <ServerButton size="sm" variant="default" onClick={() => setChosen('reject')}>
            <Trans>Reject</Trans>
          </ServerButton>
        )}
      </Group>
      <ConfirmDialog
        opened={chosen !== undefined}
        onClose={() => setChosen(undefined)}
        title={chosen === 'reject' ? t`Reject` : accept}
        question={
          chosen === 'reject'
            ? rejecting(isOfNetwork ? network : null)
            : accepting({ network: isOfNetwork ? network : null, range, scope, setScope })
        }
        action={chosen === 'reject' ? t`Reject` : t`Accept`}
        color={chosen === 'reject' ? 'red' : 'indigo'}
        reason={offline}
        busy={decide.isPending}
        onConfirm={() =>
          chosen && decide.mutate({ origin, decision: chosen, scope }, { onSettled: () => setChosen(undefined) })
        }
      />
    </>
  );
}

const rejecting = (network: string | null) =>
  network === '*'
    ? t`From now on only networks that are accepted by themselves are the terminal’s.`
    : network === null
      ? t`These records count in no figure. They are stored as received.`
      : t`What came from ${network} counts in no figure, and from now on nothing is accepted from there. It can be accepted again on the device.`;

type Accepting = {
  network: string | null;
  range: string | null;
  scope: string;
  setScope: (scope: Scope) => void;
};
function accepting({ network, range, scope, setScope }: Accepting) {
  if (network === null) return t`These records count from now on, in the days that they are of.`;
  return (
    <Stack gap="sm">
      <Text>
        <Trans>The punches from there count, and the terminal is served there like on its own network.</Trans>
      </Text>
      <Radio.Group
        label={t`Accept`}
        value={scope}
        onChange={(value) => setScope(value === 'range' || value === 'anywhere' ? value : 'network')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="network" label={t`Only ${network}`} description={t`A second line, another provider`} />
          {range && (
            <Radio value="range" label={t`All of ${range}`} description={t`A mobile provider that changes addresses`} />
          )}
          <Radio
            value="anywhere"
            label={t`This device changes its address often`}
            description={t`Any caller that knows its serial number is then accepted: give it a secret path as well`}
          />
        </Stack>
      </Radio.Group>
    </Stack>
  );
}
