import { IconFileSpreadsheet, IconFingerprint, IconPlugConnected } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { createSyncKey } from '#contract/accountSettings.ts';
import type { accountContents } from '#contract/accounts.ts';
import { createAdmsDevice } from '#contract/devices.ts';
import { importCsv } from '#contract/payroll.ts';
import { AnchorLink } from '../../../shell/links.ts';
import { useMayCall } from '../../../state/session.ts';
import { Panel } from '../../../ui/Panel.tsx';
import classes from '../-manage.module.css';

type Props = { accountId: string; contents: z.infer<typeof accountContents> };

/** Lists the first steps of an empty account, with links to those that the user may take; nothing once it has devices and people. */
export function FirstSteps({ accountId, contents }: Props) {
  const empty = { devices: contents.devices === 0, employees: contents.employees === 0 };
  const steps = {
    enrol: useMayCall(createAdmsDevice) && empty.devices,
    connect: useMayCall(createSyncKey) && empty.employees,
    import: useMayCall(importCsv) && empty.employees,
  };
  if (!steps.enrol && !steps.connect && !steps.import) return null;
  const params = { accountId };
  return (
    <Panel title="Next steps for this account" label="Next steps">
      <ol className={classes.steps}>
        {steps.enrol && (
          <Step icon={<IconFingerprint size={20} aria-hidden />} name="Enrol a device">
            So that employees can clock in and out.{' '}
            <AnchorLink underline="always" to="/manage/accounts/edit/$accountId/devices" params={params}>
              Add a device
            </AnchorLink>
          </Step>
        )}
        {steps.connect && (
          <Step icon={<IconPlugConnected size={20} aria-hidden />} name="Connect payroll">
            Allow its System ID and make a sync key.{' '}
            <AnchorLink underline="always" to="/manage/accounts/edit/$accountId/settings" params={params}>
              Open the settings
            </AnchorLink>
          </Step>
        )}
        {steps.import && (
          <Step icon={<IconFileSpreadsheet size={20} aria-hidden />} name="Or import a CSV">
            Employees, standard times and piecework from a spreadsheet.{' '}
            <AnchorLink underline="always" to="/manage/accounts/edit/$accountId/data-management" params={params}>
              Import a file
            </AnchorLink>
          </Step>
        )}
      </ol>
    </Panel>
  );
}

function Step({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <li className={classes.step}>
      <span className={classes.stepName}>
        {icon}
        {name}
      </span>
      <span>{children}</span>
    </li>
  );
}
