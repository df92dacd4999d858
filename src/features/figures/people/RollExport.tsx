import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { PersonTrend } from '#contract/figures/people.ts';
import { useColumns } from '../../../api/ownChoices.ts';
import { saveFile } from '../../../lib/saveFile.ts';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { notify } from '../../../state/notices.ts';
import { useMay } from '../../../state/session.ts';
import { MAX_TIME_CARDS, type RollView, rollFile, timeCards, type WholeRoll, wholeRoll } from './people.queries.ts';
import { RollSheet } from './RollSheet.tsx';
import { TimeCards } from './TimeCard.tsx';

const FILES = [
  { type: 'csv', label: msg`Export CSV` },
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
    <Group gap="xs">
      {mayExport &&
        FILES.map(({ type, label }) => (
          <ServerButton
            key={type}
            variant="default"
            loading={file.isPending && file.variables === type}
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => file.mutate(type)}
          >
            {t(label)}
          </ServerButton>
        ))}
      <ServerButton
        variant="default"
        loading={paper.isPending}
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => paper.mutate()}
      >
        <Trans>Print</Trans>
      </ServerButton>
      <ServerButton
        variant="default"
        loading={cards.isPending}
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => cards.mutate()}
      >
        <Trans>Time cards</Trans>
      </ServerButton>
      {sheet && <RollSheet roll={sheet} chosen={chosen} {...shown} />}
      {people && <TimeCards people={people} {...shown} />}
    </Group>
  );
}
