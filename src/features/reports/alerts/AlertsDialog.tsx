import { useLingui } from '@lingui/react/macro';
import { Stack, Tabs } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { License } from '#contract/access/accounts.ts';
import { type Alert, type AlertCategory, alertCategory } from '#contract/reports/alerts.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { lazyDialog } from '../../../ui/lazyDialog.tsx';
import { AlertList } from './AlertList.tsx';
import { CATEGORY_WORDS } from './alertForm.ts';
import classes from './alerts.module.css';
import { alertsQuery, deliveriesQuery } from './alerts.queries.ts';
import { Deliveries } from './Deliveries.tsx';
import type { ReportParts } from './reportParts.ts';

const AlertDialog = lazyDialog(() => import('./AlertDialog.tsx'));

type Props = {
  accountId: string;
  license: License;
  timeZone: string;
  today: string;
  /** The tab that is open at first; absent: the first. */
  tab?: AlertCategory | 'sent';
  reports: ReportParts;
  onClose: () => void;
};

/** Manage Alerts: the alerts of each category, and what was sent. */
export default function AlertsDialog({ accountId, license, timeZone, today, tab: first, reports, onClose }: Props) {
  const { t } = useLingui();
  const [tab, setTab] = useState<string>(first ?? 'attendance');
  const [edited, setEdited] = useState<{ category: AlertCategory; alert: Alert | null } | null>(null);
  const lists = useQueries({ queries: alertCategory.options.map((category) => alertsQuery(accountId, category)) });
  const { data: deliveries } = useQuery(deliveriesQuery(accountId));
  const counts = lists.map(({ data }) => data?.length ?? 0);
  // Unknown until all lists have loaded.
  const total = lists.every(({ data }) => data) ? counts.reduce((sum, each) => sum + each, 0) : undefined;
  const unread = deliveries?.unread ?? 0;
  return (
    <>
      <Dialog opened onClose={onClose} title={t`Manage Alerts`} size="xl">
        <Tabs value={tab} onChange={(value) => setTab(value ?? 'attendance')} keepMounted={false}>
          <Tabs.List mb="md" className={classes.tabs}>
            {alertCategory.options.map((category, index) => (
              <Tabs.Tab key={category} value={category}>
                {t(CATEGORY_WORDS[category])}
                {(counts[index] ?? 0) > 0 && ` (${counts[index]})`}
              </Tabs.Tab>
            ))}
            <Tabs.Tab value="sent">{unread > 0 ? t`Sent (${unread} new)` : t`Sent`}</Tabs.Tab>
          </Tabs.List>
          {alertCategory.options.map((category, index) => (
            <Tabs.Panel key={category} value={category}>
              <AlertList
                category={category}
                query={lists[index]}
                total={total}
                maxAlerts={license.alerts.maxAlerts}
                onCreate={() => setEdited({ category, alert: null })}
                onEdit={(alert) => setEdited({ category, alert })}
              />
            </Tabs.Panel>
          ))}
          <Tabs.Panel value="sent">
            <Stack>
              <Deliveries accountId={accountId} timeZone={timeZone} today={today} download={reports.download} />
            </Stack>
          </Tabs.Panel>
        </Tabs>
      </Dialog>
      {edited && (
        <AlertDialog
          accountId={accountId}
          license={license}
          timeZone={timeZone}
          today={today}
          category={edited.category}
          alert={edited.alert}
          reportFields={reports.fields}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
