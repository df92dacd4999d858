import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ALERT_FIGURES, type AlertCategory, alertCategory } from '#contract/reports/alerts.ts';
import { type PushState, testPush } from '#contract/reports/push.ts';
import { call } from '../api/call.ts';
import { ApiError, messageOf } from '../api/errors.ts';
import { may, useSession } from '../state/session.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorNote } from '../ui/ErrorNote.tsx';
import {
  chooseAlerts,
  compareAlerts,
  turnOffAlerts,
  turnOnAlerts,
  watchDeviceAlerts,
  whyNoAlerts,
} from './deviceAlerts.ts';

const LABELS: Record<AlertCategory, MessageDescriptor> = {
  attendance: msg`Attendance`,
  piecework: msg`Piecework`,
  break: msg`Break`,
  event: msg`Events`,
  report: msg`Reports`,
};

/** 'Alerts on this device': turns them on for some categories, tests them, turns them off. */
export default function DeviceAlertsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const reason = whyNoAlerts();
  return (
    <Dialog opened onClose={onClose} title={t`Alerts on this device`}>
      {reason ? <Text>{reason}</Text> : <Settings />}
    </Dialog>
  );
}

const failureOf = (error: unknown) =>
  error instanceof Error && !(error instanceof ApiError) && error.constructor === Error
    ? error.message
    : messageOf(error);

function Settings() {
  const { t } = useLingui();
  const current = useSession();
  const router = useRouter();
  const offered = alertCategory.options.filter((category) => may(current, ALERT_FIGURES[category]));
  const [state, setState] = useState<PushState>();
  const [chosen, setChosen] = useState<AlertCategory[]>(offered);
  const [isMine, setMine] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [note, setNote] = useState('');

  const show = (found: PushState) => {
    setState(found);
    if (found.device) setChosen(found.device.categories);
  };
  const run = async (work: () => Promise<unknown>, done = '') => {
    setBusy(true);
    setFailure(null);
    setNote('');
    try {
      await work();
      setNote(done);
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  const compare = async () => {
    const found = await compareAlerts();
    if (!found) throw new Error('Alerts on devices are switched off.');
    show(found);
  };
  useEffect(() => void run(compare), []);
  if (!state) return failure === null ? <Skeleton h={160} /> : <ErrorNote text={failureOf(failure)} />;

  const isOn = state.device !== null;
  const turnOn = () =>
    run(async () => {
      await turnOnAlerts(state, chosen);
      watchDeviceAlerts(router);
      await compare();
    });
  const choose = (categories: string[]) => {
    const next = offered.filter((category) => categories.includes(category));
    // At least one category: 'Turn off' is for none.
    if (isOn && next.length === 0) return;
    setChosen(next);
    if (isOn) void run(() => chooseAlerts(state, next));
  };

  return (
    <Stack>
      <Text>
        <Trans>A notification says only that a summary is ready. You log in to read it.</Trans>
      </Text>
      {failure !== null && <ErrorNote text={failureOf(failure)} />}
      <Checkbox.Group label={t`Summaries`} value={chosen} onChange={choose}>
        <Stack gap="lg" mt="sm">
          {offered.map((category) => (
            <Checkbox key={category} value={category} label={t(LABELS[category])} disabled={busy} />
          ))}
        </Stack>
      </Checkbox.Group>
      {!isOn && (
        <Checkbox
          mt="lg"
          label={t`This device is mine alone`}
          checked={isMine}
          onChange={({ currentTarget }) => setMine(currentTarget.checked)}
        />
      )}
      <Text size="sm" role="status">
        {note}
      </Text>
      <Group justify="flex-end">
        {isOn ? (
          <>
            <Button
              variant="default"
              disabled={busy}
              onClick={() => void run(() => call(testPush), t`A test is on its way to this device.`)}
            >
              <Trans>Send a test</Trans>
            </Button>
            <Button
              color="red"
              disabled={busy}
              onClick={() => void run(() => turnOffAlerts().then(() => setState({ ...state, device: null })))}
            >
              <Trans>Turn off</Trans>
            </Button>
          </>
        ) : (
          <Button disabled={!isMine || chosen.length === 0} loading={busy} onClick={() => void turnOn()}>
            <Trans>Turn on</Trans>
          </Button>
        )}
      </Group>
    </Stack>
  );
}
