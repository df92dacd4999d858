import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { MessageAbout } from '#contract/office/messages.ts';
import { MAX_MESSAGED } from '#contract/platform/limits.ts';
import { useMay } from '../../state/session.ts';
import { lazyDialog } from '../../ui/lazyDialog.tsx';
import { ServerButton } from '../ServerButton.tsx';
import { openMessageMutation } from './messages.queries.ts';

const MessageDialog = lazyDialog(() => import('./MessageDialog.tsx'));

/** Opens a message to some people, for users who may correct their days. `label`: where several are on one screen. */
export function MessageButton({ about, label }: { about: MessageAbout; label?: string }) {
  const { t } = useLingui();
  const mayCorrect = useMay('Attendance.CORRECT');
  const open = useMutation(openMessageMutation());
  if (!mayCorrect) return null;
  const isTooMany = about.ids.length > MAX_MESSAGED;
  return (
    <>
      <ServerButton
        variant="default"
        aria-label={label}
        loading={open.isPending}
        reason={isTooMany ? t`A message goes to at most ${{ most: MAX_MESSAGED }} people.` : undefined}
        onClick={() => open.mutate(about)}
      >
        {t`Message`}
      </ServerButton>
      {open.data && <MessageDialog {...open.data} onClose={open.reset} />}
    </>
  );
}
