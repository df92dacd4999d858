import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Button, Group, NativeSelect, Stack, Table, Text } from '@mantine/core';
import { IconDownload, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PAY_LAYOUTS, type PayFile, type PayFileEvent } from '#contract/money/payFiles.ts';
import { messageOf } from '../../../api/errors.ts';
import { moneyIn } from '../../../lib/figures.ts';
import { moment } from '../../../lib/moments.ts';
import { translated } from '../../../lib/words.tsx';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { useMay } from '../../../state/session.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ListTable } from '../../../ui/ListTable.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { lazyDialog } from '../../../ui/lazyDialog.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { downloadFileMutation, lastFileOf, payFilesQuery, payProfilesQuery } from './payFiles.queries.ts';
import { saidOf, windowLabel } from './words.ts';

const MakeFileDialog = lazyDialog(() => import('./MakeFileDialog.tsx'));
const FileLinesDialog = lazyDialog(() => import('./FileLinesDialog.tsx'));
const ProfileDialog = lazyDialog(() => import('./ProfileDialog.tsx'));

type File = PayFile & { events: readonly PayFileEvent[] };
type Lock = { _id: string; from: string; to: string; at: string };

/** Payroll files: made of locked periods, downloaded in the layout of a profile, and what became of each. */
export default function FilesPage({ accountId }: { accountId: string }) {
  const { t } = useLingui();
  const query = useQuery(payFilesQuery(accountId));
  const mayManage = useMay('Pay.MANAGE');
  const [chosen, setChosen] = useState<string>();
  const [making, setMaking] = useState<Lock>();
  const [shown, setShown] = useState<PayFile>();
  const profiles = query.data?.profiles ?? [];
  const profileId = profiles.some(({ _id }) => _id === chosen) ? chosen : profiles[0]?._id;
  return (
    <Stack gap="md">
      <Panel title={t`Payroll files`}>
        <Text size="sm" c="dimmed">
          <Trans>
            A file has the lines of a locked period and is never changed. What arrives later is another file, of the
            differences: payroll adds them up.
          </Trans>
        </Text>
        <Loaded query={query} failed={messageOf} height={240} label={t`payroll files`}>
          {({ files, locks }) => (
            <Stack gap="md">
              {mayManage && <Locks locks={locks} files={files} onMake={setMaking} />}
              {files.length > 0 && profiles.length > 0 && (
                <Group>
                  <NativeSelect
                    label={t`Download by the profile`}
                    data={profiles.map(({ _id, name }) => ({ value: _id, label: name }))}
                    value={profileId}
                    onChange={({ currentTarget }) => setChosen(currentTarget.value)}
                  />
                </Group>
              )}
              {files.length === 0 ? (
                <EmptyState text={t`There are none yet.`} />
              ) : (
                <ListTable
                  label={t`Payroll files`}
                  stacked
                  striped
                  actions
                  columns={[t`File`, t`Days`, t`People`, t`Amount`, t`Made`, t`Since then`]}
                >
                  {files.map((file) => (
                    <Row
                      key={file._id}
                      accountId={accountId}
                      file={file}
                      profileId={profileId}
                      onShow={() => setShown(file)}
                    />
                  ))}
                </ListTable>
              )}
            </Stack>
          )}
        </Loaded>
      </Panel>
      {mayManage && <Profiles accountId={accountId} />}
      {making && (
        <MakeFileDialog
          accountId={accountId}
          lock={making}
          since={lastFileOf(query.data?.files ?? [], making)?.at}
          profiles={profiles}
          profileId={profileId}
          onClose={() => setMaking(undefined)}
        />
      )}
      {shown && (
        <FileLinesDialog accountId={accountId} file={shown} profileId={profileId} onClose={() => setShown(undefined)} />
      )}
    </Stack>
  );
}

function Locks({
  locks,
  files,
  onMake,
}: {
  locks: readonly Lock[];
  files: readonly File[];
  onMake: (lock: Lock) => void;
}) {
  const { t } = useLingui();
  if (locks.length === 0)
    return (
      <EmptyState text={t`No period is locked: lock one under 'Before payroll' of a report, then make its file.`} />
    );
  return (
    <ListTable label={t`Locked periods`} stacked actions columns={[t`Locked period`, t`Last file`]}>
      {locks.map((lock) => {
        const last = lastFileOf(files, lock);
        const days = windowLabel(lock);
        return (
          <Table.Tr key={lock._id}>
            <Table.Td>{days}</Table.Td>
            <Table.Td data-label={t`Last file`}>{last ? `${last.number}, ${moment(last.at)}` : t`None yet`}</Table.Td>
            <Table.Td>
              <Button
                variant="default"
                size="compact-sm"
                aria-haspopup="dialog"
                aria-label={last ? t`Adjustments, ${days}` : t`Make file, ${days}`}
                onClick={() => onMake(lock)}
              >
                {last ? t`Adjustments` : t`Make file`}
              </Button>
            </Table.Td>
          </Table.Tr>
        );
      })}
    </ListTable>
  );
}

type RowProps = { accountId: string; file: File; profileId: string | undefined; onShow: () => void };
function Row({ accountId, file, profileId, onShow }: RowProps) {
  const { t } = useLingui();
  const download = useMutation(downloadFileMutation(accountId, file));
  const { number, isDelta, people, total, currency, at, by, events } = file;
  const [newest] = events;
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component="button" type="button" inherit ta="start" aria-haspopup="dialog" onClick={onShow}>
          {isDelta ? t`${number}, adjustments` : t`${number}, whole`}
        </Anchor>
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

function Profiles({ accountId }: { accountId: string }) {
  const { t } = useLingui();
  const query = useQuery(payProfilesQuery(accountId));
  const [open, setOpen] = useState<string>();
  return (
    <Panel
      title={t`Profiles`}
      aside={
        <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen('new')}>
          <Trans>Add profile</Trans>
        </Button>
      }
    >
      <Text size="sm" c="dimmed">
        <Trans>A profile says how your payroll reads a file: its layout, and your codes for each kind of line.</Trans>
      </Text>
      <Loaded query={query} failed={messageOf} height={120} label={t`profiles`}>
        {(profiles) => (
          <>
            {profiles.length === 0 ? (
              <EmptyState text={t`There are none yet: a file is downloaded by a profile.`} />
            ) : (
              <ListTable label={t`Profiles`} stacked striped columns={[t`Name`, t`Layout`, t`Version`]}>
                {profiles.map(({ _id, name, layout, version }) => (
                  <Table.Tr key={_id}>
                    <Table.Td>
                      <Anchor
                        component="button"
                        type="button"
                        inherit
                        ta="start"
                        aria-haspopup="dialog"
                        onClick={() => setOpen(_id)}
                      >
                        {name}
                      </Anchor>
                    </Table.Td>
                    <Table.Td data-label={t`Layout`}>{translated(PAY_LAYOUTS[layout].name)}</Table.Td>
                    <Table.Td data-label={t`Version`}>{version}</Table.Td>
                  </Table.Tr>
                ))}
              </ListTable>
            )}
            {open && (
              <ProfileDialog
                accountId={accountId}
                profile={profiles.find(({ _id }) => _id === open) ?? null}
                onClose={() => setOpen(undefined)}
              />
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}
