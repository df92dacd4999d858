import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** After a route change the focus is on the heading, so that a screen reader says where one is. Not at the first load. */
export function useRouteFocus() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return;
        const active = document.activeElement;
        // Something on the new page asked for the focus, or a dialog holds it.
        if (active && active !== document.body && active.closest('[data-autofocus], [role="dialog"]')) return;
        document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
      }),
    [router],
  );
}
