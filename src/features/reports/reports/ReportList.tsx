import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Stack } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { dataPermission, REPORTS, type ReportType } from '#contract/reports/reports.ts';
import { translated } from '../../../lib/words.tsx';
import { may, useSession } from '../../../state/session.ts';
import { Panel } from '../../../ui/Panel.tsx';
import classes from './reportList.module.css';

const KINDS: Record<'attendance' | 'piecework' | 'pay', { title: MessageDescriptor; types: readonly ReportType[] }> = {
  attendance: {
    title: msg`Attendance`,
    types: ['employee-attendance', 'latecomers', 'breaks', 'time-wasted-summary', 'corrections', 'consents'],
  },
  piecework: {
    title: msg`Piecework`,
    types: ['piecework-performance', 'piecework-time-spent', 'containers', 'quality'],
  },
  pay: { title: msg`Hours and pay`, types: ['paid-hours', 'paid-hours-period', 'working-hours', 'earnings'] },
};

/** Every report that the user may make, by what it is about. */
export function ReportList({ onOpen }: { onOpen: (type: ReportType) => void }) {
  const { t } = useLingui();
  const session = useSession();
  return (
    <div className={classes.kinds}>
      {Object.values(KINDS).map(({ title, types }) => {
        const seen = types.filter((type) => may(session, dataPermission(type)));
        if (seen.length === 0) return null;
        return (
          <Panel key={title.id} title={t(title)}>
            <Stack gap={0} component="ul" className={classes.list}>
              {seen.map((type) => (
                <li key={type}>
                  <Button
                    variant="subtle"
                    color="gray"
                    c="var(--mantine-color-text)"
                    fullWidth
                    px={0}
                    justify="space-between"
                    rightSection={<IconChevronRight size={18} aria-hidden />}
                    aria-haspopup="dialog"
                    onClick={() => onOpen(type)}
                  >
                    {translated(REPORTS[type].name)}
                  </Button>
                </li>
              ))}
            </Stack>
          </Panel>
        );
      })}
    </div>
  );
}
