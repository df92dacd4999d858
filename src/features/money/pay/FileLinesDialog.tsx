import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PayFile } from '#contract/money/payFiles.ts';
import { messageOf } from '../../../api/errors.ts';
import { moment } from '../../../lib/moments.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { LinesTable } from './LinesTable.tsx';
import { payFileLinesQuery } from './payFiles.queries.ts';
import { windowLabel } from './words.ts';

type Props = { accountId: string; file: PayFile; profileId: string | undefined; onClose: () => void };

/** The lines of a payroll file as payroll reads them, of the first employees; by a profile, with its codes. */
export default function FileLinesDialog({ accountId, file, profileId, onClose }: Props) {
  const { t } = useLingui();
  const query = useQuery(payFileLinesQuery(accountId, file._id, profileId));
  return (
    <Dialog opened onClose={onClose} title={t`File ${file.number}, ${windowLabel(file)}`} size="xl">
      <Loaded query={query} failed={messageOf} height={300} label={t`lines`}>
        {({ people, total }) => (
          <Stack gap="sm">
            <Text size="sm" c="dimmed">
              <Trans>
                Made {moment(file.at)} by {file.by}, of version {file.dataVersion} of the data.
              </Trans>
            </Text>
            {total > people.length && (
              <Text size="sm" c="dimmed">
                <Trans>
                  The first {people.length} of {total}: a download has them all.
                </Trans>
              </Text>
            )}
            <LinesTable
              lines={people.flatMap(({ employee, lines }) => lines.map((line) => ({ employee, ...line })))}
              currency={file.currency}
              coded={profileId !== undefined}
            />
          </Stack>
        )}
      </Loaded>
    </Dialog>
  );
}
