import { Link, type LinkProps } from '@tanstack/react-router';
import { useTabInView } from '../ui/useTabInView.ts';
import classes from './PageTabs.module.css';

export type PageTab = {
  label: string;
  /** null: disabled. */
  link: Pick<LinkProps, 'to' | 'params' | 'search'> | null;
  isShown: boolean;
};
type Props = {
  label: string;
  tabs: readonly PageTab[];
  /** Below other tabs, of which one has several pages. */
  below?: boolean;
};

/** The tabs of a page, if there are several: each is an address, so that a link or reload returns to it. */
export function PageTabs({ label, tabs, below = false }: Props) {
  const strip = useTabInView(`${tabs.findIndex(({ isShown }) => isShown)} ${tabs.length}`);
  if (tabs.length < 2) return null;
  return (
    <div ref={strip} className={classes.tabs} data-below={below || undefined} role="tablist" aria-label={label}>
      {tabs.map(({ label: name, link, isShown }) =>
        link ? (
          <Link key={name} className={classes.tab} role="tab" aria-selected={isShown} resetScroll={false} {...link}>
            {name}
          </Link>
        ) : (
          <button key={name} type="button" className={classes.tab} role="tab" aria-selected={false} disabled>
            {name}
          </button>
        ),
      )}
    </div>
  );
}
