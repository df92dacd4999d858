import { Group, Stack, Text } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Setup } from '#contract/setup.ts';
import type { WorkbookPreview } from '#contract/workbook.ts';
import { messageOf } from '../../api/errors.ts';
import { ServerButton } from '../../shell/ServerButton.tsx';

import { useOnline } from '../../state/reachability.ts';
import { useMay } from '../../state/session.ts';
import { DropFile } from '../../ui/DropFile.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { OwnersPanel } from './OwnersPanel.tsx';
import { PasteCells } from './PasteCells.tsx';
import { WorkbookTaking } from './WorkbookTaking.tsx';
import { downloadWorkbookMutation, uploadWorkbookMutation } from './workbook.queries.ts';

/** Returns why a file cannot be a workbook; null if it may be one. */
const problemOf = (file: File) =>
  /\.(xlsx|ods|csv)$/i.test(file.name)
    ? null
    : 'File type not supported. Only .xlsx, .ods and .csv files are supported.';

/** The payroll workbook: downloaded, filled in, uploaded, reviewed line by line, applied. */
export default function WorkbookPage({ accountId, owners }: { accountId: string; owners: Setup['owners'] }) {
  const isOnline = useOnline();
  const seesPay = useMay('Pay.MANAGE');
  const download = useMutation(downloadWorkbookMutation(accountId));
  const send = useMutation(uploadWorkbookMutation(accountId));
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [preview, setPreview] = useState<WorkbookPreview>();

  const choose = (chosen: File | null) => {
    send.reset();
    setPreview(undefined);
    setFile(chosen);
    const found = chosen && problemOf(chosen);
    setProblem(found);
    if (chosen && !found) send.mutate(chosen, { onSuccess: setPreview });
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
      <Panel title="Workbook">
        <Text size="sm" c="dimmed">
          Employees, groups, lookups, shifts, holidays
          {seesPay ? ', hours rules, rates and minimums' : ' and hours rules'} in one spreadsheet. What a line says is
          shown before anything is changed.
        </Text>
        <Group gap="sm">
          {button('template', 'Download template')}
          {button('current', 'Download current data')}
        </Group>
        <DropFile
          label="Workbook"
          description="Choose it or drop it here: .xlsx, .ods, or .csv for one sheet."
          accept=".xlsx,.ods,.csv"
          icon={<IconFileSpreadsheet size={18} aria-hidden />}
          value={file}
          onChange={choose}
          disabled={!isOnline}
        />
        <PasteCells
          accountId={accountId}
          onPreview={(next) => {
            choose(null);
            setPreview(next);
          }}
        />
        {send.isPending && (
          <Text size="sm" role="status">
            Looking at every line
          </Text>
        )}
        {(problem ?? send.error) && file && <ErrorNote text={`${file.name}: ${problem ?? messageOf(send.error)}`} />}
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
      <OwnersPanel accountId={accountId} owners={owners} />
    </Stack>
  );
}
