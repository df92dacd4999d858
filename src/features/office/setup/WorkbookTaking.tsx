import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { WorkbookPreview, WorkbookSheet } from '#contract/office/workbook.ts';
import { ApiError, messageOf } from '../../../api/errors.ts';
import { count } from '../../../lib/figures.ts';
import { listed } from '../../../lib/lists.ts';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { recalculationText } from './RecalculationNote.tsx';
import { WorkbookLines } from './WorkbookLines.tsx';
import classes from './workbook.module.css';
import {
  applyWorkbookMutation,
  downloadOfMutation,
  previewAgainMutation,
  undoWorkbookMutation,
} from './workbook.queries.ts';
import { countsText, linesOf, newGroupsText, OUTCOME, SHEET_LABEL } from './workbookWords.ts';

type Props = {
  accountId: string;
  preview: WorkbookPreview;
  onPreview: (preview: WorkbookPreview) => void;
  onDone: () => void;
  /** The account's first lines: there is nothing yet that a whole list could lack. */
  isFirst?: boolean;
};

/** The preview of a workbook, sheet by sheet and line by line, and the button that applies all of it or nothing. */
export function WorkbookTaking({ accountId, preview, onPreview, onDone, isFirst = false }: Props) {
  const { t } = useLingui();
  const apply = useMutation(applyWorkbookMutation(accountId, preview));
  const again = useMutation(previewAgainMutation(accountId));
  const undo = useMutation(undoWorkbookMutation(accountId, preview.workbookId));
  const download = useMutation(downloadOfMutation(accountId, preview.workbookId));
  const [leaves, setLeaves] = useState(false);
  const { sheets, newGroups, rejudged, workbookId, ignoredSheets } = preview;
  const refused = linesOf(preview, 'refused');
  const accepted = linesOf(preview, 'new', 'changed', 'deleted');
  const whole = sheets.filter(({ isWhole }) => isWhole).map(({ sheet }) => sheet);
  const look = (wholeSheets: WorkbookSheet[]) => {
    apply.reset();
    again.mutate({ workbookId, wholeSheets }, { onSuccess: onPreview });
  };
  const isOutdated = apply.error instanceof ApiError && apply.error.errorCode === 'CONFLICT';
  const file = (what: 'refused' | 'before', label: string) => (
    <ServerButton
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate(what)}
    >
      {label}
    </ServerButton>
  );

  if (apply.data) {
    return (
      <Alert color="teal" icon={<IconCircleCheck aria-hidden />} title={undo.data ? t`Undone` : t`Taken`} role="status">
        <Stack gap="sm" align="flex-start">
          {countsText(undo.data ?? apply.data)}
          {undo.data && undo.data.usedGroups.length > 0 && (
            <Text size="sm">
              <Trans>Still in use: {listed(undo.data.usedGroups)}.</Trans>
            </Text>
          )}
          {undo.error && <ErrorNote text={messageOf(undo.error)} />}
          {!undo.data && (
            <Group gap="sm">
              <ServerButton variant="default" loading={undo.isPending} onClick={() => undo.mutate(undefined)}>
                <Trans>Undo</Trans>
              </ServerButton>
              {file('before', t`Download the data as it was`)}
            </Group>
          )}
        </Stack>
      </Alert>
    );
  }
  return (
    <Panel title={preview.fileName ? t`Preview of ${preview.fileName}` : t`Preview`}>
      <Stack gap="sm">
        {sheets.map((sheet) => (
          <Group key={sheet.sheet} gap="md" justify="space-between">
            <Text>
              <Trans>
                <strong>{t(SHEET_LABEL[sheet.sheet])}</strong>:{' '}
                {listed(
                  (['new', 'changed', 'unchanged', 'deleted', 'refused'] as const).map(
                    (outcome) => `${t(OUTCOME[outcome].label)} ${count(sheet[outcome])}`,
                  ),
                )}
              </Trans>
            </Text>
            {!isFirst && (
              <Checkbox
                label={t`This sheet is the whole list`}
                aria-label={t`${t(SHEET_LABEL[sheet.sheet])}: this sheet is the whole list`}
                checked={sheet.isWhole}
                disabled={again.isPending}
                onChange={({ currentTarget }) =>
                  look(currentTarget.checked ? [...whole, sheet.sheet] : whole.filter((one) => one !== sheet.sheet))
                }
              />
            )}
          </Group>
        ))}
        {ignoredSheets.length > 0 && (
          <Text size="sm" c="dimmed">
            <Trans>Not looked at: {listed(ignoredSheets)}.</Trans>
          </Text>
        )}
        {newGroups.total > 0 && (
          <Text size="sm" fw={600}>
            {newGroupsText(newGroups)}
          </Text>
        )}
        {rejudged.days > 0 && (
          <Text size="sm" fw={600}>
            {recalculationText(rejudged)}
          </Text>
        )}
        <WorkbookLines
          // Who leaves refused lines out sees the others before they are taken.
          key={`${preview.outcomeHash} ${leaves}`}
          accountId={accountId}
          preview={preview}
          isAccepted={leaves}
        />
        {(apply.error ?? again.error) && <ErrorNote text={messageOf(apply.error ?? again.error)} />}
        {refused > 0 && (
          <Checkbox
            label={t`${plural(refused, { one: 'Leave # line out', other: 'Leave # lines out' })}`}
            checked={leaves}
            onChange={({ currentTarget }) => setLeaves(currentTarget.checked)}
          />
        )}
        <Group justify="flex-end" gap="sm" className={classes.actions}>
          {refused > 0 && file('refused', t`Refused lines`)}
          {isOutdated && (
            <Button variant="default" loading={again.isPending} onClick={() => look(whole)}>
              <Trans>Look again</Trans>
            </Button>
          )}
          <ServerButton
            disabled={accepted === 0 || (refused > 0 && !leaves) || again.isPending || isOutdated}
            loading={apply.isPending}
            onClick={() => apply.mutate(leaves, { onSuccess: onDone })}
          >
            <Plural value={accepted} one="Take # line" other="Take # lines" />
          </ServerButton>
        </Group>
      </Stack>
    </Panel>
  );
}
