import { Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../api/errors.ts';
import { ServerButton } from '../../shell/ServerButton.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { exportPersonMutation } from './privacy.queries.ts';

type Props = { accountId: string; employeeId: string };

/** Shows what an employee may ask for of their data: everything that is held about them (spec/privacy.md, V3). */
export function PersonalData({ accountId, employeeId }: Props) {
  const download = useMutation(exportPersonMutation(accountId, employeeId));
  return (
    <section aria-label="Personal data">
      <Group justify="space-between" gap="sm">
        <div>
          <Text fw={600}>Personal data</Text>
          <Text size="sm">Everything that is held about this person, as a ZIP of Excel and JSON.</Text>
        </div>
        <ServerButton variant="default" loading={download.isPending} onClick={() => download.mutate()}>
          Download
        </ServerButton>
      </Group>
      {download.error && <ErrorNote text={messageOf(download.error)} />}
    </section>
  );
}
