import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/manage/accounts/edit/$accountId/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/manage/accounts/edit/$accountId/general', params, replace: true });
  },
});
