import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../../api/errors.ts';
import { moment } from '../../../lib/moments.ts';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { type Undo, undoImportMutation } from './pieces.queries.ts';

type Props = {
  accountId: string;
  undo: Undo;
  /** Of an import in a list of them. */
  at?: string;
};

/** Undoes the import of a list of piecework. */
export function UndoImport({ accountId, undo, at }: Props) {
  const { t } = useLingui();
  const act = useMutation(undoImportMutation(accountId));
  if (act.data)
    return (
      <Text size="sm">
        <Plural value={act.data.applied} one="Undone: # line does not count." other="Undone: # lines do not count." />
      </Text>
    );
  return (
    <>
      {act.error && <ErrorNote text={messageOf(act.error)} />}
      <ServerButton
        variant="default"
        {...(at && { size: 'xs', 'aria-label': t`Undo the import of ${moment(at)}` })}
        loading={act.isPending}
        onClick={({ currentTarget }) => {
          const place = currentTarget.closest<HTMLElement>('[tabindex]:not(button)');
          // The button is gone then.
          act.mutate(undo, { onSuccess: () => place?.focus({ preventScroll: true }) });
        }}
      >
        <Trans>Undo</Trans>
      </ServerButton>
    </>
  );
}
