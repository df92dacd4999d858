import { Trans, useLingui } from '@lingui/react/macro';
import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { createLink, Link, type LinkProps, useRouterState } from '@tanstack/react-router';
import { type ComponentPropsWithRef, type ComponentType, createElement } from 'react';
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

/** The number of sections at the bottom of a phone; the others are behind 'More'. */
const AT_BOTTOM = 5;

const MenuLink = createLink((props: Omit<ComponentPropsWithRef<'a'>, 'color'>) =>
  createElement(Menu.Item<'a'>, { component: 'a', ...props }),
);

/**
 * The sections of an area, if there are several: tabs in the top bar or, with icons, a bar at the bottom of a phone. A link opens the section in its last state: its search parameters are stored for this tab.
 */
export function SectionTabs({ sections }: { sections: readonly Section[] }) {
  const { t } = useLingui();
  const here = useRouterState({ select: ({ location }) => location.pathname });
  if (sections.length < 2) return null;
  const isHere = ({ to, others = [] }: Section) => [to, ...others].some((path) => isWithin(here, path));
  const isAtBottom = sections.some(({ icon }) => icon);
  const behind = isAtBottom ? sections.slice(AT_BOTTOM) : [];
  // A press on the present section resets it. The route parses its own search again and drops what it does not know.
  const linkOf = ({ to }: Section) => ({
    to,
    search: here === to ? undefined : (lastSearch(to) as LinkProps['search']),
    resetScroll: here === to,
  });
  return (
    <nav className={classes.sections} aria-label={t`Sections`} data-bottom={isAtBottom || undefined}>
      {sections.map((section) => {
        const { label, icon: Icon, badge } = section;
        return (
          <Link
            key={label}
            {...linkOf(section)}
            activeOptions={{ includeSearch: false }}
            {...(isHere(section) && { 'data-status': 'active', 'aria-current': 'page' })}
            data-behind={behind.includes(section) || undefined}
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
        );
      })}
      {behind.length > 0 && (
        <Menu position="top-end">
          <Menu.Target>
            <button
              type="button"
              className={classes.section}
              data-more
              data-status={behind.some(isHere) ? 'active' : undefined}
            >
              <span className={classes.icon}>
                <IconDots size={22} aria-hidden />
              </span>
              <span className={classes.label}>
                <Trans>More</Trans>
              </span>
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {behind.map((section) => (
              <MenuLink key={section.label} {...linkOf(section)}>
                {section.label}
              </MenuLink>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </nav>
  );
}
