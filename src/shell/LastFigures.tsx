import { Trans } from '@lingui/react/macro';
import { useCacheReading } from '../api/day.ts';
import { Age } from '../ui/Age.tsx';

/** While offline: the age of the oldest figure on screen, or of the list on an administrator's page. */
export function LastFigures() {
  const oldest = useCacheReading((client) => {
    const shown = client.getQueryCache().findAll({ type: 'active' });
    // Names and the like are fetched less often, and their age does not matter. The number beside a section is no figure of the page.
    const figures = shown.filter(({ queryKey: [of, , what] }) => of === 'stats' && what !== 'exception-counts');
    const ages = (figures.length > 0 ? figures : shown.filter(({ queryKey }) => queryKey[0] !== 'stats'))
      .map(({ state }) => state.dataUpdatedAt)
      .filter(Boolean);
    return ages.length > 0 ? Math.min(...ages) : undefined;
  });
  if (oldest === undefined) return null;
  return (
    <span>
      <Trans>
        What you see is what was last known, as of <Age at={oldest} words={(time) => time} />.
      </Trans>
    </span>
  );
}
