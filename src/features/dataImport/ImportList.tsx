import { Button, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ImportRun } from '#contract/payroll.ts';
import { messageOf } from '../../api/errors.ts';
import { count, counted } from '../../lib/figures.ts';
import { moment } from '../../lib/moments.ts';
import { useOfflineReason } from '../../state/reachability.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { ListTable } from '../../ui/ListTable.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { importsQuery, undoImportMutation } from './dataImport.queries.ts';
import { KIND_LABEL } from './importFile.ts';

/** The imports of the last 30 days, newest first, each with its undo; renders nothing while there are none. */
export function ImportList({ accountId }: { accountId: string }) {
  const imports = useQuery(importsQuery(accountId));
  if (imports.data?.length === 0) return null;
  return (
    <Loaded query={imports} failed="Failed to load imports. Please try again later." height={120} label="imports">
      {(shown) => (
        <ListTable label="Imports" stacked actions columns={['Imported', 'By', 'File', 'Result']}>
          {shown.map((run) => (
            <Table.Tr key={run._id}>
              <Table.Td>{moment(run.at)}</Table.Td>
              <Table.Td data-label="By">{run.by}</Table.Td>
              <Table.Td>{[KIND_LABEL[run.kind], run.fileName].filter(Boolean).join(', ')}</Table.Td>
              <Table.Td>
                {count(run.added)} added, {count(run.changed)} changed
              </Table.Td>
              <Table.Td ta="right">
                {run.undone ? (
                  <Text size="sm" c="dimmed">
                    Undone by {run.undone.by}, {moment(run.undone.at)}
                  </Text>
                ) : (
                  <UndoImport accountId={accountId} run={run} />
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </ListTable>
      )}
    </Loaded>
  );
}

/** Undoes an import after a confirmation. A refusal is shown in the dialog. */
function UndoImport({ accountId, run }: { accountId: string; run: ImportRun }) {
  const [asking, dialog] = useDisclosure();
  const offline = useOfflineReason();
  const undo = useMutation(undoImportMutation(accountId, run._id));
  const close = () => {
    dialog.close();
    undo.reset();
  };
  return (
    <>
      <Button size="xs" variant="default" aria-label={`Undo the import of ${moment(run.at)}`} onClick={dialog.open}>
        Undo
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={close}
        title="Undo this import"
        question={
          <>
            The import of {moment(run.at)} is undone as a whole, with the figures that came of it.
            {undo.error && <ErrorNote text={messageOf(undo.error)} />}
          </>
        }
        consequences={[
          `${counted(run.added, 'line', 'lines')} added: they go`,
          `${count(run.changed)} changed: as they were before`,
        ]}
        action="Undo this import"
        reason={offline}
        busy={undo.isPending}
        onConfirm={() => undo.mutate(undefined, { onSuccess: close })}
      />
    </>
  );
}
