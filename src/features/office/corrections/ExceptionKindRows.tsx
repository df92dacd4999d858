import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { EXCEPTION_KINDS, type Exception, type ExceptionKind, TO_DECIDE } from '#contract/office/exceptions.ts';
import { count } from '../../../lib/figures.ts';
import { translated } from '../../../lib/words.tsx';
import { useMay } from '../../../state/session.ts';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import { isResolvable } from './chosen.ts';
import classes from './exceptions.module.css';
import { useOffline } from './useOffline.ts';
import { applyLabel, detailOf } from './words.ts';

type Props = {
  /** Its rows are shown at first. */
  isOpen: boolean;
  kind: ExceptionKind;
  total: number;
  rows: readonly Exception[];
  ticked: ReadonlySet<string>;
  /** Tells whether a row only shows what was just done. */
  isDone: (key: string) => boolean;
  onTick: (keys: readonly string[], on: boolean) => void;
  /** Opens what would be done for those that have a likely fix. */
  onFixAll: (likely: readonly Exception[]) => void;
  row: (exception: Exception) => ReactNode;
};

/** The number of rows that are rendered at once. */
const STEP = 50;

/** The exceptions of one kind below their number, which opens and closes them. */
export function ExceptionKindRows({ isOpen, kind, total, rows, ticked, isDone, onTick, onFixAll, row }: Props) {
  const { t } = useLingui();
  const may = useMay('Attendance.CORRECT');
  const reason = useOffline();
  const [open, setOpen] = useState(isOpen);
  const [shown, setShown] = useState(STEP);
  const title = translated(EXCEPTION_KINDS[kind]);
  const drawn = rows.slice(0, shown);
  const all = rows.map(({ key }) => key).filter((key) => !isDone(key));
  const on = all.filter((key) => ticked.has(key)).length;
  const likely = rows.filter((one) => isResolvable(one) && !isDone(one.key));
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <section className={open ? undefined : classes.rows} aria-label={title}>
      <div className={classes.kindHead}>
        {may && (
          <Checkbox
            className={classes.tick}
            aria-label={t`All of: ${title}`}
            checked={on > 0 && on === all.length}
            indeterminate={on > 0 && on < all.length}
            onChange={({ currentTarget }) => onTick(all, currentTarget.checked)}
          />
        )}
        <h2 className={classes.kindTitle}>
          <UnstyledButton
            mih="var(--tb-target)"
            fz="inherit"
            fw="inherit"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {title}{' '}
            <span className={`${classes.faint} ${classes.day}`}>
              {count(total)} <Chevron size={18} aria-hidden style={{ verticalAlign: 'text-bottom' }} />
            </span>
          </UnstyledButton>
        </h2>
        {TO_DECIDE.includes(kind) && (
          <span className={`${classes.faint} ${classes.day}`}>
            <Trans>to decide</Trans>
          </span>
        )}
        {may && likely.length > 1 && (
          <ReasonButton
            size="sm"
            variant="light"
            ms="auto"
            my={4}
            flex="none"
            reason={reason}
            onClick={() => onFixAll(likely)}
          >
            {applyLabel(likely.length)}
          </ReasonButton>
        )}
      </div>
      {open && (
        <ul className={classes.rows}>
          {drawn.map((exception) => (
            <li key={exception.key} className={classes.row}>
              {may && !isDone(exception.key) && (
                <Checkbox
                  className={classes.tick}
                  aria-label={t`Choose ${detailOf(exception)}`}
                  checked={ticked.has(exception.key)}
                  onChange={({ currentTarget }) => onTick([exception.key], currentTarget.checked)}
                />
              )}
              {row(exception)}
            </li>
          ))}
        </ul>
      )}
      {open && rows.length > drawn.length && (
        <Button variant="default" mt="xs" onClick={() => setShown(shown + 4 * STEP)}>
          <Plural value={rows.length - drawn.length} one="Show # more" other="Show # more" />
        </Button>
      )}
    </section>
  );
}
