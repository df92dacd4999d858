import type { AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { AnchorLink } from '../../../shell/links.ts';

type Props = AnchorProps & { employeeId: string; date: string; 'aria-label'?: string; children: ReactNode };

/** The link of a person's day to its 'Why?', over the page of that person. */
export const WhyLink = ({ employeeId, date, ...props }: Props) => (
  <AnchorLink
    to="/employer/people/$employeeId"
    params={{ employeeId }}
    search={(before) => ({ ...before, why: employeeId, on: date })}
    state={{ opened: true }}
    resetScroll={false}
    {...props}
  />
);
