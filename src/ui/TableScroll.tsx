import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import classes from './TableScroll.module.css';

type Props = {
  /** Names it for who reaches it by keyboard. */
  label: string;
  /** Narrow enough for any screen: cells wrap instead. */
  fit?: boolean;
  /** Rows with actions: on a phone each is a block, its cells below one another, so that none is out of sight. */
  stacked?: boolean;
  /** Of the region that scrolls: its height, its frame. */
  className?: string;
  /** Beyond it the rows scroll too, under their heads. */
  maxHeight?: string;
  children: ReactNode;
};

/** A table that is wider than a phone scrolls in here, by keyboard too; the page never does. */
export function TableScroll({ label, fit = false, stacked = false, className, maxHeight, children }: Props) {
  const { t } = useLingui();
  return (
    <section
      className={[classes.scroll, className].filter(Boolean).join(' ')}
      aria-label={t`${label}, table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      style={maxHeight ? { maxHeight } : undefined}
      data-fit={fit || undefined}
      data-stacked={stacked || undefined}
    >
      {children}
    </section>
  );
}
