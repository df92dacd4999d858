import { useLingui } from '@lingui/react/macro';
import { useOnline } from '../../../state/reachability.ts';

/** Returns why corrections are disabled without a connection, undefined with one. They are not queued, because the evidence may change. */
export function useOffline(): string | undefined {
  const { t } = useLingui();
  return useOnline() ? undefined : t`You are offline. Corrections need a connection.`;
}
