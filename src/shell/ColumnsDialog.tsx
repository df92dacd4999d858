import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ChosenTable } from '#contract/reports/choices.ts';
import { useColumns } from '../api/ownChoices.ts';
import { ColumnChooser } from '../ui/ColumnChooser.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { DialogFoot } from '../ui/DialogFoot.tsx';

type Props = {
  table: ChosenTable;
  columns: readonly { id: string; label: string }[];
  onClose: () => void;
  /** Further choices for the table. */
  children?: ReactNode;
};

/** Chooses the columns of a table on the page, and their order: the user's own, on every device. */
export default function ColumnsDialog({ table, columns, onClose, children }: Props) {
  const { t } = useLingui();
  const [chosen, choose] = useColumns(table);
  return (
    <Dialog opened onClose={onClose} title={t`Columns`}>
      <Stack gap="md">
        {children}
        <ColumnChooser columns={columns} chosen={chosen} onChoose={choose} />
        <DialogFoot>
          <Button onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  );
}
