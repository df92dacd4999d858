import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload, IconMail, IconUserPlus } from '@tabler/icons-react';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { createUser, generateUserReport, listUsers } from '#contract/access/users.ts';
import { getMailStatus } from '#contract/platform/mail.ts';
import { messageOf } from '../../../api/errors.ts';
import { ExportUsersDialog } from '../../../features/access/users/ExportUsersDialog.tsx';
import { UserRow } from '../../../features/access/users/UserRow.tsx';
import { userPage } from '../../../features/access/users/users.queries.ts';
import { MailBanner } from '../../../features/reports/mail/MailBanner.tsx';
import { accountName } from '../../../lib/accountName.ts';
import { ButtonLink } from '../../../shell/links.ts';
import { useMayCall } from '../../../state/session.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PagedList } from '../../../ui/PagedList.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { PAGE_ROWS, ROW_HEIGHT } from '../../../ui/rows.ts';
import { SearchBox } from '../../../ui/SearchBox.tsx';
import { listSearch } from '../-listSearch.ts';
import classes from '../-manage.module.css';
import { Permitted } from '../-Permitted.tsx';

export const Route = createFileRoute('/manage/users/all')({ validateSearch: listSearch, component: Page });

function Page() {
  return (
    <Permitted calls={[listUsers]}>
      <Users />
    </Permitted>
  );
}

/** The searchable list of the users of all accounts. */
function Users() {
  const { t } = useLingui();
  const { q = '' } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const [exporting, dialog] = useDisclosure();
  const mayCreate = useMayCall(createUser);
  const mayExport = useMayCall(generateUserReport);
  const maySeeMail = useMayCall(getMailStatus);
  const search = (words: string) => void navigate({ search: words ? { q: words } : {}, replace: true });

  return (
    <Stack gap="md">
      <div className={classes.head}>
        <PageTitle>{t`Users`}</PageTitle>
        <div className={classes.search}>
          <SearchBox label={t`Search users`} value={q} onCommit={search} />
        </div>
        {mayExport && (
          <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={dialog.open}>
            <Trans>Export User List</Trans>
          </Button>
        )}
        {maySeeMail && (
          <ButtonLink to="/manage/mail" variant="default" leftSection={<IconMail size={18} aria-hidden />}>
            <Trans>Mail</Trans>
          </ButtonLink>
        )}
        {mayCreate && (
          <ButtonLink to="/manage/users/new" leftSection={<IconUserPlus size={18} aria-hidden />}>
            <Trans>New Admin User</Trans>
          </ButtonLink>
        )}
      </div>
      <MailBanner />
      <PagedList
        key={q}
        label={t`Users`}
        remember={`users ${q}`}
        pageQuery={(page) => userPage(q, page)}
        pageRows={PAGE_ROWS}
        rowHeight={ROW_HEIGHT}
        rowKey={({ _id }) => _id}
        empty={<EmptyState text={t`No users matching your search criteria were found.`} />}
        failed={messageOf}
      >
        {(user) => <UserRow user={user} account={accountName(user.accountName)} />}
      </PagedList>
      {exporting && <ExportUsersDialog onClose={dialog.close} />}
    </Stack>
  );
}
