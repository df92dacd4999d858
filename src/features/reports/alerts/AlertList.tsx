import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Text, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { ALERT_FIGURES, type Alert, type AlertCategory } from '#contract/reports/alerts.ts';
import { matchesText } from '../../../lib/search.ts';
import { HowToLink } from '../../../shell/HelpLink.tsx';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { useMay } from '../../../state/session.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FilterBox } from '../../../ui/FilterBox.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { CREATE_ALERT, dayWords, groupCount, recipientCount, whenWords } from './alertForm.ts';
import classes from './alerts.module.css';

type Props = {
  category: AlertCategory;
  query: { data: Alert[] | undefined; error: Error | null; refetch: () => unknown } | undefined;
  /** The number of alerts in all categories, which the licence limits; undefined while it is not known. */
  total: number | undefined;
  maxAlerts: number;
  onCreate: () => void;
  onEdit: (alert: Alert) => void;
};

/** The alerts of one category: search, create, and each with the counts of its groups and recipients. */
export function AlertList({ category, query, total, maxAlerts, onCreate, onEdit }: Props) {
  const { t } = useLingui();
  const mayManage = useMay('MANAGE_ALERTS');
  const maySee = useMay(ALERT_FIGURES[category]);
  const [typed, setTyped] = useState('');
  const full = total !== undefined && total >= maxAlerts;
  return (
    <div className={classes.stack}>
      <div className={classes.head}>
        <div className={classes.search}>
          <FilterBox label={t`Search alerts`} value={typed} onChange={setTyped} />
        </div>
        {mayManage && maySee && (
          <ServerButton leftSection={<IconPlus size={18} aria-hidden />} disabled={full} onClick={onCreate}>
            {t(CREATE_ALERT[category])}
          </ServerButton>
        )}
      </div>
      {mayManage && !maySee && (
        <Text size="sm" c="dimmed">
          <Trans>You may not see these figures, so you cannot have them sent.</Trans>
        </Text>
      )}
      {mayManage && maySee && total !== undefined && (
        <Text size="sm" c="dimmed">
          {full
            ? t`${total} of ${plural(maxAlerts, { one: '# alert', other: '# alerts' })} used. Your licence allows no more.`
            : t`${total} of ${plural(maxAlerts, { one: '# alert', other: '# alerts' })} used`}
        </Text>
      )}
      {query && (
        <Loaded query={query} failed={t`Failed to load alerts`} height={240} label={t`alerts`}>
          {(alerts) => {
            const found = alerts.filter(({ description }) => matchesText(description, typed));
            if (found.length === 0)
              return (
                <EmptyState text={alerts.length === 0 ? t`No alerts configured` : t`No alerts match this search`}>
                  {alerts.length === 0 && <HowToLink to="alerts" />}
                </EmptyState>
              );
            return (
              <ul className={classes.list}>
                {found.map((alert) => (
                  <li key={alert._id}>
                    <AlertRow alert={alert} onEdit={() => onEdit(alert)} />
                  </li>
                ))}
              </ul>
            );
          }}
        </Loaded>
      )}
    </div>
  );
}

function AlertRow({ alert, onEdit }: { alert: Alert; onEdit: () => void }) {
  return (
    <UnstyledButton className={classes.row} onClick={onEdit} aria-haspopup="dialog">
      <span className={classes.what}>
        <span className={classes.name}>{alert.description}</span>
        <span className={classes.faint}>
          {dayWords(alert.daysOfWeek)}, {whenWords(alert)}
        </span>
      </span>
      <span className={classes.counts}>
        <span>{groupCount(alert)}</span>
        <span>{recipientCount(alert)}</span>
      </span>
      <IconChevronRight size={18} aria-hidden />
    </UnstyledButton>
  );
}
