import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Crew } from '../../../api/crew.ts';
import { count } from '../../../lib/figures.ts';
import { ButtonLink } from '../../../shell/links.ts';
import { musterQuery } from './people.queries.ts';

/** The link to the muster list. It loads the list in advance, so that it opens without a connection. */
export function OnSiteLink({ accountId, crew }: { accountId: string; crew: Crew }) {
  const { t } = useLingui();
  const { data } = useQuery(musterQuery(accountId, crew));
  return (
    <ButtonLink to="/employer/people/on-site" variant="default">
      {data ? t`On site: ${count(data.entries.length)}` : t`On site`}
    </ButtonLink>
  );
}
