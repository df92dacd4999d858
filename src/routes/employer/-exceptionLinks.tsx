import { Button, Menu } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { type ComponentPropsWithRef, createElement } from 'react';
import { getSetup } from '#contract/office/setup.ts';
import type { Links } from '../../features/office/corrections/ExceptionRow.tsx';
import { useMay, useMayCall } from '../../state/session.ts';
import { personLink } from './-personLink.tsx';

/** A proposal that is carried out elsewhere, in a row and in its menu. */
const RowLink = createLink((props: Omit<ComponentPropsWithRef<'a'>, 'color' | 'size'>) =>
  createElement(Button<'a'>, { component: 'a', size: 'sm', variant: 'light', ...props }),
);
const MenuLink = createLink((props: Omit<ComponentPropsWithRef<'a'>, 'color'>) =>
  createElement(Menu.Item<'a'>, { component: 'a', ...props }),
);

const PAGES = { employee: 'employees', rates: 'rates', 'hours-rules': 'hours' } as const;

/** Returns the links of a list of exceptions: to the person, the day, and where something is set up. */
export function useExceptionLinks(): Links {
  const maySetUp = useMayCall(getSetup);
  const maySetRates = useMay('Pay.MANAGE');
  return {
    person: personLink,
    dayLink: (day, label, inMenu) => {
      const DayLink = inMenu ? MenuLink : RowLink;
      return (
        <DayLink to="/employer/overview" search={{ date: day }}>
          {label}
        </DayLink>
      );
    },
    setUpLink: (opens, label, inMenu) => {
      const PlaceLink = inMenu ? MenuLink : RowLink;
      return (
        (opens === 'rates' ? maySetRates : maySetUp) && (
          <PlaceLink to="/employer/settings" search={{ page: PAGES[opens] }}>
            {label}
          </PlaceLink>
        )
      );
    },
  };
}
