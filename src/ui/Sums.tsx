import type { ReactNode } from 'react';
import classes from './Sums.module.css';

type Sum = {
  label: string;
  figure: string;
  /** Makes the figure the link to the people or days that it is of. */
  link?: ((figure: ReactNode) => ReactNode) | undefined;
};

/** The sums of a page: numbers with their labels, above its list. */
export const Sums = ({ sums }: { sums: readonly Sum[] }) => (
  <dl className={classes.sums}>
    {sums.map(({ label, figure, link }) => (
      <div key={label}>
        <dt className={classes.label}>{label}</dt>
        <dd className={classes.figure}>{link ? link(figure) : figure}</dd>
      </div>
    ))}
  </dl>
);
