import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { RECORD_FILE_DAYS, type RecordFile } from '#contract/reports/recordFiles.ts';
import type { Crew } from '../../../api/crew.ts';
import { messageOf } from '../../../api/errors.ts';
import { exportLabel } from '../../../api/exportLabels.ts';
import { fileSize } from '../../../lib/fileSize.ts';
import { listed } from '../../../lib/lists.ts';
import { moment } from '../../../lib/moments.ts';
import { translated } from '../../../lib/words.tsx';
import { dayLabel } from '../../../lib/zoned.ts';
import { HowToLink } from '../../../shell/HelpLink.tsx';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { useMay, useSession } from '../../../state/session.ts';
import { ListTable } from '../../../ui/ListTable.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { lazyDialog } from '../../../ui/lazyDialog.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { MakeRecords } from './MakeRecords.tsx';
import { downloadRecordsMutation, recordFilesQuery } from './records.queries.ts';
import { PART_LABELS, STATUS_LABELS } from './words.ts';

const OldRecordsDialog = lazyDialog(() => import('./OldRecordsDialog.tsx'));

type Props = { accountId: string; today: string; crew: Crew };

/** *Records* (docs/reference/records.md#files-of-records): files of days of whatever age for inspectors and auditors, and those of the last days. */
export function RecordFiles({ accountId, today, crew }: Props) {
  const { t } = useLingui();
  const files = useQuery(recordFilesQuery);
  const isLimited = useSession()?.info.scope !== undefined;
  const mayRemove = useMay('Setup.MANAGE') && !isLimited;
  const [removing, dialog] = useDisclosure();
  const isMaking = files.data?.some(({ status }) => status === 'making') ?? false;
  return (
    <Stack gap="md">
      <Panel form title={t`New file`}>
        <Text size="sm" c="dimmed" mb="md">
          <Trans>Download records as a ZIP. We email you when it is ready.</Trans> <HowToLink to="records" />
        </Text>
        <MakeRecords accountId={accountId} today={today} crew={crew} isMaking={isMaking} />
      </Panel>
      <Panel title={t`Files of the last ${RECORD_FILE_DAYS} days`}>
        <Loaded
          query={files}
          failed={messageOf}
          height={120}
          label={t`files of records`}
          empty={t`There are none yet.`}
        >
          {(all) => (
            <ListTable
              label={t`Files of records`}
              stacked
              actions
              columns={[t`Days`, t`Contents`, t`State`, t`Made`, t`Deleted after`]}
            >
              {all.map((file) => (
                <Row key={file._id} file={file} />
              ))}
            </ListTable>
          )}
        </Loaded>
      </Panel>
      {mayRemove && (
        <Panel
          title={t`Old records`}
          aside={
            <ServerButton variant="default" aria-haspopup="dialog" onClick={dialog.open}>
              <Trans>Remove old records</Trans>
            </ServerButton>
          }
        >
          <Text size="sm" c="dimmed">
            <Trans>
              Records stay until they are removed here: those that are older than the years of the account’s settings.
              What goes is shown first.
            </Trans>
          </Text>
        </Panel>
      )}
      {removing && <OldRecordsDialog onClose={dialog.close} />}
    </Stack>
  );
}

function Row({ file }: { file: RecordFile }) {
  const { t } = useLingui();
  const download = useMutation(downloadRecordsMutation(file));
  const { from, to, parts, exportType, status, failure, words, bytes, by, at, endsAt } = file;
  const days = t`${dayLabel(from)} to ${dayLabel(to)}`;
  return (
    <Table.Tr>
      <Table.Td>{days}</Table.Td>
      <Table.Td data-label={t`Contents`}>
        {listed(parts.map((part) => t(PART_LABELS[part])))}
        <Text size="sm" c="dimmed">
          {exportLabel(exportType)}
        </Text>
      </Table.Td>
      <Table.Td data-label={t`State`}>
        <span role="status">
          {t(STATUS_LABELS[status])}
          {bytes !== null && `, ${fileSize(bytes)}`}
        </span>
        {failure && <Text size="sm">{translated(words ?? failure)}</Text>}
      </Table.Td>
      <Table.Td data-label={t`Made`}>
        {moment(at)}
        <Text size="sm" c="dimmed">
          {by}
        </Text>
      </Table.Td>
      <Table.Td data-label={t`Deleted after`}>{moment(endsAt)}</Table.Td>
      <Table.Td>
        {status === 'ready' && (
          <ServerButton
            variant="default"
            size="compact-sm"
            leftSection={<IconDownload size={16} aria-hidden />}
            aria-label={t`Download ${days}`}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            <Trans>Download</Trans>
          </ServerButton>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
