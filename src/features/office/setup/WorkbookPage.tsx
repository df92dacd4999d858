import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Stack, Text } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { WorkbookPreview } from '#contract/office/workbook.ts';
import { PreviewedFile } from '../../../shell/PreviewedFile.tsx';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { useOnline } from '../../../state/reachability.ts';
import { useMay } from '../../../state/session.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { ListImport } from './ListImport.tsx';
import { PasteCells } from './PasteCells.tsx';
import { WorkbookImports } from './WorkbookImports.tsx';
import { WorkbookTaking } from './WorkbookTaking.tsx';
import { downloadWorkbookMutation, uploadWorkbookMutation } from './workbook.queries.ts';
import { tooLarge } from './workbookWords.ts';

/** Returns why a file cannot be a workbook; null if it may be one. */
const problemOf = (file: File) =>
  /\.(xlsx|ods|csv)$/i.test(file.name)
    ? tooLarge(file)
    : t`File type not supported. Only .xlsx, .ods and .csv files are supported.`;

/** The payroll workbook: downloaded, filled in, uploaded, reviewed line by line, applied. */
export default function WorkbookPage({ accountId }: { accountId: string }) {
  const { t } = useLingui();
  const isOnline = useOnline();
  const seesPay = useMay('Pay.MANAGE');
  const download = useMutation(downloadWorkbookMutation(accountId));
  const send = useMutation(uploadWorkbookMutation(accountId));
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<WorkbookPreview>();
  const [ofList, setOfList] = useState<WorkbookPreview>();

  const show = (chosen: File | null, next?: WorkbookPreview) => {
    send.reset();
    setFile(chosen);
    setPreview(next);
  };
  const button = (content: 'template' | 'current', label: string) => (
    <ServerButton
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={download.isPending && download.variables === content}
      onClick={() => download.mutate(content)}
    >
      {label}
    </ServerButton>
  );
  return (
    <Stack gap="md">
      <Panel title={t`Import a list`}>
        <Text size="sm" c="dimmed">
          <Trans>
            A list of people from payroll, a terminal’s software or a notebook. Nothing is changed before you have seen
            its lines.
          </Trans>
        </Text>
        <ListImport accountId={accountId} onPreview={setOfList} />
      </Panel>
      {ofList && (
        <WorkbookTaking
          key={ofList.workbookId}
          accountId={accountId}
          preview={ofList}
          onPreview={setOfList}
          onDone={() => undefined}
        />
      )}
      <Panel title={t`Workbook`}>
        <Text size="sm" c="dimmed">
          {seesPay ? (
            <Trans>
              Employees, groups, lookups, shifts, holidays, hours rules, rates and minimums in one spreadsheet. What a
              line says is shown before anything is changed.
            </Trans>
          ) : (
            <Trans>
              Employees, groups, lookups, shifts, holidays and hours rules in one spreadsheet. What a line says is shown
              before anything is changed.
            </Trans>
          )}
        </Text>
        <Group gap="sm">
          {button('template', t`Download template`)}
          {button('current', t`Download current data`)}
        </Group>
        <PreviewedFile
          label={t`Workbook`}
          description={t`Choose it or drop it here: .xlsx, .ods, or .csv for one sheet.`}
          accept=".xlsx,.ods,.csv"
          icon={<IconFileSpreadsheet size={18} aria-hidden />}
          value={file}
          onChange={show}
          problemOf={problemOf}
          onPreview={(chosen) => send.mutate(chosen, { onSuccess: setPreview })}
          preview={send}
          disabled={!isOnline}
        />
        <PasteCells accountId={accountId} onPreview={(next) => show(null, next)} />
      </Panel>
      {preview && (
        <WorkbookTaking
          key={preview.workbookId}
          accountId={accountId}
          preview={preview}
          onPreview={setPreview}
          onDone={() => setFile(null)}
        />
      )}
      <WorkbookImports accountId={accountId} />
    </Stack>
  );
}
