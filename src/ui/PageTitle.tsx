import { Title, VisuallyHidden } from '@mantine/core';
import { useEffect, useLayoutEffect } from 'react';
import { removeBoot } from '../lib/boot.ts';

type Props = {
  children: string /** Read and focused, not seen: where the screen explains itself. */;
  hidden?: boolean;
};

/** The heading of a page: names the browser tab, and takes the focus after a route change (the root route puts it there). */
export function PageTitle({ children, hidden }: Props) {
  useLayoutEffect(() => removeBoot(), []);
  useEffect(() => {
    document.title = `${children} · Tallyboard`;
  }, [children]);
  if (hidden)
    return (
      <VisuallyHidden component="h1" tabIndex={-1}>
        {children}
      </VisuallyHidden>
    );
  return (
    <Title order={1} size="h3" tabIndex={-1}>
      {children}
    </Title>
  );
}
