import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/manage/users/edit/$userId/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/manage/users/edit/$userId/general', params, replace: true });
  },
});
