import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import type { ReportRequest } from '#contract/reports/reports.ts';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { BLOCKED, openPrintView } from './printView.ts';
import { useReport } from './useReport.ts';

type Props = { accountId: string; request: ReportRequest };

/** Makes a report that an alert made, with the figures of now, and saves it. */
export function ReportDownload({ accountId, request }: Props) {
  const { t } = useLingui();
  const [blocked, setBlocked] = useState(false);
  const report = useReport(accountId, () => undefined);
  const { printView } = report;
  return (
    <Stack gap="xs" align="flex-start">
      {blocked && <ErrorNote text={t(BLOCKED)} />}
      {report.failure && <ErrorNote text={report.failure} />}
      {printView === undefined ? (
        <ServerButton variant="default" loading={report.busy} onClick={() => report.start(request)}>
          <Trans>Download</Trans>
        </ServerButton>
      ) : (
        <Button onClick={() => setBlocked(!openPrintView(printView))}>
          <Trans>Open print view</Trans>
        </Button>
      )}
    </Stack>
  );
}
