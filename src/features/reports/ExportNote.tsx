import { Anchor, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ExportRecord, REPORTS, type ReportType } from '#contract/reports.ts';
import { dayLabel, momentOf } from '../../lib/zoned.ts';
import { useMay } from '../../session/session.ts';
import { dialogPart } from '../../ui/dialogPart.tsx';
import { exportsQuery } from './reports.queries.ts';

const ChangesDialog = dialogPart(() => import('./ChangesDialog.tsx'));

type Props = {
  /** The reports of the card. */
  types: readonly ReportType[];
  accountId: string;
  timeZone: string;
  referenceDate: string;
  today: string;
};

const rangeOf = ({ from, to }: ExportRecord) => (from === to ? dayLabel(from) : `${dayLabel(from)} to ${dayLabel(to)}`);

/** The last export that holds this day: who made it and when; and that data arrived since, with what changed. */
export function ExportNote({ types, accountId, timeZone, referenceDate, today }: Props) {
  const may = useMay('Stats.GENERATE_REPORTS');
  const { data = [] } = useQuery({ ...exportsQuery(accountId), enabled: may });
  const [open, changes] = useDisclosure();
  const last = data.find(
    ({ reportType, from, to }) => types.includes(reportType) && from <= referenceDate && referenceDate <= to,
  );
  if (!may || !last) return null;
  return (
    <Text size="xs" c="dimmed">
      {REPORTS[last.reportType].name} ({rangeOf(last)}) exported {momentOf(last.at, timeZone, today)} by {last.by}.{' '}
      {last.changedSince && (
        <>
          <Text component="span" c="var(--tb-late)" fw={600}>
            Changed since.
          </Text>{' '}
          <Anchor component="button" type="button" size="xs" onClick={changes.open} aria-haspopup="dialog">
            What changed
          </Anchor>
        </>
      )}
      {open && <ChangesDialog accountId={accountId} record={last} onClose={changes.close} />}
    </Text>
  );
}
