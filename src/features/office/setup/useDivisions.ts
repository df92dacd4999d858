import { useLingui } from '@lingui/react/macro';
import type { TeamDivision } from '#contract/masterData/teams.ts';

/** Returns the names of the ways in which a team's work is divided. */
export function useDivisions(): Record<TeamDivision, string> {
  const { t } = useLingui();
  return { equal: t`Equally`, hours: t`By hours clocked that day`, shares: t`By fixed shares` };
}
