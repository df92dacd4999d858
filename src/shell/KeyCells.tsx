import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Table } from '@mantine/core';
import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { moment } from '../lib/moments.ts';
import { ConfirmedButton } from './ConfirmedButton.tsx';

type Props = {
  name: string;
  made: { at: string; by: string | null };
  lastUsedAt: string | null;
  revoke: UseMutationOptions<{ ok: true }>;
  /** The program that can no longer use it then. */
  user: string;
};

/** The last cells of a key's row: 'Made', 'Last used', and the button that revokes it. */
export function KeyCells({ name, made: { at, by }, lastUsedAt, revoke, user }: Props) {
  const { t } = useLingui();
  const { mutate, isPending } = useMutation(revoke);
  return (
    <>
      <Table.Td data-label={t`Made`}>
        {moment(at)}
        {by && t` by ${by}`}
      </Table.Td>
      <Table.Td data-label={t`Last used`}>{moment(lastUsedAt)}</Table.Td>
      <Table.Td>
        <Stack align="flex-end">
          <ConfirmedButton
            size="xs"
            label={t`Revoke ${name}`}
            title={t`Revoke key`}
            question={t`Revoke ${name}?`}
            consequences={[t`${user} can no longer use it`]}
            action={t`Revoke`}
            busy={isPending}
            onConfirm={(close) => mutate(undefined, { onSuccess: close })}
          >
            <Trans>Revoke</Trans>
          </ConfirmedButton>
        </Stack>
      </Table.Td>
    </>
  );
}
