import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { hoursOf, type SetupHoursRule } from '#contract/masterData/hoursRules.ts';
import { listed } from '../../../lib/lists.ts';
import { longDay } from '../../../lib/zoned.ts';
import { RecordsPanel } from '../../../shell/RecordsPanel.tsx';
import { lazyDialog } from '../../../ui/lazyDialog.tsx';
import { PERIOD_LABELS } from './hoursRules.ts';
import { hoursRulesQuery, setupGroupsQuery } from './lists.queries.ts';
import { RecordTable } from './RecordTable.tsx';

const HoursRuleDialog = lazyDialog(() => import('./HoursRuleDialog.tsx'));

const limitOf = (day: number | null, week: number | null) =>
  listed([
    ...(day === null ? [] : [t`${hoursOf(day)} a day`]),
    ...(week === null ? [] : [t`${hoursOf(week)} a week`]),
  ]) || t({ message: 'None', context: 'limit' });

/** The rules by which hours are paid (docs/reference/pay.md): for everybody or a time group, each from a date on. */
export default function HoursRulesPage({ accountId, today }: { accountId: string; today: string }) {
  const { t } = useLingui();
  const rules = useQuery(hoursRulesQuery(accountId));
  const { data: groups = [] } = useQuery(setupGroupsQuery(accountId));
  const timeGroups = groups.filter(({ kind }) => kind === 'time');
  const nameOf = ({ timeGroupId }: SetupHoursRule) =>
    timeGroupId === null ? t`Everybody` : (timeGroups.find(({ _id }) => _id === timeGroupId)?.name ?? t`Unknown`);
  return (
    <RecordsPanel
      title={t`Hours rules`}
      add={t`Add rule`}
      query={rules}
      label={t`hours rules`}
      height={240}
      about={
        <Text size="sm" c="dimmed">
          <Trans>
            What of the clocked time is paid, and in which class. A shift without a rule of its own has that for
            everybody. Check it against the law and your contracts: this is not legal advice.
          </Trans>
        </Text>
      }
      dialog={(hoursRule, close, all) => (
        <HoursRuleDialog
          accountId={accountId}
          today={today}
          timeGroups={timeGroups}
          hoursRule={hoursRule}
          all={all}
          onClose={close}
        />
      )}
    >
      {(rows, open) => (
        <RecordTable
          label={t`Hours rules`}
          rows={rows}
          empty={t`There are none yet: no hours are shown as paid.`}
          columns={[
            { title: t`For`, show: nameOf },
            { title: t`From`, show: ({ from }) => (from === null ? t`Always` : longDay(from)) },
            { title: t`Ordinary time up to`, show: (rule) => limitOf(rule.dayLimitMinutes, rule.weekLimitMinutes) },
            {
              title: t`Rounding`,
              show: ({ rounding }) =>
                rounding === 'none'
                  ? t({ message: 'None', context: 'rounding' })
                  : t`nearest ${rounding.replace(/\D/g, '')} min`,
            },
            { title: t`Pay period`, show: ({ payPeriod }) => t(PERIOD_LABELS[payPeriod]) },
          ]}
          onOpen={open}
        />
      )}
    </RecordsPanel>
  );
}
