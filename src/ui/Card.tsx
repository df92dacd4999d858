import { useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHelpCircle, IconTable } from '@tabler/icons-react';
import { type ReactNode, Suspense, useId } from 'react';
import { Age } from './Age.tsx';
import classes from './Card.module.css';
import { helper as asHelper, type HintLink } from './hint.ts';

type Props = {
  title: string;
  /** The explanation of the figures, behind the question mark. */
  helper?: string;
  /** The page that the helper links to. */
  more?: HintLink;
  /** A lazy component, loaded and mounted when 'Show raw data' is open. */
  rawData?: () => ReactNode;
  /** The report action; the feature gates it by permission. */
  report?: ReactNode;
  /** Switches of this card, e.g. lookup 1 or 2. */
  controls?: ReactNode;
  /** Epoch ms of the shown figures, given only while they are older than they should be. */
  staleSince?: number;
  children: ReactNode;
};

/** A dashboard card: title, helper, optional raw data and report action, its age when stale. */
export function Card({ title, helper, more, rawData, report, controls, staleSince, children }: Props) {
  const { t } = useLingui();
  const [open, raw] = useDisclosure();
  const heading = useId();
  const table = useId();
  return (
    <section className={classes.card} aria-labelledby={heading}>
      <header className={classes.head}>
        <div>
          <h2 className={classes.title} id={heading}>
            {title}
          </h2>
          {staleSince !== undefined && <Age at={staleSince} />}
        </div>
        {helper && (
          <ActionIcon
            variant="subtle"
            color="gray.8"
            c="dimmed"
            aria-label={t`About ${title}`}
            {...asHelper(helper, more)}
          >
            <IconHelpCircle size={20} aria-hidden />
          </ActionIcon>
        )}
        {controls && <div className={classes.controls}>{controls}</div>}
      </header>
      <div className={classes.body}>{children}</div>
      {(rawData || report) && (
        <footer className={classes.foot}>
          {rawData && (
            <Button
              variant="subtle"
              color="gray"
              c="var(--mantine-color-text)"
              size="xs"
              leftSection={<IconTable size={16} aria-hidden />}
              aria-expanded={open}
              aria-controls={table}
              onClick={raw.toggle}
            >
              {open ? t`Hide raw data` : t`Show raw data`}
            </Button>
          )}
          {report}
        </footer>
      )}
      {rawData && (
        <div id={table} hidden={!open}>
          {open && <Suspense fallback={<Skeleton h={320} />}>{rawData()}</Suspense>}
        </div>
      )}
    </section>
  );
}
