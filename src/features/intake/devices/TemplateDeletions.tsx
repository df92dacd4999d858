import { plural, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TemplateDeletion } from '#contract/intake/terminals.ts';
import { listed } from '../../../lib/lists.ts';
import { moment } from '../../../lib/moments.ts';
import { ListTable } from '../../../ui/ListTable.tsx';
import { templateDeletionsQuery } from './devices.queries.ts';

/** Lists the people whose deletion was sent to terminals, with the answers (docs/reference/privacy.md#templates); renders nothing without any. */
export function TemplateDeletions({ accountId }: { accountId: string }) {
  const { t } = useLingui();
  const { data = [] } = useQuery(templateDeletionsQuery(accountId));
  if (data.length === 0) return null;
  return (
    <section aria-label={t`Deleted on terminals`}>
      <Text fw={600}>
        <Trans>Deleted on terminals</Trans>
      </Text>
      <ListTable label={t`Deleted on terminals`} stacked columns={[t`Employee`, t`Requested`, t`Status`]}>
        {data.map((each) => (
          <Table.Tr key={`${each.timeId} ${each.employee?._id ?? ''}`}>
            <Table.Td>
              {each.employee
                ? `${each.employee.number} ${each.employee.firstName} ${each.employee.lastName}`
                : t`PIN ${each.timeId}`}
            </Table.Td>
            <Table.Td data-label={t`Requested`}>{moment(each.requestedAt)}</Table.Td>
            <Table.Td>{statusOf(each)}</Table.Td>
          </Table.Tr>
        ))}
      </ListTable>
    </section>
  );
}

/** Returns 'Deleted on 5 of 6, Gate B silent since 09:40', naming at most three terminals. */
function statusOf({ deleted, of, waiting, requestedAt }: TemplateDeletion): string {
  const named = waiting.slice(0, 3).map(({ deviceName, silentSince, returnCode }) => {
    if (returnCode !== null) return t`${deviceName} failed (${returnCode})`;
    if (silentSince === null) return t`${deviceName} never called`;
    return silentSince > requestedAt
      ? t`${deviceName} has not answered, last seen ${moment(silentSince)}`
      : t`${deviceName} silent since ${moment(silentSince)}`;
  });
  const more = waiting.length > 3 ? [t`${plural(waiting.length - 3, { other: '# more' })}`] : [];
  return listed([t`Deleted on ${deleted} of ${of}`, ...named, ...more]);
}
