import { useNavigate } from '@tanstack/react-router';
import type { Crew } from '../../api/crew.ts';
import { myCrew, rememberCrew } from '../../features/crew/myCrew.ts';
import type { Span } from '../../lib/dayRange.ts';
import type { RangeSearch } from './-rangeSearch.ts';

type Page = '/employer/trends' | '/employer/people';

/** The address of a page about a range as its state: the days, and whose figures; the filter is remembered on this device too. */
export function useRangeAddress(from: Page, accountId: string, search: RangeSearch) {
  const navigate = useNavigate({ from });
  const crew = myCrew(accountId, search);
  const pick = (span: Span) => void navigate({ search: (before) => ({ ...before, ...span }), resetScroll: false });
  const apply = (next: Crew) => {
    rememberCrew(accountId, next);
    void navigate({
      search: ({ from: first, to }) => ({ ...(first && to && { from: first, to }), ...next }),
      resetScroll: false,
    });
  };
  return { crew, pick, apply };
}
