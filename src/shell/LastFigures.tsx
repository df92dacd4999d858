import { useQueryClient } from '@tanstack/react-query';
import { Age } from '../ui/Age.tsx';

/** While offline: how old the oldest figure on show is. */
export function LastFigures() {
  const client = useQueryClient();
  const ages = client
    .getQueryCache()
    .getAll()
    .filter((query) => query.isActive() && query.state.dataUpdatedAt > 0)
    .map((query) => query.state.dataUpdatedAt);
  if (ages.length === 0) return null;
  return (
    <span>
      What you see is what was last known, <Age at={Math.min(...ages)} />.
    </span>
  );
}
