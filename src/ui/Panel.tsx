import type { ReactNode } from 'react';
import classes from './Panel.module.css';

type Props = {
  /** Its heading. */
  title?: string;
  /** Names it for a screen reader where it has no heading. */
  label?: string;
  /** Beside the heading: its action. */
  aside?: ReactNode;
  /** It is filled in: as wide as its fields can be read. */
  form?: boolean;
  children: ReactNode;
};

/** A part of a page in a frame of its own: settings, a list with its heading. A figure belongs in a `Card`. */
export function Panel({ title, label = title, aside, form = false, children }: Props) {
  return (
    <section className={classes.panel} data-form={form || undefined} aria-label={label}>
      {(title || aside) && (
        <div className={classes.head}>
          {title && <h2 className={classes.title}>{title}</h2>}
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}
