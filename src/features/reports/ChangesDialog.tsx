import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ExportRecord, REPORTS } from '#contract/reports.ts';
import { dayLabel } from '../../lib/zoned.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { exportChangesQuery } from './reports.queries.ts';

type Props = { accountId: string; record: ExportRecord; onClose: () => void };

/** What changed since an export: names, old and new. */
export default function ChangesDialog({ accountId, record, onClose }: Props) {
  const changes = useQuery(exportChangesQuery(accountId, record._id));
  return (
    <Dialog opened onClose={onClose} title={`Changed since the ${REPORTS[record.reportType].name} export`} size="xl">
      <Loaded query={changes} failed="Failed to load raw data" height={320} label="changes">
        {({ results, more }) => (
          <>
            <DataTable
              label="What changed since the export"
              columns={COLUMNS}
              rows={results}
              rowKey={({ day, number, field }) => `${day} ${number} ${field}`}
              exportName={`changes-${record.from}-${record.to}`}
              empty="No data to display"
            />
            {more && (
              <Text size="sm" c="dimmed">
                More changed than can be listed: export the report again.
              </Text>
            )}
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

type Change = {
  day: string;
  number: string;
  firstName: string;
  lastName: string;
  field: string;
  before: string;
  after: string;
};
const COLUMNS = [
  { key: 'day', title: 'Date', value: ({ day }: Change) => day, show: ({ day }: Change) => dayLabel(day) },
  { key: 'number', title: 'Number', value: ({ number }: Change) => number },
  { key: 'firstName', title: 'First Name', value: ({ firstName }: Change) => firstName },
  { key: 'lastName', title: 'Last Name', value: ({ lastName }: Change) => lastName },
  { key: 'field', title: 'Column', value: ({ field }: Change) => field },
  { key: 'before', title: 'Exported', value: ({ before }: Change) => before },
  { key: 'after', title: 'Now', value: ({ after }: Change) => after },
];
