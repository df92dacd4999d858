import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { WorkbookPreview, WorkbookSheet } from '#contract/workbook.ts';
import { ApiError, messageOf } from '../../api/errors.ts';
import { count } from '../../lib/figures.ts';
import { ServerButton } from '../../shell/ServerButton.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { recalculationText } from './RecalculationNote.tsx';
import { WorkbookLines } from './WorkbookLines.tsx';
import classes from './workbook.module.css';
import { applyWorkbookMutation, downloadOfMutation, previewAgainMutation } from './workbook.queries.ts';
import { linesOf, newGroupText, OUTCOME, SHEET_LABEL } from './workbookWords.ts';

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
  const download = useMutation(downloadOfMutation(accountId, preview.workbookId));
  const [leaves, setLeaves] = useState(false);
  const { sheets, newGroups, rejudged, workbookId, ignoredSheets } = preview;
  const refused = linesOf(preview, 'refused');
  const taken = linesOf(preview, 'new', 'changed', 'deleted');
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
    const { leftOut, ...counts } = apply.data;
    return (
      <Alert color="teal" icon={<IconCircleCheck aria-hidden />} title={t`Taken`} role="status">
        <Stack gap="sm" align="flex-start">
          {count(counts.new)} new, {count(counts.changed)} changed, {count(counts.unchanged)} unchanged,{' '}
          {count(counts.deleted)} deleted{leftOut > 0 && t`, ${count(leftOut)} left out`}.
          {file('before', t`Download the data as it was`)}
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
              <strong>{SHEET_LABEL[sheet.sheet]}</strong>:{' '}
              {(['new', 'changed', 'unchanged', 'deleted', 'refused'] as const)
                .map((outcome) => `${OUTCOME[outcome].label} ${count(sheet[outcome])}`)
                .join(', ')}
            </Text>
            {!isFirst && (
              <Checkbox
                label={t`This sheet is the whole list`}
                aria-label={t`${SHEET_LABEL[sheet.sheet]}: this sheet is the whole list`}
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
            <Trans>Not looked at: {ignoredSheets.join(', ')}.</Trans>
          </Text>
        )}
        {newGroups.total > 0 && (
          <Text size="sm" fw={600}>
            New groups: {newGroups.groups.map(newGroupText).join(', ')}
            {newGroups.total > newGroups.groups.length &&
              t` and ${count(newGroups.total - newGroups.groups.length)} others`}
          </Text>
        )}
        {rejudged.days > 0 && (
          <Text size="sm" fw={600}>
            {recalculationText(rejudged)}
          </Text>
        )}
        <WorkbookLines key={preview.outcomeHash} accountId={accountId} preview={preview} />
        {(apply.error ?? again.error) && <ErrorNote text={messageOf(apply.error ?? again.error)} />}
        {refused > 0 && (
          <Checkbox
            label={t`Leave ${plural(refused, { one: '# line', other: '# lines' })} out`}
            checked={leaves}
            onChange={({ currentTarget }) => setLeaves(currentTarget.checked)}
          />
        )}
        <Group justify="flex-end" gap="sm" className={classes.actions}>
          {refused > 0 && file('refused', t`Download refused lines`)}
          {isOutdated && (
            <Button variant="default" loading={again.isPending} onClick={() => look(whole)}>
              <Trans>Look again</Trans>
            </Button>
          )}
          <ServerButton
            disabled={taken === 0 || (refused > 0 && !leaves) || again.isPending || isOutdated}
            loading={apply.isPending}
            onClick={() => apply.mutate(leaves, { onSuccess: onDone })}
          >
            <Trans>Take {plural(taken, { one: '# line', other: '# lines' })}</Trans>
          </ServerButton>
        </Group>
      </Stack>
    </Panel>
  );
}
