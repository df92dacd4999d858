import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Text, Title } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './dashboard.module.css';

export type Step = { done: boolean; title: string; words: string };

type Props = {
  title?: string;
  words?: string;
  /** The data that will arrive by itself. */
  steps?: readonly Step[];
  /** The link to the set-up, for users who may open it. */
  children?: ReactNode;
};

/** Tells an employer without data why there is none yet and what is coming or what to do, instead of showing zeros. */
export function FirstMinutes({
  title = t`Your dashboard is waiting for its first data`,
  words = t`Nothing here is zero: it is not known yet. Figures appear by themselves as data comes in.`,
  steps = [],
  children,
}: Props) {
  const { t } = useLingui();
  return (
    <section className={classes.first} aria-labelledby="first-minutes">
      <Title order={2} size="h4" id="first-minutes">
        {title}
      </Title>
      <Text size="sm" c="dimmed">
        {words}
      </Text>
      {children && <div className={classes.setUp}>{children}</div>}
      <ol className={classes.steps}>
        {steps.map(({ done, ...step }) => (
          <li key={step.title} className={classes.step}>
            {done ? (
              <IconCircleCheck size={22} color="var(--tb-on-time)" role="img" aria-label={t`Done`} />
            ) : (
              <IconCircleDashed size={22} color="var(--tb-pending)" role="img" aria-label={t`Waiting`} />
            )}
            <span>
              <strong>{step.title}</strong>
              <br />
              <span className={classes.clock}>{step.words}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
