import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import classes from './PrintSheet.module.css';

type Props = {
  title: string;
  /** Below the title: the account, the days, as of when. */
  lead: ReactNode;
  landscape?: boolean;
  /** Ends with lines to sign: who, and when. */
  signed?: readonly string[];
  onPrinted: () => void;
  children: ReactNode;
};

/** Prints its content on A4 as soon as it is there, instead of the page, and is gone afterwards. */
export function PrintSheet({ title, lead, landscape, signed = [], onPrinted, children }: Props) {
  useEffect(() => {
    window.addEventListener('afterprint', onPrinted, { once: true });
    window.print();
    return () => window.removeEventListener('afterprint', onPrinted);
  }, [onPrinted]);
  return createPortal(
    <div className={classes.sheet} data-landscape={landscape || undefined}>
      <h1>{title}</h1>
      <p>{lead}</p>
      {children}
      {signed.length > 0 && (
        <div className={classes.sign}>
          {signed.map((words) => (
            <span key={words}>{words}</span>
          ))}
        </div>
      )}
    </div>,
    document.body,
  );
}

/** A box to tick on paper. */
export const PaperBox = () => <span className={classes.box} />;
