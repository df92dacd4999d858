import { Plural, Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../../api/errors.ts';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { type Undo, undoImportMutation } from './pieces.queries.ts';

type Props = { undo: Undo };

/** Undoes the import of a list of piecework. */
export function UndoImport({ undo }: Props) {
  const act = useMutation(undoImportMutation());
  if (act.data)
    return (
      <Text size="sm">
        <Plural value={act.data.applied} one="Undone: # line does not count." other="Undone: # lines do not count." />
      </Text>
    );
  return (
    <>
      {act.error && <ErrorNote text={messageOf(act.error)} />}
      <ServerButton variant="default" loading={act.isPending} onClick={() => act.mutate(undo)}>
        <Trans>Undo</Trans>
      </ServerButton>
    </>
  );
}
