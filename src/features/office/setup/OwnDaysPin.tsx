import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../../api/errors.ts';
import { ConfirmedButton } from '../../../shell/ConfirmedButton.tsx';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { ShownOnce } from '../../../ui/ShownOnce.tsx';
import { endOwnDaysPinMutation, makeOwnDaysPinMutation } from './privacy.queries.ts';

/** The PIN with which an employee answers to their own day on a Recorder (docs/reference/privacy.md#their-own-day): made, shown once, and removed. */
export function OwnDaysPin({
  accountId,
  employeeId,
  hasPin,
}: {
  accountId: string;
  employeeId: string;
  hasPin: boolean;
}) {
  const { t } = useLingui();
  const make = useMutation(makeOwnDaysPinMutation(accountId, employeeId));
  const end = useMutation(endOwnDaysPinMutation(accountId, employeeId));
  const error = make.error ?? end.error;
  return (
    <>
      <Group justify="space-between" gap="sm" mt="xs">
        <Text size="sm" c="dimmed">
          {hasPin ? t`Recorders ask for their PIN before ‘Agree’.` : t`No PIN: the badge is enough on Recorders.`}
        </Text>
        <Group gap="sm">
          {hasPin && (
            <ConfirmedButton
              label={t`Remove PIN for own days`}
              title={t`Remove PIN`}
              question={t`Remove their PIN?`}
              consequences={[t`On Recorders the badge is enough to agree, or to say that something is wrong`]}
              action={t`Remove`}
              busy={end.isPending}
              onConfirm={(close) => end.mutate(undefined, { onSuccess: close })}
            >
              <Trans>Remove PIN</Trans>
            </ConfirmedButton>
          )}
          <ServerButton variant="default" loading={make.isPending} onClick={() => make.mutate()}>
            {hasPin ? t`Replace PIN` : t`Make PIN`}
          </ServerButton>
        </Group>
      </Group>
      {error && <ErrorNote text={messageOf(error)} />}
      {make.data && (
        <ShownOnce
          title={t`PIN for own days`}
          note={t`The PIN is shown this once: tell it to this person alone. Recorders ask for it from their next contact on.`}
          secret={make.data.pin}
          what="PIN"
          onClose={make.reset}
        />
      )}
    </>
  );
}
