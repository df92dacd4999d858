import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { UserScope } from '#contract/platform/scope.ts';
import { listed } from '../../../lib/lists.ts';
import { RecordsPanel } from '../../../shell/RecordsPanel.tsx';
import { useSession } from '../../../state/session.ts';
import { DialogLink } from '../../../ui/DialogLink.tsx';
import { ListTable } from '../../../ui/ListTable.tsx';
import { lazyDialog } from '../../../ui/lazyDialog.tsx';
import { ReadingKeys } from './ReadingKeys.tsx';
import { scopeChoicesQuery, userScopesQuery } from './users.queries.ts';
import { useScopeDevices } from './useScopeDevices.ts';

const ScopeDialog = lazyDialog(() => import('./ScopeDialog.tsx'));

/** The page of users and the people whom each sees (docs/reference/scope.md#what-a-scope-is): an Owner limits the others to some people. Below, the keys that read figures. */
export default function ScopesPage({ accountId }: { accountId: string }) {
  const { t } = useLingui();
  const users = useQuery(userScopesQuery(accountId));
  const ownId = useSession()?.info.userId;
  const inWords = useScopeInWords(accountId);
  return (
    <Stack>
      <RecordsPanel
        title={t`Users`}
        query={users}
        label={t`users`}
        height={240}
        about={
          <Text size="sm" c="dimmed">
            <Trans>
              Every figure, list, report and alert of a user who is limited is of these people only. Administrators add
              users and set what they may do.
            </Trans>
          </Text>
        }
        dialog={(user, close) => user && <ScopeDialog accountId={accountId} user={user} onClose={close} />}
      >
        {(all, open) => (
          <ListTable label={t`Users`} stacked striped columns={[t`Name`, t`Username`, t`Sees`]}>
            {all.map(({ _id, firstName, lastName, username, isActive, scope }) => (
              <Table.Tr key={_id}>
                <Table.Td>
                  {_id === ownId ? (
                    t`${firstName} ${lastName} (you)`
                  ) : (
                    <DialogLink onOpen={() => open(_id)}>
                      {firstName} {lastName}
                    </DialogLink>
                  )}
                  {!isActive && t` (inactive)`}
                </Table.Td>
                <Table.Td data-label={t`Username`}>{username}</Table.Td>
                <Table.Td data-label={t`Sees`}>{inWords(scope)}</Table.Td>
              </Table.Tr>
            ))}
          </ListTable>
        )}
      </RecordsPanel>
      <ReadingKeys />
    </Stack>
  );
}

const GONE = msg`Nobody: what was selected is deleted`;
/** Returns a function that puts a scope into words: 'Night shift; Gate A'. */
function useScopeInWords(accountId: string) {
  const { t } = useLingui();
  const { data: names } = useQuery(scopeChoicesQuery(accountId));
  const { devices, maySee } = useScopeDevices(accountId);
  if (!names || (maySee && !devices)) return () => '…';
  const { employeeGroups, timeGroups, jobDescriptions } = names.groups;
  const groups = [...timeGroups, ...employeeGroups, ...jobDescriptions].filter(({ deletedAt }) => deletedAt === null);
  const entries = names.lookup1?.entries.filter(({ deletedAt }) => deletedAt === null) ?? [];
  const nameOf = new Map([
    ...groups.map(({ _id, name }) => [_id, name] as const),
    ...entries.map(({ _id, description }) => [_id, description] as const),
    ...(devices ?? []).map(({ id, label }) => [id, label] as const),
  ]);
  return (scope: UserScope | null) => {
    if (scope === null) return t`Everybody`;
    const lists = Object.entries(scope).map(([list, ids = []]) =>
      list === 'devices' && !maySee ? [t`some devices`] : ids.flatMap((id) => nameOf.get(id) ?? []),
    );
    return lists.some((live) => live.length === 0) ? t(GONE) : lists.map(listed).join('; ');
  };
}
