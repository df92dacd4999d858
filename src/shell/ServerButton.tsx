import type { ComponentProps } from 'react';
import { useOfflineReason } from '../state/reachability.ts';
import { ReasonButton } from '../ui/ReasonButton.tsx';

/** A button that needs the server: while offline it is disabled and says why. */
export function ServerButton({ reason, ...props }: ComponentProps<typeof ReasonButton>) {
  return <ReasonButton {...props} reason={useOfflineReason() ?? reason} />;
}
