import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

/** Returns a name as the link to its person. */
export type PersonLink = (employeeId: string, name: ReactNode) => ReactNode;

/** Returns what is shown in place of a person, or of their day, whose id in the address matches no employee. */
export const noEmployee = () => t`No employee has this id.`;

type Named = { employeeId: string; firstName: string; lastName: string };
/** Returns the columns of a table for first and last name, each a link to the person where there is one. */
export const nameColumns = <Row>(of: (row: Row) => Named | undefined, person: PersonLink = (_, name) => name) =>
  (['firstName', 'lastName'] as const).map((key) => ({
    key,
    title: key === 'firstName' ? t`First Name` : t`Last Name`,
    value: (row: Row) => of(row)?.[key] ?? '',
    show: (row: Row) => {
      const named = of(row);
      return named && person(named.employeeId, named[key]);
    },
  }));
/** Returns the column of a table for the whole name, as one link to the person. */
export const nameColumn = <Row>(of: (row: Row) => Named, person: PersonLink) => {
  const name = (row: Row) => `${of(row).firstName} ${of(row).lastName}`.trim();
  return { key: 'name', title: t`Name`, value: name, show: (row: Row) => person(of(row).employeeId, name(row)) };
};
