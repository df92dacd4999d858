import { plural, t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AccountHealth } from '#contract/operations/accountStatistics.ts';
import { accountName } from '../../../lib/accountName.ts';
import { count } from '../../../lib/figures.ts';
import { ago, moment } from '../../../lib/moments.ts';
import { translated } from '../../../lib/words.tsx';
import { AnchorLink } from '../../../shell/links.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { StateIcon } from '../../../ui/StateLabel.tsx';
import { accountsHealthQuery } from './statistics.queries.ts';

/** Returns the columns of the list; moments are relative to `now` (epoch ms). */
function columnsAt(now: number): Column<AccountHealth>[] {
  const since = (instant: string | null) => (
    <Text span size="sm" title={moment(instant)}>
      {instant ? ago(instant, now) : t`Never`}
    </Text>
  );
  return [
    {
      key: 'name',
      title: t`Account`,
      value: ({ name }) => accountName(name),
      show: ({ _id, name, code, isActive }) => (
        <>
          <AnchorLink to="/manage/accounts/edit/$accountId/general" params={{ accountId: _id }} size="sm" fw={600}>
            {accountName(name)}
          </AnchorLink>
          <Text size="xs" c="dimmed" fw={400}>
            {isActive ? code : t`${code}, inactive`}
          </Text>
        </>
      ),
    },
    {
      key: 'people',
      title: t`People`,
      number: true,
      value: ({ people }) => people,
      show: ({ people }) => count(people),
    },
    {
      key: 'devices',
      title: t`Devices online`,
      number: true,
      value: ({ devicesOnline }) => devicesOnline,
      text: ({ devices, devicesOnline }) => t`${devicesOnline} of ${devices}`,
      show: ({ devices, devicesOnline }) => t`${count(devicesOnline)} of ${count(devices)}`,
    },
    {
      key: 'record',
      title: t`Last record`,
      value: ({ lastRecordAt }) => lastRecordAt,
      show: (row) => since(row.lastRecordAt),
    },
    {
      key: 'backup',
      title: t`Last backup`,
      value: ({ lastBackupAt }) => lastBackupAt,
      show: (row) => since(row.lastBackupAt),
    },
    {
      key: 'warnings',
      title: t`Attention`,
      // Words in its cells, so it is aligned as text; the first press sorts the worst first.
      value: ({ warnings }) => -warnings.length,
      text: warningText,
      show: ({ isActive, ...row }) => (
        <Group gap={6} wrap="nowrap" align="flex-start" miw="8rem">
          <Group component="span" flex="none" h="1lh">
            <StateIcon state={row.warnings.length > 0 ? 'late' : isActive ? 'on-time' : 'off'} />
          </Group>
          <Text size="sm">{warningText(row) || (isActive ? t`All well` : t`Inactive`)}</Text>
        </Group>
      ),
    },
  ];
}

type Warned = Pick<AccountHealth, 'warnings' | 'words'>;
const warningText = ({ warnings, words }: Warned) => (words ?? warnings).map(translated).join(' ');

/** The health of all accounts in one list, those that need attention first; each column sorts it. */
export function AccountsHealth() {
  const { t } = useLingui();
  const query = useQuery(accountsHealthQuery);
  return (
    <Loaded query={query} failed={t`Failed to load statistics`} height={400} label={t`accounts`}>
      {({ accounts }) => {
        const troubled = accounts.filter(({ warnings }) => warnings.length > 0).length;
        return (
          <Stack gap="sm">
            <Text fw={600}>
              {troubled === 0
                ? t`No account needs attention`
                : t`${plural(troubled, { one: '# account needs', other: '# accounts need' })} attention`}
            </Text>
            <DataTable
              label={t`Health of accounts`}
              columns={columnsAt(query.dataUpdatedAt)}
              rows={accounts}
              rowKey={({ _id }) => _id}
              exportName="accounts"
              stacked
              empty={t`There are no accounts yet.`}
            />
          </Stack>
        );
      }}
    </Loaded>
  );
}
