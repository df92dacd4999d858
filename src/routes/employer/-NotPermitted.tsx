import { useLingui } from '@lingui/react/macro';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** Shown in place of what the user may not see or do: 'no permission to see attendance'. */
export const NotPermitted = ({ to }: { to: string }) => {
  const { t } = useLingui();
  return <EmptyState text={t`Your user account has no permission to ${to}. Your administrator can give it.`} />;
};
