import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import classes from './PrintSheet.module.css';

export type Sheet = {
  title: string;
  /** Below the title: the account, the days, as of when. */
  lead: ReactNode;
  landscape?: boolean;
  /** Ends with lines to sign: who, and when. */
  signed?: readonly string[];
  children: ReactNode;
};

/** Prints sheets on A4 as soon as they are there, instead of the page, each from a new page on; they are gone afterwards. */
export function PrintSheets({ sheets, onPrinted }: { sheets: readonly Sheet[]; onPrinted: () => void }) {
  useEffect(() => {
    window.addEventListener('afterprint', onPrinted, { once: true });
    window.print();
    return () => window.removeEventListener('afterprint', onPrinted);
  }, [onPrinted]);
  return createPortal(
    sheets.map(({ title, lead, landscape, signed = [], children }) => (
      <div key={title} className={classes.sheet} data-landscape={landscape || undefined}>
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
      </div>
    )),
    document.body,
  );
}

export const PrintSheet = ({ onPrinted, ...sheet }: Sheet & { onPrinted: () => void }) => (
  <PrintSheets sheets={[sheet]} onPrinted={onPrinted} />
);

/** A box to tick on paper. */
export const PaperBox = () => <span className={classes.box} />;
