import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { CSV_BOM, csvLine } from '#contract/csv.ts';
import { hours } from '../../lib/figures.ts';
import { saveFile } from '../../lib/saveFile.ts';
import { ServerButton } from '../../shell/ServerButton.tsx';
import { type RollView, wholeRoll } from './people.queries.ts';

const SUMS = ['Present', 'Late', 'Absent', 'Clocked', 'Units', 'Wasted'];
const time = (ms: number | null) => (ms === null ? '' : hours(ms));

async function rollFile(view: RollView) {
  const { days, rows } = await wholeRoll(view);
  const lines = [
    ['Number', 'First Name', 'Last Name', ...days.map(({ date }) => date), ...SUMS],
    ...rows.map(({ employee, cells, sums }) => [
      employee.number,
      employee.firstName,
      employee.lastName,
      ...days.map((_, index) => cells?.[index] ?? ''),
      sums.present,
      sums.late,
      sums.absent,
      time(sums.clockedMs),
      sums.units,
      time(sums.wastedMs),
    ]),
  ];
  return new Blob([CSV_BOM, ...lines.map(csvLine)], { type: 'text/csv' });
}

/** 'Export CSV': everybody who fits the search and the filter, also those who were not scrolled to. */
export function RollExport({ view }: { view: RollView }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => saveFile(await rollFile(view), `roll-${view.range.from}-${view.range.to}.csv`),
  });
  return (
    <ServerButton
      variant="default"
      loading={isPending}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => mutate()}
    >
      Export CSV
    </ServerButton>
  );
}
