import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type Crew, crewOf } from '../../api/crew.ts';
import { rememberCrew, rememberedCrew } from '../../features/figures/crew/myCrew.ts';
import { CREW_FILTERS } from '../../start/crew.ts';

/** Removes every filter from an address. */
const EVERYBODY: Crew = Object.fromEntries(CREW_FILTERS.map((filter) => [filter, undefined]));

/**
 * Returns the filter of a page and a function to change it. A filter in the address is stored on this device; an address
 * without one gets the stored filter: the filter thus follows from page to page, and a link contains the people whose figures it shows.
 */
export function useCrew(accountId: string, search: Crew) {
  const navigate = useNavigate();
  const named = crewOf(search);
  const isNamed = Object.keys(named).length > 0;
  const crew = isNamed ? named : rememberedCrew(accountId);
  const text = JSON.stringify(crew);
  useEffect(() => {
    const shown = crewOf(JSON.parse(text));
    if (isNamed) rememberCrew(accountId, shown);
    else if (text !== '{}')
      void navigate({ to: '.', search: (before) => ({ ...before, ...shown }), replace: true, resetScroll: false });
  }, [accountId, isNamed, text, navigate]);
  const apply = (next: Crew) => {
    rememberCrew(accountId, next);
    void navigate({ to: '.', search: (before) => ({ ...before, ...EVERYBODY, ...next }), resetScroll: false });
  };
  return { crew, apply };
}
