import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Skeleton, Table, Text } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { messageOf } from '../../../api/errors.ts';
import { moment } from '../../../lib/moments.ts';
import { saveFile } from '../../../lib/saveFile.ts';
import { translated } from '../../../lib/words.tsx';
import { useOfflineReason } from '../../../state/reachability.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { ExportMenu } from '../../../ui/ExportMenu.tsx';
import { ListTable } from '../../../ui/ListTable.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { actionWords } from './actions.ts';
import classes from './audit.module.css';
import { auditQuery, exportAuditMutation } from './audit.queries.ts';

/** The audit trail: the user, action, document, time and address of each entry. */
export function AuditTrail({ accountId }: { accountId: string }) {
  const { t } = useLingui();
  const audit = useInfiniteQuery(auditQuery(accountId));
  const save = useMutation(exportAuditMutation(accountId));
  const reason = useOfflineReason();
  if (audit.isPending) return <Skeleton h={240} aria-label={t`Loading activity`} />;
  if (audit.data === undefined) return <ErrorNote text={messageOf(audit.error)} onRetry={() => void audit.refetch()} />;

  const entries = audit.data.pages.flatMap(({ results }) => results);
  if (entries.length === 0) return <EmptyState text={t`Nothing has been recorded yet.`} />;
  return (
    <Panel label={t`Activity`}>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          <Trans>
            {plural(audit.data.pages.at(-1)?.lastIndex ?? 0, { one: '# entry', other: '# entries' })}, newest first
          </Trans>
        </Text>
        <ExportMenu
          loading={save.isPending}
          reason={reason}
          items={[
            {
              label: t`CSV`,
              onPick: () => save.mutate(undefined, { onSuccess: ({ blob, name }) => saveFile(blob, name) }),
            },
          ]}
        />
      </Group>
      <ListTable
        label={t`Activity`}
        stacked
        striped
        columns={[t`When`, t`Who`, t`What`, t`Target`, t`From`, t`Result`, t`Detail`]}
      >
        {entries.map(({ _id, at, actor, action, target, address, result, detail, words }) => (
          <Table.Tr key={_id}>
            <Table.Td className={classes.when}>{moment(at)}</Table.Td>
            <Table.Td data-label={t`By`}>{actor}</Table.Td>
            <Table.Td>{actionWords(action)}</Table.Td>
            <Table.Td className={classes.long}>{target}</Table.Td>
            <Table.Td data-label={t`From`}>{address}</Table.Td>
            <Table.Td>
              <span className={classes.result} data-result={result}>
                {result === 'ok' ? t`Done` : t`Refused`}
              </span>
            </Table.Td>
            <Table.Td className={classes.long}>{words ? translated(words) : detail}</Table.Td>
          </Table.Tr>
        ))}
      </ListTable>
      {audit.hasNextPage && (
        <Group justify="center">
          <Button variant="default" loading={audit.isFetchingNextPage} onClick={() => void audit.fetchNextPage()}>
            <Trans>Show older</Trans>
          </Button>
        </Group>
      )}
    </Panel>
  );
}
