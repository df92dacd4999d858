import type { ReactNode } from 'react';
import classes from './FigureLine.module.css';

/** The number that a chart supports, with its unit or what else belongs to it. */
export const FigureLine = ({ figure, children }: { figure: string; children?: ReactNode }) => (
  <p className={classes.line}>
    <span className={classes.figure}>{figure}</span>
    {children && <span className={classes.words}>{children}</span>}
  </p>
);
