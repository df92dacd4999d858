import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { crewOf } from '../../api/crew.ts';
import { notify } from '../../state/notices.ts';
import { dateFault } from './-dashboardDate.ts';
import type { DashboardSearch, OpenDialog } from './-dashboardSearch.ts';
import { useGoBack } from './-useGoBack.ts';

/**
 * Uses the address as the dashboard's state. A dialog that was opened here is closed by going back, as the back gesture does; its history entry
 * records that. A date that cannot be shown is reported and removed from the address, and so is today's, which would stay there after midnight.
 */
export function useDashboardAddress(search: DashboardSearch, today: string) {
  const navigate = useNavigate({ from: '/employer/overview' });
  const goBack = useGoBack();
  const { date } = search;
  const fault = dateFault(search, today);
  useEffect(() => {
    if (date === undefined || (fault === undefined && date !== today)) return;
    if (fault) notify('warning', fault);
    void navigate({ search: (before) => ({ ...before, date: undefined }), replace: true, resetScroll: false });
  }, [date, today, fault, navigate]);

  const open: OpenDialog = (dialog) =>
    void navigate({
      search: (before) => ({ ...withoutDialog(before), ...dialog }),
      state: { opened: true },
      resetScroll: false,
    });
  const close = () => {
    if (goBack()) return;
    void navigate({
      // 'Why?' may have been opened from a list, which stays open when it closes.
      search: (before) => {
        const { open: kind, status, why } = before;
        return { ...withoutDialog(before), ...(why && kind !== 'why' && { open: kind, ...(status && { status }) }) };
      },
      replace: true,
      resetScroll: false,
    });
  };
  const setDate = (picked: string | null) =>
    void navigate({
      search: (before) => ({ ...crewOf(before), ...(picked !== null && picked !== today && { date: picked }) }),
      resetScroll: false,
    });
  return { open, close, setDate };
}

/** Returns the search without its dialog. */
const withoutDialog = ({ date, ...rest }: DashboardSearch) => ({ ...(date && { date }), ...crewOf(rest) });
