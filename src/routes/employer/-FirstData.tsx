import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { FirstMinutes } from '../../features/figures/dashboard/FirstMinutes.tsx';
import { newestSync } from '../../features/figures/syncStatus/tiles.ts';
import { ButtonLink } from '../../shell/links.ts';
import { useMay, useSession } from '../../state/session.ts';

type Status = { payrollSystems: { lastSync: string | null }[]; devices: { lastSync: string | null }[] };

/**
 * Shown before there are figures: the link to the set-up for users who may open it, else where the data will come from; to a user who is limited to people of whom
 * there are none, that (docs/reference/scope.md#what-a-scope-is).
 */
export default function FirstData({ status }: { status: Status | undefined }) {
  const { t } = useLingui();
  const maySetUp = useMay('Setup.MANAGE');
  const isLimited = useSession()?.info.scope !== undefined;
  if (isLimited)
    return (
      <FirstMinutes
        title={t`You see no employees yet`}
        words={t`You are limited to some people of this account, and none of them is there now. If you should see people, ask the account’s Owner or your administrator.`}
      />
    );
  if (!maySetUp) return <FirstMinutes steps={firstSteps(status)} />;
  return (
    <FirstMinutes>
      <ButtonLink to="/employer/settings" search={{ page: 'start' }}>
        <Trans>Set up your account</Trans>
      </ButtonLink>
    </FirstMinutes>
  );
}

function firstSteps({ payrollSystems, devices }: Status = { payrollSystems: [], devices: [] }) {
  const synced = newestSync(payrollSystems) !== null;
  return [
    {
      done: false,
      title: t`Employees`,
      words: synced
        ? t`Your payroll system has synced, but has sent no active employees yet.`
        : t`They come from your payroll system, which has not synced yet, or from a list that your administrator imports.`,
    },
    {
      done: devices.length > 0,
      title: t`Devices`,
      words:
        devices.length > 0
          ? t`${devices.length} enrolled. Attendance appears with the first punch.`
          : t`None is enrolled yet. Your administrator enrols the terminals that people clock on.`,
    },
    {
      done: false,
      title: t`Piecework`,
      words: t`Totals, rankings and time spent appear with the first entries of your payroll system or devices.`,
    },
  ];
}
