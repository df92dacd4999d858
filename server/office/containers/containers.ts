import type { ContainerSums } from '#contract/office/containers.ts';
import { wholeMedianOf } from '../../figures/trends/medians.ts';
import { Units } from '../../platform/units.ts';
import type { ContainerRow } from './containers.sql.ts';

/** Returns how long a container stood from when it was counted until it was delivered, in ms; null without one of both. */
export const stoodMsOf = ({ countedAt, deliveredAt }: Pick<ContainerRow, 'countedAt' | 'deliveredAt'>) =>
  countedAt === null || deliveredAt === null ? null : Date.parse(deliveredAt) - Date.parse(countedAt);

/** Tells whether the units of a container count: those of a badge that is not known are in no figure. */
export const isCounting = ({ counts, employeeId }: ContainerRow) => counts === 'yes' && employeeId !== null;
/** Tells whether a delivery is of this count: one that counted a full container has the same delivery as the first. */
export const hasOwnDelivery = ({ counts, verdict }: ContainerRow) => verdict !== null && counts !== 'twice';

/** Adds containers up: units of those that count, each delivery once. */
export function sumsOf(rows: readonly ContainerRow[]): ContainerSums {
  const counting = rows.filter(isCounting);
  const delivered = rows.filter(hasOwnDelivery);
  const said = (verdict: ContainerRow['verdict']) => delivered.filter((row) => row.verdict === verdict).length;
  const stood = delivered.flatMap((row) => stoodMsOf(row) ?? []);
  const sum = (texts: readonly (string | null)[]) =>
    texts.reduce((total, text) => total.plus(text ?? 0), new Units(0)).toFixed();
  return {
    counting: counting.length,
    units: sum(counting.map(({ units }) => units)),
    accepted: said('accept'),
    rejected: said('reject'),
    weight: sum(delivered.map(({ weight }) => weight)),
    stoodMs: wholeMedianOf(stood),
  };
}
