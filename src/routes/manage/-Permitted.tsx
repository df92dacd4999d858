import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { mayCall, useSession } from '../../state/session.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** Renders a page for users who may make one of its `calls`; others read that they may not, and nothing is requested from the server. */
export function Permitted({ calls, children }: { calls: readonly Endpoint[]; children: ReactNode }) {
  const { t } = useLingui();
  const session = useSession();
  if (session === null) return null; // on the way to the log-in page
  return calls.some((each) => mayCall(session, each)) ? (
    children
  ) : (
    <EmptyState text={t`You do not have permission to see this page.`} />
  );
}
