import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { setupSearch } from '../../../../features/setup/pages.ts';
import SetupPage from '../../../../features/setup/SetupPage.tsx';

export const Route = createFileRoute('/manage/accounts/edit/$accountId/setup')({
  validateSearch: setupSearch,
  component: Setup,
});

function Setup() {
  const { accountId } = Route.useParams();
  const { page } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return (
    <SetupPage
      accountId={accountId}
      page={page}
      onPage={(next) => void navigate({ search: { page: next }, resetScroll: false })}
    />
  );
}
