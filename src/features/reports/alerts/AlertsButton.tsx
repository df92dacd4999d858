import { useLingui } from '@lingui/react/macro';
import { ActionIcon, Badge } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../../state/session.ts';
import { usePageIdle } from '../../../ui/usePageIdle.ts';
import { deliveriesQuery } from './alerts.queries.ts';

type Props = {
  accountId: string;
  onOpen: () => void;
};

/** Opens Manage Alerts (GET_ALL_ALERTS). While summaries in the application are unread, the button is marked, and so is the tab *Sent*. */
export function AlertsButton({ accountId, onOpen }: Props) {
  const { t } = useLingui();
  const may = useMay('GET_ALL_ALERTS');
  // The mark is loaded after the figures.
  const quiet = usePageIdle();
  const { data } = useQuery({ ...deliveriesQuery(accountId), enabled: may && quiet });
  if (!may) return null;
  const unread = data?.unread ?? 0;
  const words = unread > 0 ? t`Manage Alerts, ${unread} unread` : t`Manage Alerts`;
  return (
    <ActionIcon
      variant="subtle"
      c="var(--mantine-color-text)"
      size={44}
      pos="relative"
      aria-label={words}
      data-hint={words}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <IconBell size={22} aria-hidden />
      {unread > 0 && (
        <Badge aria-hidden pos="absolute" top={2} right={0} px={5} size="sm" color="red.8">
          {unread > 99 ? '99+' : unread}
        </Badge>
      )}
    </ActionIcon>
  );
}
