import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { CREW_FILTERS, type Crew, crewOf } from '../../api/crew.ts';
import { rememberCrew, rememberedCrew } from '../../features/crew/myCrew.ts';

/** Takes each filter out of an address. */
const EVERYBODY: Crew = Object.fromEntries(CREW_FILTERS.map((filter) => [filter, undefined]));

/**
 * The filter of a page (spec/trends.md, My crew), and what changes it. What the address names is remembered on this device; where it names
 * none, the remembered one goes into it: the filter comes along from page to page, and a link says whose figures it shows.
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
