import type { MessageDescriptor } from '@lingui/core';
import { msg, select, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConsentState, ConsentWay } from '#contract/office/privacy.ts';
import { messageOf } from '../../../api/errors.ts';
import { moment } from '../../../lib/moments.ts';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { consentsQuery, giveConsentMutation, withdrawConsentMutation } from './privacy.queries.ts';

const WAYS: Record<ConsentWay, MessageDescriptor> = {
  paper: msg`On paper`,
  recorder: msg`On a Recorder`,
  screen: msg`On a screen`,
};
type Props = { accountId: string; employeeId: string; name: string };

/** Shows and records an employee's consent to the use of their fingerprint or face (docs/reference/privacy.md#consent); nothing where the account requires none. */
export function Consent({ accountId, employeeId, name }: Props) {
  const { t } = useLingui();
  const { data } = useQuery(consentsQuery(accountId, employeeId));
  const give = useMutation(giveConsentMutation(accountId, employeeId));
  const withdraw = useMutation(withdrawConsentMutation(accountId, employeeId));
  const [isAsking, setAsking] = useState<'give' | 'withdraw'>();
  const [how, setHow] = useState<ConsentWay>('paper');
  if (!data || (!data.isRequired && data.text === null && data.entries.length === 0)) return null;
  const [last] = data.entries;
  const hasAgreed = last?.kind === 'given' && last.version === data.text?.version;
  const close = () => setAsking(undefined);
  const failure = give.error ?? withdraw.error;
  return (
    <section aria-label={t`Consent`}>
      <Group justify="space-between" gap="sm">
        <div>
          <Text fw={600}>
            <Trans>Consent</Trans>
          </Text>
          <Text size="sm">{consentWords(data)}</Text>
        </div>
        <Group gap="sm">
          {data.text !== null && !hasAgreed && (
            <ServerButton variant="default" onClick={() => setAsking('give')}>
              <Trans>Record consent</Trans>
            </ServerButton>
          )}
          {last?.kind !== 'withdrawn' && (
            <ServerButton variant="default" onClick={() => setAsking('withdraw')}>
              <Trans>Withdraw consent</Trans>
            </ServerButton>
          )}
        </Group>
      </Group>
      {failure && <ErrorNote text={messageOf(failure)} />}
      <ConfirmDialog
        opened={isAsking === 'give'}
        onClose={close}
        title={t`Record consent`}
        question={
          <Stack gap="sm">
            <Text>
              <Trans>{name} agrees to this text:</Trans>
            </Text>
            <Text size="sm" mah={240} tabIndex={0} role="region" aria-label={t`Text`} style={SCROLLING}>
              {data.text?.text}
            </Text>
            <NativeSelect
              label={t`How`}
              data={Object.entries(WAYS).map(([value, label]) => ({ value, label: t(label) }))}
              value={how}
              onChange={({ currentTarget }) => setHow(currentTarget.value as ConsentWay)}
            />
          </Stack>
        }
        action={t`Has agreed`}
        color="teal"
        busy={give.isPending}
        onConfirm={() => data.text && give.mutate({ version: data.text.version, how }, { onSettled: close })}
      />
      <ConfirmDialog
        opened={isAsking === 'withdraw'}
        onClose={close}
        title={t`Withdraw consent`}
        question={t`Stored fingerprints and faces of ${name} are deleted now. Each terminal is told to delete them, and the list 'Deleted on terminals' shows which have. From then on ${name} uses a badge.`}
        action={t`Withdraw consent`}
        busy={withdraw.isPending}
        onConfirm={() => withdraw.mutate(undefined, { onSettled: close })}
      />
    </section>
  );
}

const SCROLLING = { overflow: 'auto', whiteSpace: 'pre-wrap' } as const;

/** Returns 'Agreed on paper, 3 Nov 2026 07:12, recorded by office.' or why no template is stored. */
function consentWords({ isRequired, text, entries: [last] }: ConsentState): string {
  if (!last) return isRequired ? t`Not asked yet: no fingerprint or face is stored or sent.` : t`Not asked yet.`;
  const at = moment(last.at);
  const by = last.by;
  if (last.kind === 'withdrawn') return t`Withdrawn ${at}, recorded by ${by}.`;
  const agreed = t`${select(last.how ?? 'paper', {
    recorder: `Agreed on a recorder, ${at}, recorded by ${by}.`,
    screen: `Agreed on a screen, ${at}, recorded by ${by}.`,
    other: `Agreed on paper, ${at}, recorded by ${by}.`,
  })}`;
  return last.version === text?.version ? agreed : `${agreed} ${t`The text has changed since: ask anew.`}`;
}
