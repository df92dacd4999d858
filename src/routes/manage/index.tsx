import { createFileRoute, redirect } from '@tanstack/react-router';
import { may, session } from '../../state/session.ts';

export const Route = createFileRoute('/manage/')({
  beforeLoad: () => {
    // By name, because the contract's endpoints would otherwise load with the start of the application.
    const usersOnly = !may(session.get(), 'Account.GET') && may(session.get(), 'User.GET');
    throw redirect({ to: usersOnly ? '/manage/users/all' : '/manage/accounts/all', replace: true });
  },
});
