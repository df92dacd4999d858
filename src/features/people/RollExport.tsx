import { Group } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { saveFile } from '../../lib/saveFile.ts';
import { ServerButton } from '../../shell/ServerButton.tsx';
import { useMay } from '../../state/session.ts';
import { type RollView, rollFile, type WholeRoll, wholeRoll } from './people.queries.ts';
import { RollSheet } from './RollSheet.tsx';

const FILES = [
  { type: 'csv', label: 'Export CSV' },
  { type: 'xlsx', label: 'Excel' },
] as const;

/**
 * Exports the roll, for users who may make reports, or prints it: everybody who fits the search and the filter, including rows that are not loaded
 * yet.
 */
export function RollExport({ view, accountName }: { view: RollView; accountName: string }) {
  const mayExport = useMay('Stats.GENERATE_REPORTS');
  const [sheet, setSheet] = useState<WholeRoll>();
  const printed = useCallback(() => setSheet(undefined), []);
  const file = useMutation({
    mutationFn: async (type: (typeof FILES)[number]['type']) => {
      const { blob, name } = await rollFile(view, type);
      saveFile(blob, name);
    },
  });
  const paper = useMutation({ mutationFn: () => wholeRoll(view), onSuccess: setSheet });
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
            {label}
          </ServerButton>
        ))}
      <ServerButton
        variant="default"
        loading={paper.isPending}
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => paper.mutate()}
      >
        Print
      </ServerButton>
      {sheet && <RollSheet roll={sheet} range={view.range} accountName={accountName} onPrinted={printed} />}
    </Group>
  );
}
