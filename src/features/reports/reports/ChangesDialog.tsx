import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ExportRecord, exportChange } from '#contract/reports/reports.ts';
import { dayLabel } from '../../../lib/zoned.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { exportWords, type LookupNames } from './exportWords.ts';
import { exportChangesQuery } from './reports.queries.ts';

type Props = { accountId: string; record: ExportRecord; lookups: LookupNames; onClose: () => void };

/** The changes since an export: names, old and new values. */
export default function ChangesDialog({ accountId, record, lookups, onClose }: Props) {
  const { t } = useLingui();
  const changes = useQuery(exportChangesQuery(accountId, record._id));
  return (
    <Dialog opened onClose={onClose} title={t`Changed since: ${exportWords(record, lookups)}`} size="xl">
      <Loaded query={changes} failed={t`Failed to load raw data`} height={320} label={t`changes`}>
        {({ results, more }) => (
          <>
            <DataTable
              label={t`What changed since the export`}
              columns={columnsOf(record, lookups)}
              rows={results}
              rowKey={({ day, number, field }) => `${day} ${number} ${field}`}
              exportName={`changes-${record.from}-${record.to}`}
              empty={t`Nothing in this file has changed: what arrived since is about something else.`}
            />
            {more && (
              <Text size="sm" c="dimmed">
                <Trans>More changed than can be listed: export the report again.</Trans>
              </Text>
            )}
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

type Change = z.infer<typeof exportChange>;
/** A row of a pair of lookups is named by the pair. */
function columnsOf({ reportType }: ExportRecord, { lookup1, lookup2 }: LookupNames): Column<Change>[] {
  const [first, last] = reportType === 'piecework-time-spent' ? [lookup1, lookup2] : [t`First Name`, t`Last Name`];
  return [
    { key: 'day', title: t`Date`, value: ({ day }: Change) => day, show: ({ day }: Change) => dayLabel(day) },
    { key: 'number', title: t`Number`, value: ({ number }: Change) => number },
    { key: 'firstName', title: first, value: ({ firstName }: Change) => firstName },
    { key: 'lastName', title: last, value: ({ lastName }: Change) => lastName },
    { key: 'field', title: t`Column`, value: ({ field }: Change) => field },
    { key: 'before', title: t`Exported`, value: ({ before }: Change) => before },
    { key: 'after', title: t`Now`, value: ({ after }: Change) => after },
  ];
}
