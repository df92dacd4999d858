import { readLabel } from '#contract/masterData/containerLabels.ts';
import { readBadge } from '../core/badge.ts';
import type { ContainerId } from '../core/record.ts';

/** The meaning of a scan where badges and containers are scanned: text that is neither's own may be both. */
export type Scanned =
  | { kind: 'badge'; text: string }
  | { kind: 'container'; container: ContainerId }
  | { kind: 'either'; text: string; container: ContainerId }
  | { kind: 'otherAccount' | 'noKind' | 'nothing'; text: string };

/** `kindIds`: the kinds that this device knows; null: any will do. `kindId`: that of containers whose code does not name one. */
export function readScan(
  text: string,
  { accountId, kindIds, kindId }: { accountId: string; kindIds: readonly string[] | null; kindId: string },
): Scanned {
  const label = readLabel(text, accountId);
  if (label) {
    if (!label.number) return { kind: 'nothing', text };
    if (!label.isOfAccount) return { kind: 'otherAccount', text: label.number };
    const own = kindIds === null ? kindId : kindIds.find(label.isOfKind);
    return own === undefined
      ? { kind: 'noKind', text: label.number }
      : { kind: 'container', container: { number: label.number, kindId: own } };
  }
  const badge = readBadge(text);
  if (!badge) return { kind: 'nothing', text };
  if (badge.isOurs) return { kind: 'badge', text };
  return { kind: 'either', text: badge.text, container: { number: badge.text, kindId } };
}
