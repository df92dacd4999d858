import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PAY_LAYOUTS } from '#contract/money/payFiles.ts';
import { messageOf } from '../../../api/errors.ts';
import { moment } from '../../../lib/moments.ts';
import { translated } from '../../../lib/words.tsx';
import { HowToLink } from '../../../shell/HelpLink.tsx';
import { RecordsPanel } from '../../../shell/RecordsPanel.tsx';
import { useMay } from '../../../state/session.ts';
import { DialogLink } from '../../../ui/DialogLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ListTable } from '../../../ui/ListTable.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { lazyDialog } from '../../../ui/lazyDialog.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { FilesTable, type ListedFile } from './FilesTable.tsx';
import { lastFileOf, payFilesQuery, payProfilesQuery } from './payFiles.queries.ts';
import { windowLabel } from './words.ts';

const MakeFileDialog = lazyDialog(() => import('./MakeFileDialog.tsx'));
const ProfileDialog = lazyDialog(() => import('./ProfileDialog.tsx'));

type Lock = { _id: string; from: string; to: string; at: string };

/** Payroll files: made of locked periods, downloaded in the layout of a profile, and what became of each. */
export function FilesPage({ accountId }: { accountId: string }) {
  const { t } = useLingui();
  const query = useQuery(payFilesQuery(accountId));
  const mayManage = useMay('Pay.MANAGE');
  const [chosen, setChosen] = useState<string>();
  const [making, setMaking] = useState<Lock>();
  const profiles = query.data?.profiles ?? [];
  const profileId = profiles.some(({ _id }) => _id === chosen) ? chosen : profiles[0]?._id;
  return (
    <Stack gap="md">
      <Panel title={t`Payroll files`}>
        <Text size="sm" c="dimmed">
          <Trans>Each file is final. Later changes come as an adjustment file.</Trans>
        </Text>
        <Loaded query={query} failed={messageOf} height={240} label={t`payroll files`}>
          {({ files, locks }) => (
            <Stack gap="md">
              {mayManage && <Locks locks={locks} files={files} onMake={setMaking} />}
              {files.length === 0 ? (
                !mayManage && <EmptyState text={t`There are none yet.`} />
              ) : (
                <FilesTable
                  accountId={accountId}
                  files={files}
                  profiles={profiles}
                  profileId={profileId}
                  onProfile={setChosen}
                />
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
    </Stack>
  );
}

function Locks({
  locks,
  files,
  onMake,
}: {
  locks: readonly Lock[];
  files: readonly ListedFile[];
  onMake: (lock: Lock) => void;
}) {
  const { t } = useLingui();
  if (locks.length === 0)
    return (
      <EmptyState text={t`No period is locked: lock one under Payroll, then make its file.`}>
        <HowToLink to="payFiles" />
      </EmptyState>
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

function Profiles({ accountId }: { accountId: string }) {
  const { t } = useLingui();
  const query = useQuery(payProfilesQuery(accountId));
  return (
    <RecordsPanel
      title={t`Profiles`}
      add={t`Add profile`}
      query={query}
      label={t`profiles`}
      height={120}
      empty={t`No profile yet: choose your payroll program to download files.`}
      about={
        <Text size="sm" c="dimmed">
          <Trans>A profile says how your payroll reads a file: its layout, and your codes for each kind of line.</Trans>
        </Text>
      }
      dialog={(profile, close) => <ProfileDialog accountId={accountId} profile={profile} onClose={close} />}
    >
      {(profiles, open) => (
        <ListTable label={t`Profiles`} stacked striped columns={[t`Name`, t`Layout`, t`Version`]}>
          {profiles.map(({ _id, name, layout, version }) => (
            <Table.Tr key={_id}>
              <Table.Td>
                <DialogLink onOpen={() => open(_id)}>{name}</DialogLink>
              </Table.Td>
              <Table.Td data-label={t`Layout`}>{translated(PAY_LAYOUTS[layout].name)}</Table.Td>
              <Table.Td data-label={t`Version`}>{version}</Table.Td>
            </Table.Tr>
          ))}
        </ListTable>
      )}
    </RecordsPanel>
  );
}
