import { Trans, useLingui } from '@lingui/react/macro';
import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PayRule } from '#contract/masterData/payRules.ts';
import { listed } from '../../../lib/lists.ts';
import { longDay } from '../../../lib/zoned.ts';
import { RecordsPanel } from '../../../shell/RecordsPanel.tsx';
import { DialogLink } from '../../../ui/DialogLink.tsx';
import { ListTable } from '../../../ui/ListTable.tsx';
import { lazyDialog } from '../../../ui/lazyDialog.tsx';
import { payRulesQuery } from './pay.queries.ts';
import { useRateNames } from './useRateNames.ts';
import { WINDOW_WORDS } from './words.ts';

const AllHoursDialog = lazyDialog(() => import('./AllHoursDialog.tsx'));
const PayRuleDialog = lazyDialog(() => import('./PayRuleDialog.tsx'));

/** The rules by which pay is compared with the minimum: for everybody, a time group or an employee, each from a date on. */
export default function PayRulesPage({ accountId, today }: { accountId: string; today: string }) {
  const { t } = useLingui();
  const rules = useQuery(payRulesQuery(accountId));
  const { timeGroups, choices } = useRateNames(accountId);
  // An employee who has no pay in this period has a rule all the same.
  const known = new Set(choices.employeeId.map(({ value }) => value));
  const others = (rules.data ?? []).flatMap(({ employeeId: id }) => (id === null || known.has(id) ? [] : [id]));
  const employees = [
    ...choices.employeeId,
    ...[...new Set(others)].map((value) => ({ value, label: t`Employee without pay in this period` })),
  ];
  const [compared, setCompared] = useState<PayRule>();
  const nameOf = (id: string | null) =>
    id === null ? t`Everybody` : ([...timeGroups, ...employees].find(({ value }) => value === id)?.label ?? t`Unknown`);
  return (
    <>
      <RecordsPanel
        title={t`Pay rules`}
        add={t`Add pay rule`}
        query={rules}
        label={t`pay rules`}
        height={240}
        empty={t`There are none yet: no pay is compared with a minimum.`}
        about={
          <Text size="sm" c="dimmed">
            <Trans>
              Over which days pay is compared with the minimum, and what of it. An employee's own rule comes before that
              of their shift, and that one before the rule for everybody. Check it against the law and your contracts.
              Not legal advice.
            </Trans>
          </Text>
        }
        dialog={(payRule, close) => (
          <PayRuleDialog
            accountId={accountId}
            today={today}
            timeGroups={timeGroups}
            employees={employees}
            payRule={payRule}
            onClose={close}
          />
        )}
      >
        {(all, open) => (
          <ListTable label={t`Pay rules`} stacked striped columns={[t`Name`, t`For`, t`From`, t`Compared by`]}>
            {all.map((rule) => {
              const { _id, name, timeGroupId, employeeId, from, window, scope } = rule;
              return (
                <Table.Tr key={_id}>
                  <Table.Td>
                    <DialogLink onOpen={() => open(_id)}>{name}</DialogLink>
                  </Table.Td>
                  <Table.Td data-label={t`For`}>{nameOf(employeeId ?? timeGroupId)}</Table.Td>
                  <Table.Td data-label={t`From`}>{from === null ? t`Always` : longDay(from)}</Table.Td>
                  <Table.Td data-label={t`Compared by`}>
                    {listed([t(WINDOW_WORDS[window]), scope === 'all' ? t`all pay` : t`piecework`])}
                    {rule.premiumBase === undefined && (
                      <Text size="sm">
                        <Trans>Your rule leaves overtime out of the minimum.</Trans>{' '}
                        <DialogLink onOpen={() => setCompared(rule)}>
                          <Trans>See what changes</Trans>
                        </DialogLink>
                      </Text>
                    )}
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </ListTable>
        )}
      </RecordsPanel>
      {compared && (
        <AllHoursDialog accountId={accountId} today={today} payRule={compared} onClose={() => setCompared(undefined)} />
      )}
    </>
  );
}
