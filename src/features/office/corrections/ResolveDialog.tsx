import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { List, Text } from '@mantine/core';
import type { CorrectionItem, CorrectionReason, CorrectionResult } from '#contract/figures/corrections.ts';
import type { Exception, Proposal } from '#contract/office/exceptions.ts';
import { count } from '../../../lib/figures.ts';
import { ActDialog } from './ActDialog.tsx';
import { isAbsence, isResolvable } from './chosen.ts';
import { type ListedKeys, resolveAll } from './corrections.queries.ts';
import { ExcuseDialog } from './ExcuseDialog.tsx';
import { applyLabel } from './words.ts';

type Props = {
  kind: 'resolve' | 'excuse';
  chosen: readonly Exception[];
  timeZone: string;
  listed: ListedKeys;
  onClose: () => void;
  /** Called when all or some are resolved: the list is then loaded again. */
  onDone: () => void;
};

/** Resolves the selected exceptions together: the actions, their effects, and one reason. */
export function ResolveDialog({ kind, chosen, timeZone, listed, onClose, onDone }: Props) {
  if (kind === 'excuse')
    return (
      <ExcuseDialog
        days={chosen
          .filter(isAbsence)
          .flatMap(({ employee, day, basis, key }) => (employee ? [{ employee, day, basis, key }] : []))}
        judgement="absence"
        listed={listed}
        timeZone={timeZone}
        onClose={onClose}
        onDone={onDone}
      />
    );
  const first = chosen
    .filter(isResolvable)
    .flatMap(({ key, proposals }) => proposals.slice(0, 1).map((proposal) => ({ key, ...proposal })));
  const distinct = [...new Map(first.flatMap(({ items }) => items.map((item) => [changeKey(item), item]))).values()];
  const save = resolveAll(first, listed);
  return (
    <ActDialog
      title={applyLabel(first.length)}
      timeZone={timeZone}
      items={distinct}
      onlySafe
      submitOf={(results) => countOf(first, distinct, results)}
      reason={commonReason(first)}
      submit={applyLabel(first.length)}
      save={async (body) => {
        const done = await save(body);
        // The list is read again behind the closed dialog.
        onDone();
        return done;
      }}
      onClose={onClose}
      onDone={onDone}
      dirty={false}
    >
      <div>
        <Text size="sm">
          <Trans>The likely fix of each is applied:</Trans>
        </Text>
        <List size="sm">
          {labelsOf(first).map(([label, times]) => (
            <List.Item key={label}>
              {label}, {count(times)} ×
            </List.Item>
          ))}
        </List>
      </div>
    </ActDialog>
  );
}

const changeKey = ({ change }: CorrectionItem) => JSON.stringify(change);
/** Returns the words of the button: how many of the chosen exceptions would be resolved, by a preview; null for none. */
function countOf(
  all: readonly { items: readonly CorrectionItem[] }[],
  items: readonly CorrectionItem[],
  results: CorrectionResult['results'],
): string | null {
  const refused = new Set(
    results.flatMap(({ outcome }, nth) => {
      const item = items[nth];
      return outcome !== 'applied' && item ? changeKey(item) : [];
    }),
  );
  const total = all.length;
  const some = all.filter((one) => !one.items.some((item) => refused.has(changeKey(item)))).length;
  if (some === 0) return null;
  return some === total ? applyLabel(total) : t`Apply ${some} of ${total}`;
}

/** The most labels that are named; a longer list of times would not help. */
const MOST_NAMED = 6;
function labelsOf(proposals: readonly Proposal[]) {
  const labels = countsOf(proposals.map(({ label }) => label));
  const named = labels.slice(0, MOST_NAMED);
  const rest = labels.slice(MOST_NAMED).reduce((sum, [, times]) => sum + times, 0);
  return rest > 0 ? [...named, [t`others`, rest] as const] : named;
}

/** Returns the reason that most of them would have by themselves. */
const commonReason = (proposals: readonly Proposal[]): CorrectionReason =>
  countsOf(proposals.map(({ reason }) => reason))[0]?.[0] ?? 'other';

/** Returns each text with its number of occurrences, most frequent first. */
function countsOf<T>(values: readonly T[]): (readonly [T, number])[] {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}
