import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/manage/accounts/')({
  beforeLoad: () => {
    throw redirect({ to: '/manage/accounts/all', replace: true });
  },
});
