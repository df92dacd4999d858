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
  const { mutate, isPending } = useMutation(revoke);
  return (
    <>
      <Table.Td data-label="Made">
        {moment(at)}
        {by && ` by ${by}`}
      </Table.Td>
      <Table.Td data-label="Last used">{moment(lastUsedAt)}</Table.Td>
      <Table.Td>
        <Stack align="flex-end">
          <ConfirmedButton
            size="xs"
            label={`Revoke ${name}`}
            title="Revoke key"
            question={`Revoke ${name}?`}
            consequences={[`${user} can no longer use it`]}
            action="Revoke"
            busy={isPending}
            onConfirm={(close) => mutate(undefined, { onSuccess: close })}
          >
            Revoke
          </ConfirmedButton>
        </Stack>
      </Table.Td>
    </>
  );
}
