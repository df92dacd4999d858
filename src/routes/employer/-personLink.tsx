import type { ReactNode } from 'react';
import { AnchorLink } from '../../shell/links.ts';

/** Returns a name as the link to its person. */
export const personLink = (employeeId: string, name: ReactNode) => (
  <AnchorLink to="/employer/people/$employeeId" params={{ employeeId }} inherit>
    {name}
  </AnchorLink>
);
