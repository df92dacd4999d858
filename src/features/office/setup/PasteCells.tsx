import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, NativeSelect, Stack, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { PAY_SHEETS, WORKBOOK_SHEETS, type WorkbookPreview, workbookSheet } from '#contract/office/workbook.ts';
import { messageOf } from '../../../api/errors.ts';
import { ServerButton } from '../../../shell/ServerButton.tsx';

import { useMay } from '../../../state/session.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import classes from '../../../ui/form.module.css';
import { cellsOf } from './cells.ts';
import { pasteCellsMutation } from './workbook.queries.ts';
import { SHEET_LABEL } from './workbookWords.ts';

type Props = { accountId: string; onPreview: (preview: WorkbookPreview) => void };

/** Imports cells copied from any spreadsheet as one sheet of the workbook. */
export function PasteCells({ accountId, onPreview }: Props) {
  const { t } = useLingui();
  const seesPay = useMay('Pay.MANAGE');
  const [isOpen, setOpen] = useState(false);
  const [sheet, setSheet] = useState<string>('employees');
  const [text, setText] = useState('');
  const paste = useMutation(pasteCellsMutation(accountId));
  if (!isOpen)
    return (
      <Group>
        <Button variant="default" onClick={() => setOpen(true)}>
          <Trans>Paste cells</Trans>
        </Button>
      </Group>
    );
  return (
    <form
      className={classes.form}
      aria-label={t`Paste cells`}
      data-dirty={text !== '' || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        paste.mutate({ sheet: workbookSheet.parse(sheet), rows: cellsOf(text) }, { onSuccess: onPreview });
      }}
    >
      <Stack gap="sm">
        <NativeSelect
          label={t`Sheet`}
          value={sheet}
          onChange={({ currentTarget }) => setSheet(currentTarget.value)}
          data={WORKBOOK_SHEETS.filter((one) => seesPay || !PAY_SHEETS.includes(one))
            .toReversed()
            .map((value) => ({ value, label: t(SHEET_LABEL[value]) }))}
        />
        <Textarea
          label={t`Cells`}
          description={t`With their headings, or with the columns of the template in their order.`}
          rows={6}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {paste.error && <ErrorNote text={messageOf(paste.error)} />}
        <Group>
          <ServerButton type="submit" disabled={text.trim() === ''} loading={paste.isPending}>
            <Trans>Preview</Trans>
          </ServerButton>
        </Group>
      </Stack>
    </form>
  );
}
