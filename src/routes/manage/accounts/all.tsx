import { Trans, useLingui } from '@lingui/react/macro';
import { Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { createAccount, listAccounts } from '#contract/access/accounts.ts';
import { getAccountsHealth } from '#contract/operations/accountStatistics.ts';
import { messageOf } from '../../../api/errors.ts';
import { AccountRow } from '../../../features/operations/accounts/AccountRow.tsx';
import { accountPage } from '../../../features/operations/accounts/accounts.queries.ts';
import { BackupBanner } from '../../../features/operations/backups/BackupBanner.tsx';
import { MailBanner } from '../../../features/reports/mail/MailBanner.tsx';
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

export const Route = createFileRoute('/manage/accounts/all')({ validateSearch: listSearch, component: Page });

function Page() {
  return (
    <Permitted calls={[listAccounts]}>
      <Accounts />
    </Permitted>
  );
}

/** The searchable, endless list of accounts. */
function Accounts() {
  const { t } = useLingui();
  const { q = '' } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const mayCreate = useMayCall(createAccount);
  const maySeeHealth = useMayCall(getAccountsHealth);
  const search = (words: string) => void navigate({ search: words ? { q: words } : {}, replace: true });

  return (
    <Stack gap="md">
      <div className={classes.head}>
        <PageTitle>{t`Accounts`}</PageTitle>
        <div className={classes.search}>
          <SearchBox label={t`Search accounts`} value={q} onCommit={search} />
        </div>
        {maySeeHealth && (
          <ButtonLink variant="default" to="/manage/accounts/health">
            <Trans>Health</Trans>
          </ButtonLink>
        )}
        {mayCreate && (
          <ButtonLink to="/manage/accounts/new" leftSection={<IconPlus size={18} aria-hidden />}>
            <Trans>New Account</Trans>
          </ButtonLink>
        )}
      </div>
      <MailBanner />
      <BackupBanner />
      <PagedList
        key={q}
        label={t`Accounts`}
        remember={`accounts ${q}`}
        pageQuery={(page) => accountPage(q, page)}
        pageRows={PAGE_ROWS}
        rowHeight={ROW_HEIGHT}
        rowKey={({ _id }) => _id}
        empty={<EmptyState text={t`No accounts matching your search criteria were found.`} />}
        failed={messageOf}
      >
        {(account) => <AccountRow account={account} />}
      </PagedList>
    </Stack>
  );
}
