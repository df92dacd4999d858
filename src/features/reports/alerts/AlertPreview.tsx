import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import { IconEye, IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { AlertInput } from '#contract/reports/alerts.ts';
import { messageOf } from '../../../api/errors.ts';
import { listed } from '../../../lib/lists.ts';
import { dateOf, dayLabel, timeOf } from '../../../lib/zoned.ts';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import classes from './alerts.module.css';
import { previewAlertMutation, sendTestMutation } from './alerts.queries.ts';

type Props = {
  input: AlertInput;
  /** Shows the form's errors and returns whether there are none. */
  valid: () => boolean;
  timeZone: string;
  today: string;
};

/** Previews the mail that this alert would send now, with its next time and a test mail to oneself. */
export function AlertPreview({ input, valid, timeZone, today }: Props) {
  const { t } = useLingui();
  const preview = useMutation(previewAlertMutation);
  const test = useMutation(sendTestMutation);
  const when = (instant: string) => {
    const date = dateOf(instant, timeZone);
    const time = timeOf(instant, timeZone);
    return date === today ? t`today at ${time}` : t`${dayLabel(date)} at ${time}`;
  };
  return (
    <section className={classes.preview} aria-label={t`Preview`}>
      <Group gap="sm">
        <ServerButton
          variant="default"
          leftSection={<IconEye size={18} aria-hidden />}
          loading={preview.isPending}
          onClick={() => valid() && preview.mutate(input)}
        >
          <Trans>What this would send now</Trans>
        </ServerButton>
        <ServerButton
          variant="default"
          leftSection={<IconSend size={18} aria-hidden />}
          loading={test.isPending}
          onClick={() => valid() && test.mutate(input)}
        >
          <Trans>Send a test to me</Trans>
        </ServerButton>
      </Group>
      {preview.error && <ErrorNote text={messageOf(preview.error)} />}
      {preview.data && (
        <div aria-live="polite">
          <Text fw={600}>{preview.data.summary.subject}</Text>
          {preview.data.summary.empty && (
            <Text size="sm" c="dimmed">
              <Trans>There is nothing to say now.</Trans>
            </Text>
          )}
          <pre className={classes.text}>{preview.data.summary.text}</pre>
          <Text size="sm" c="dimmed">
            {preview.data.nextFirings.length === 0
              ? input.event
                ? t`It looks every five minutes, and says each person or device once a day.`
                : t`It does not fire: no time is switched on.`
              : t`Fires next ${listed(preview.data.nextFirings.map(when))}.`}
          </Text>
        </div>
      )}
    </section>
  );
}
