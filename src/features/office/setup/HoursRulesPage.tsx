import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hoursOf, type SetupHoursRule } from '#contract/masterData/hoursRules.ts';
import { messageOf } from '../../../api/errors.ts';
import { listed } from '../../../lib/lists.ts';
import { longDay } from '../../../lib/zoned.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { lazyDialog } from '../../../ui/lazyDialog.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { PERIOD_LABELS } from './hoursRules.ts';
import { hoursRulesQuery, setupGroupsQuery } from './lists.queries.ts';
import { RecordTable } from './RecordTable.tsx';

const HoursRuleDialog = lazyDialog(() => import('./HoursRuleDialog.tsx'));

const limitOf = (day: number | null, week: number | null) =>
  listed([
    ...(day === null ? [] : [t`${hoursOf(day)} a day`]),
    ...(week === null ? [] : [t`${hoursOf(week)} a week`]),
  ]) || t({ message: 'None', context: 'limit' });

/** The rules by which hours are paid (spec/pay.md): for everybody or a time group, each from a date on. */
export default function HoursRulesPage({ accountId, today }: { accountId: string; today: string }) {
  const { t } = useLingui();
  const rules = useQuery(hoursRulesQuery(accountId));
  const { data: groups = [] } = useQuery(setupGroupsQuery(accountId));
  const [open, setOpen] = useState<string>();
  const timeGroups = groups.filter(({ kind }) => kind === 'time');
  const nameOf = ({ timeGroupId }: SetupHoursRule) =>
    timeGroupId === null ? t`Everybody` : (timeGroups.find(({ _id }) => _id === timeGroupId)?.name ?? t`Unknown`);
  return (
    <Panel
      title={t`Hours rules`}
      aside={
        <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen('new')}>
          <Trans>Add rule</Trans>
        </Button>
      }
    >
      <Text size="sm" c="dimmed">
        <Trans>
          What of the clocked time is paid, and in which class. A time group without a rule of its own has that for
          everybody. Check it against the law and your contracts: this is not legal advice.
        </Trans>
      </Text>
      <Loaded query={rules} failed={messageOf} height={240} label={t`hours rules`}>
        {(all) => (
          <>
            <RecordTable
              label={t`Hours rules`}
              rows={all}
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
              onOpen={setOpen}
            />
            {open && (
              <HoursRuleDialog
                accountId={accountId}
                today={today}
                timeGroups={timeGroups}
                hoursRule={all.find(({ _id }) => _id === open) ?? null}
                all={all}
                onClose={() => setOpen(undefined)}
              />
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}
