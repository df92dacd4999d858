import { Trans, useLingui } from '@lingui/react/macro';
import { Group, NativeSelect, Table } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { PayFile, PayFileEvent } from '#contract/money/payFiles.ts';
import { moneyIn } from '../../../lib/figures.ts';
import { moment } from '../../../lib/moments.ts';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { DialogLink } from '../../../ui/DialogLink.tsx';
import { ListTable } from '../../../ui/ListTable.tsx';
import { lazyDialog } from '../../../ui/lazyDialog.tsx';
import { downloadFileMutation } from './payFiles.queries.ts';
import { saidOf, windowLabel } from './words.ts';

const FileLinesDialog = lazyDialog(() => import('./FileLinesDialog.tsx'));

export type ListedFile = PayFile & { events: readonly PayFileEvent[] };
type Props = {
  accountId: string;
  files: readonly ListedFile[];
  profiles: readonly { _id: string; name: string }[];
  /** The profile in whose layout files are downloaded; absent: there is none. */
  profileId: string | undefined;
  onProfile: (profileId: string) => void;
};

/** Payroll files, newest first: their lines, their download, and what became of each. */
export function FilesTable({ accountId, files, profiles, profileId, onProfile }: Props) {
  const { t } = useLingui();
  const [shown, setShown] = useState<PayFile>();
  return (
    <>
      {profiles.length > 0 && (
        <Group>
          <NativeSelect
            label={t`Download by the profile`}
            data={profiles.map(({ _id, name }) => ({ value: _id, label: name }))}
            value={profileId}
            onChange={({ currentTarget }) => onProfile(currentTarget.value)}
          />
        </Group>
      )}
      <ListTable
        label={t`Payroll files`}
        stacked
        striped
        actions
        columns={[t`File`, t`Days`, t`People`, t`Amount`, t`Made`, t`Since then`]}
      >
        {files.map((file) => (
          <Row key={file._id} accountId={accountId} file={file} profileId={profileId} onShow={() => setShown(file)} />
        ))}
      </ListTable>
      {shown && (
        <FileLinesDialog accountId={accountId} file={shown} profileId={profileId} onClose={() => setShown(undefined)} />
      )}
    </>
  );
}

type RowProps = { accountId: string; file: ListedFile; profileId: string | undefined; onShow: () => void };
function Row({ accountId, file, profileId, onShow }: RowProps) {
  const { t } = useLingui();
  const download = useMutation(downloadFileMutation(accountId, file));
  const { number, isDelta, people, total, currency, at, by, events } = file;
  const [newest] = events;
  return (
    <Table.Tr>
      <Table.Td>
        <DialogLink onOpen={onShow}>{isDelta ? t`${number}, adjustments` : t`${number}, whole`}</DialogLink>
      </Table.Td>
      <Table.Td data-label={t`Days`}>{windowLabel(file)}</Table.Td>
      <Table.Td data-label={t`People`}>{people}</Table.Td>
      <Table.Td data-label={t`Amount`}>{moneyIn(currency)(total)}</Table.Td>
      <Table.Td data-label={t`Made`}>
        <Trans>
          {moment(at)} by {by}
        </Trans>
      </Table.Td>
      <Table.Td data-label={t`Since then`}>{newest ? saidOf(newest) : t`Nothing`}</Table.Td>
      <Table.Td>
        {profileId !== undefined && (
          <ServerButton
            variant="default"
            size="compact-sm"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={download.isPending}
            aria-label={t`Download file ${number}`}
            onClick={() => download.mutate(profileId)}
          >
            <Trans>Download</Trans>
          </ServerButton>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
