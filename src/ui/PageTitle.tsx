import { Title, VisuallyHidden } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { focusTitle, takeTitleFocus } from '../lib/titleFocus.ts';
import { removeShell } from '../start/shell.ts';

type Props = {
  children: string;
  /** For screen readers only, where the screen is self-explanatory. */
  hidden?: boolean;
  /** Below the heading of another page, which names what it is a part of. */
  nested?: boolean;
};

/** The heading of a page: sets the title of the browser tab, and takes the focus when it appears after a route change. */
export function PageTitle({ children, hidden, nested = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => removeShell(), []);
  useEffect(() => {
    document.title = `${children} · Tallyboard`;
  }, [children]);
  useEffect(() => {
    if (takeTitleFocus()) focusTitle(heading.current);
  }, []);
  if (hidden)
    return (
      <VisuallyHidden component="h1" ref={heading} tabIndex={-1}>
        {children}
      </VisuallyHidden>
    );
  return (
    <Title order={nested ? 2 : 1} size="h3" ref={heading} tabIndex={-1}>
      {children}
    </Title>
  );
}
