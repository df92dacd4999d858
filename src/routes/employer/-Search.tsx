import { useLingui } from '@lingui/react/macro';
import { ActionIcon } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import type { Place } from '../../features/figures/search/SearchDialog.tsx';
import { PAY_PAGES } from '../../features/money/pay/pages.ts';
import { SETUP_LABEL } from '../../features/office/setup/pageLabels.ts';
import { SETUP_PAGES } from '../../features/office/setup/pages.ts';
import { FIGURES_PATH, howFigures } from '../../shell/howFigures.ts';
import type { Section } from '../../shell/SectionTabs.tsx';
import { type Session, useMay } from '../../state/session.ts';
import { lazyDialog } from '../../ui/lazyDialog.tsx';

const SearchDialog = lazyDialog(() => import('../../features/figures/search/SearchDialog.tsx'));

type Props = { info: Session['info']; sections: readonly Section[] };

/** The search of the employer area: a button, and Ctrl or Cmd and K. */
export function Search({ info, sections }: Props) {
  const { t } = useLingui();
  const [opened, dialog] = useDisclosure();
  useHotkeys([['mod+K', dialog.toggle]], []);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="var(--tb-target)"
        aria-label={t`Search`}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={dialog.open}
      >
        <IconSearch size={20} aria-hidden />
      </ActionIcon>
      {opened && <Opened info={info} sections={sections} onClose={dialog.close} />}
    </>
  );
}

function Opened({ info, sections, onClose }: Props & { onClose: () => void }) {
  const { t } = useLingui();
  const router = useRouter();
  const seesAttendance = useMay('Stats.GET_ATTENDANCE_INFORMATION');
  const seesPeople = sections.some(({ to }) => to === '/employer/people');
  const keepsRecords = useMay('Attendance.LOCK_PERIOD');
  const setsUp = sections.some(({ to }) => to === '/employer/setup');
  const [seesPay, managesPay] = [useMay('Pay.VIEW'), useMay('Pay.MANAGE')];
  const payPages = PAY_PAGES.filter(({ sees }) => (sees ? seesPay : managesPay));
  const payroll = sections.find(({ to }) => to === '/employer/payroll')?.label ?? '';
  const places: Place[] = [
    ...sections.map(({ label, to }) => ({ label, open: () => void router.navigate({ to }) })),
    ...(seesAttendance
      ? [
          {
            label: t`Close or lock a period`,
            within: payroll,
            open: () => void router.navigate({ to: '/employer/payroll' }),
          },
          {
            label: t`Exceptions`,
            within: payroll,
            open: () => void router.navigate({ to: '/employer/exceptions' }),
          },
          {
            label: t`On site now`,
            within: t`People`,
            open: () => void router.navigate({ to: '/employer/people/on-site' }),
          },
          {
            label: t`Paid hours`,
            within: t`People`,
            open: () => void router.navigate({ to: '/employer/people/hours' }),
          },
        ]
      : []),
    ...payPages.map(({ page, title }) => ({
      label: t(title),
      within: t`Pay`,
      open: () => void router.navigate({ to: '/employer/pay', search: { page } }),
    })),
    ...(keepsRecords
      ? [{ label: t`Records`, within: t`Trends`, open: () => void router.navigate({ to: '/employer/trends/records' }) }]
      : []),
    ...(setsUp
      ? SETUP_PAGES.filter((page) => page !== 'start').map((page) => ({
          label: t(SETUP_LABEL[page]),
          within: t`Set up`,
          open: () => void router.navigate({ to: '/employer/setup', search: { page } }),
        }))
      : []),
    { label: howFigures(), open: () => void router.navigate({ to: FIGURES_PATH }) },
    { label: t`Log-in options`, open: () => void router.navigate({ to: '/login/options' }) },
    { label: t`Change Password`, open: () => void router.navigate({ to: '/login/change-password' }) },
  ];
  return (
    <SearchDialog
      accountId={info.accountId}
      places={places}
      onPerson={
        seesPeople
          ? (employeeId) => void router.navigate({ to: '/employer/people/$employeeId', params: { employeeId } })
          : undefined
      }
      onClose={onClose}
    />
  );
}
