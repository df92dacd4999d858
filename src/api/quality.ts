import { t } from '@lingui/core/macro';
import { getQuality, type LookedAt, shareOf } from '#contract/figures/quality.ts';
import { tenthOfPercent } from '../lib/figures.ts';
import { listed } from '../lib/lists.ts';
import { figuresKey } from './day.ts';
import { queryOf } from './query.ts';

type Asked = { from: string; to: string; employeeId?: string };
/** Figures of what was found in samples of containers (docs/reference/quality.md). */
export const qualityQuery = (accountId: string, query: Asked) =>
  queryOf(getQuality, [...figuresKey(accountId), 'quality', query], {
    request: () => ({ query }),
    meta: { silent: true },
  });

/** A share in percent: '3.1%'; a dash where no pieces were looked at. */
export const shareText = (share: number | null) => (share === null ? '–' : tenthOfPercent(share));
/** Returns what was found in some pieces: 'Bruised 3.1%, Green 2% of 100'. */
export function foundText({ found, pieces }: Pick<LookedAt, 'found' | 'pieces'>, defects: readonly string[]): string {
  const shares = defects.flatMap((name, nth) => {
    const some = found[nth] ?? 0;
    return some > 0 ? `${name} ${shareText(shareOf(some, pieces))}` : [];
  });
  return shares.length > 0 ? t`${listed(shares)} of ${{ pieces }}` : t`nothing found in ${{ pieces }}`;
}
