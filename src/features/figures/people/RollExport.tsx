import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { PersonTrend } from '#contract/figures/people.ts';
import { useColumns } from '../../../api/ownChoices.ts';
import { saveFile } from '../../../lib/saveFile.ts';
import { notify } from '../../../state/notices.ts';
import { useOfflineReason } from '../../../state/reachability.ts';
import { useMay } from '../../../state/session.ts';
import { ExportMenu } from '../../../ui/ExportMenu.tsx';
import { MAX_TIME_CARDS, type RollView, rollFile, timeCards, type WholeRoll, wholeRoll } from './people.queries.ts';
import { RollSheet } from './RollSheet.tsx';
import { TimeCards } from './TimeCard.tsx';

const FILES = [
  { type: 'csv', label: msg`CSV` },
  { type: 'xlsx', label: msg`Excel` },
] as const;

/**
 * Exports the roll, for users who may make reports, or prints it, or their time cards: everybody who fits the search and the filter, including rows that
 * are not loaded yet.
 */
export function RollExport({ view, accountName }: { view: RollView; accountName: string }) {
  const { t } = useLingui();
  const mayExport = useMay('Stats.GENERATE_REPORTS');
  const [chosen] = useColumns('roll');
  const [sheet, setSheet] = useState<WholeRoll>();
  const [people, setPeople] = useState<readonly PersonTrend[]>();
  const printed = useCallback(() => {
    setSheet(undefined);
    setPeople(undefined);
  }, []);
  const file = useMutation({
    mutationFn: async (type: (typeof FILES)[number]['type']) => {
      const { blob, name } = await rollFile(view, type, chosen);
      saveFile(blob, name);
    },
  });
  const paper = useMutation({ mutationFn: () => wholeRoll(view), onSuccess: setSheet });
  const cards = useMutation({
    mutationFn: () => timeCards(view),
    onSuccess: (found) => {
      if (!found) notify('error', t`At most ${MAX_TIME_CARDS} time cards at a time: filter or search`);
      else if (found.length > 0) setPeople(found);
    },
  });
  const shown = { range: view.range, accountName, onPrinted: printed };
  return (
    <>
      <ExportMenu
        reason={useOfflineReason()}
        loading={file.isPending || paper.isPending || cards.isPending}
        items={[
          ...(mayExport ? FILES.map(({ type, label }) => ({ label: t(label), onPick: () => file.mutate(type) })) : []),
          { label: t`Print`, isPrint: true, onPick: () => paper.mutate() },
          { label: t`Time cards`, isPrint: true, onPick: () => cards.mutate() },
        ]}
      />
      {sheet && <RollSheet roll={sheet} chosen={chosen} {...shown} />}
      {people && <TimeCards people={people} {...shown} />}
    </>
  );
}
