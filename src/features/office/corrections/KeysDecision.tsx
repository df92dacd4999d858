import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { decideKeys } from '#contract/intake/terminals.ts';
import { call } from '../../../api/call.ts';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { useMay } from '../../../state/session.ts';

type Directions = 'trust' | 'alternate';
const decision = (deviceId: string) => ({
  mutationFn: (directions: Directions) => call(decideKeys, { params: { deviceId }, body: { directions } }),
  meta: { success: () => t`Decision saved`, invalidates: [['devices'], ['stats']] },
});

/** 'Alternate in and out' and 'Trust its in and out keys', for a terminal whose keys contradict the days. */
export function KeysDecision({ deviceId }: { deviceId: string }) {
  const { t } = useLingui();
  const decide = useMutation(decision(deviceId));
  if (!useMay('Attendance.CORRECT')) return null;
  return (
    <Group gap="xs" wrap="wrap">
      <ServerButton size="sm" variant="light" loading={decide.isPending} onClick={() => decide.mutate('alternate')}>
        {t`Alternate in and out`}
      </ServerButton>
      <ServerButton size="sm" variant="default" loading={decide.isPending} onClick={() => decide.mutate('trust')}>
        {t`Trust its in and out keys`}
      </ServerButton>
    </Group>
  );
}
