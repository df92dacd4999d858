import { useNavigate } from '@tanstack/react-router';
import type { Span } from '../../lib/dayRange.ts';
import type { RangeSearch } from './-rangeSearch.ts';
import { useCrew } from './-useCrew.ts';

type Page = '/employer/reports/trends' | '/employer/people';

/** The address of a page about a range as its state: the days, and whose figures. */
export function useRangeAddress(from: Page, accountId: string, search: RangeSearch) {
  const navigate = useNavigate({ from });
  const pick = (span: Span) => void navigate({ search: (before) => ({ ...before, ...span }), resetScroll: false });
  return { ...useCrew(accountId, search), pick };
}
