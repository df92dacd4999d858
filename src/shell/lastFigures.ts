import { useQueryClient } from '@tanstack/react-query';

/** Epoch ms of the oldest figure on show while offline, else undefined. */
export function useLastFigures(online: boolean): number | undefined {
  const client = useQueryClient();
  if (online) return undefined;
  const ages = client
    .getQueryCache()
    .getAll()
    .filter((query) => query.isActive() && query.state.dataUpdatedAt > 0)
    .map((query) => query.state.dataUpdatedAt);
  return ages.length > 0 ? Math.min(...ages) : undefined;
}
