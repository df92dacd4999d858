import { useCacheReading } from '../api/day.ts';
import { Age } from '../ui/Age.tsx';

/** While offline: how old the oldest figure on show is; of an administrator's page, what is listed. */
export function LastFigures() {
  const oldest = useCacheReading((client) => {
    const shown = client.getQueryCache().findAll({ type: 'active' });
    // Names and the like are asked for less often: their age is nobody's concern. The number beside a section is no figure of the page.
    const figures = shown.filter(({ queryKey: [of, , what] }) => of === 'stats' && what !== 'exception-counts');
    const ages = (figures.length > 0 ? figures : shown.filter(({ queryKey }) => queryKey[0] !== 'stats'))
      .map(({ state }) => state.dataUpdatedAt)
      .filter(Boolean);
    return ages.length > 0 ? Math.min(...ages) : undefined;
  });
  if (oldest === undefined) return null;
  return (
    <span>
      What you see is what was last known, <Age at={oldest} />.
    </span>
  );
}
