import { Trans } from '@lingui/react/macro';
import { Anchor, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReportType } from '#contract/reports/reports.ts';
import { lookupNamesQuery, lookupsUnnamed } from '../../../api/names.ts';
import { momentOf } from '../../../lib/zoned.ts';
import { useMay } from '../../../state/session.ts';
import { lazyDialog } from '../../../ui/lazyDialog.tsx';
import { exportWords } from './exportWords.ts';
import { exportsQuery } from './reports.queries.ts';

const ChangesDialog = lazyDialog(() => import('./ChangesDialog.tsx'));

type Props = {
  /** The reports of the card. */
  types: readonly ReportType[];
  accountId: string;
  timeZone: string;
  referenceDate: string;
  today: string;
};

/** The last export that includes this day: its content, author and time, and whether data has arrived since, with a link to the changes. */
export function ExportNote({ types, accountId, timeZone, referenceDate, today }: Props) {
  const may = useMay('Stats.GENERATE_REPORTS');
  const { data = [] } = useQuery({ ...exportsQuery(accountId), enabled: may });
  const [open, changes] = useDisclosure();
  const last = data.find(
    ({ reportType, from, to }) => types.includes(reportType) && from <= referenceDate && referenceDate <= to,
  );
  const { data: lookups = lookupsUnnamed() } = useQuery({
    ...lookupNamesQuery(accountId),
    enabled: last?.reportType.startsWith('piecework') ?? false,
  });
  if (!may || !last) return null;
  return (
    <Text size="xs" c="dimmed">
      <Trans>
        {exportWords(last, lookups)}, exported {momentOf(last.at, timeZone, today)} by {last.by}.
      </Trans>{' '}
      {last.changedSince !== false && (
        <>
          {last.changedSince && (
            <Text component="span" c="var(--tb-late)" fw={600}>
              <Trans>Data arrived since.</Trans>
            </Text>
          )}{' '}
          <Anchor component="button" type="button" size="xs" onClick={changes.open} aria-haspopup="dialog">
            <Trans>What changed</Trans>
          </Anchor>
        </>
      )}
      {open && <ChangesDialog accountId={accountId} record={last} lookups={lookups} onClose={changes.close} />}
    </Text>
  );
}
