import { useLingui } from '@lingui/react/macro';
import { Link, type LinkProps, useRouterState } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { isWithin } from '../lib/paths.ts';
import { lastSearch } from '../state/sections.ts';
import classes from './SectionTabs.module.css';

export type Section = {
  label: string;
  to: NonNullable<LinkProps['to']>;
  /** Other addresses that are part of the section, with those below them. */
  others?: readonly string[];
  /** Shown on a phone, where the sections are a bar at the bottom. */
  icon?: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>;
  /** Shown beside the label unless it is zero; `label`: the same in words for a screen reader ('7 to fix'). */
  badge?: { value: number; label: string };
};

/**
 * The sections of an area, if there are several: tabs in the top bar or, with icons, a bar at the bottom of a phone (design.md, The employer's
 * navigation). A link opens the section in its last state: its search parameters are stored for this tab.
 */
export function SectionTabs({ sections }: { sections: readonly Section[] }) {
  const { t } = useLingui();
  const here = useRouterState({ select: ({ location }) => location.pathname });
  if (sections.length < 2) return null;
  return (
    <nav
      className={classes.sections}
      aria-label={t`Sections`}
      data-bottom={sections.some(({ icon }) => icon) || undefined}
    >
      {sections.map(({ label, to, others = [], icon: Icon, badge }) => (
        <Link
          key={label}
          to={to}
          // A press on the present section resets it. The route parses its own search again and drops what it does not know.
          search={here === to ? undefined : (lastSearch(to) as LinkProps['search'])}
          resetScroll={here === to}
          activeOptions={{ includeSearch: false }}
          {...(others.some((path) => isWithin(here, path)) && { 'data-status': 'active', 'aria-current': 'page' })}
          className={classes.section}
        >
          {Icon && (
            <span className={classes.icon}>
              <Icon size={22} aria-hidden />
            </span>
          )}
          <span className={classes.label}>{label}</span>
          {badge && badge.value > 0 && (
            <>
              {/* Between the words of the link's name. */}{' '}
              <span className={classes.badge}>
                <span aria-hidden>{badge.value > 99 ? '99+' : badge.value}</span>
                <span className={classes.spoken}>{badge.label}</span>
              </span>
            </>
          )}
        </Link>
      ))}
    </nav>
  );
}
