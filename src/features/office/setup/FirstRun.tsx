import { Trans, useLingui } from '@lingui/react/macro';
import { UnstyledButton } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { SETUP_STEPS, type Setup } from '#contract/office/setup.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { FirstPunch } from './FirstPunch.tsx';
import { DevicesStep, LookupsStep, ShiftsStep, TimeZoneStep } from './FirstSteps.tsx';
import classes from './firstRun.module.css';
import { isOptional, nextStep, STEP_QUESTION, type Step } from './firstRun.ts';
import { setupShiftsQuery } from './lists.queries.ts';
import { PeopleStep } from './PeopleStep.tsx';

type Props = {
  accountId: string;
  setup: Setup;
  /** Explains how people can clock, with a link for users who may add devices. */
  devices: ReactNode;
  /** The link to the dashboard, for employers. */
  dashboard: ReactNode;
  onWorkbook: () => void;
};

/** The steps from an empty account to a moving dashboard. The server knows which are done, so they can be left and continued. */
export default function FirstRun({ accountId, setup, devices, dashboard, onWorkbook }: Props) {
  const { t } = useLingui();
  const [open, setOpen] = useState<Step>(() => nextStep(setup.steps));
  const place = useRef<HTMLDivElement>(null);
  const hasMoved = useRef(false);
  useEffect(() => {
    // A keyboard user continues in the first field of the next step.
    if (hasMoved.current && open) place.current?.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
  }, [open]);
  const { data: shifts = [] } = useQuery(setupShiftsQuery(accountId));
  const isDone = (step: Step) => setup.steps.some((one) => one.step === step && one.isDone);
  const after = (step: Step) => () => {
    const next = SETUP_STEPS[SETUP_STEPS.indexOf(step) + 1];
    hasMoved.current = true;
    if (next) setOpen(next);
  };
  const content: Record<Step, ReactNode> = {
    'time-zone': <TimeZoneStep accountId={accountId} setup={setup} onNext={after('time-zone')} />,
    shifts: <ShiftsStep accountId={accountId} onNext={after('shifts')} />,
    employees: (
      <PeopleStep
        accountId={accountId}
        timeGroups={shifts.map(({ name }) => name)}
        onNext={after('employees')}
        onWorkbook={onWorkbook}
      />
    ),
    lookups: <LookupsStep accountId={accountId} onNext={after('lookups')} />,
    devices: <DevicesStep onNext={after('devices')}>{devices}</DevicesStep>,
    'first-punch': <FirstPunch accountId={accountId} setup={setup} dashboard={dashboard} />,
  };
  return (
    <Panel title={t`From an empty account to a moving dashboard`}>
      <ol className={classes.steps}>
        {SETUP_STEPS.map((step, index) => (
          <li key={step} className={classes.step}>
            <UnstyledButton className={classes.head} aria-expanded={open === step} onClick={() => setOpen(step)}>
              {isDone(step) ? (
                <IconCircleCheck size={22} color="var(--tb-on-time)" role="img" aria-label={t`Done`} />
              ) : (
                <IconCircleDashed size={22} color="var(--tb-pending)" role="img" aria-label={t`Waiting`} />
              )}
              <span className={classes.question}>
                {index + 1}. {t(STEP_QUESTION[step])}
              </span>
              {isOptional(step) && (
                <span className={classes.optional}>
                  <Trans>optional</Trans>
                </span>
              )}
            </UnstyledButton>
            {open === step && (
              <div ref={place} className={classes.content}>
                {content[step]}
              </div>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
