import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { focusTitle, wantTitleFocus } from '../lib/titleFocus.ts';

/**
 * After a route change moves the focus to the heading, so that a screen reader announces the page; not at the first load. A heading that appears
 * takes the focus itself (PageTitle), even when its page loads late; one that stays is focused here.
 */
export function useRouteFocus() {
  const router = useRouter();
  useEffect(() => {
    const stopBefore = router.subscribe('onBeforeNavigate', ({ pathChanged, fromLocation }) => {
      if (pathChanged && fromLocation) wantTitleFocus();
    });
    const stopAfter = router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      if (pathChanged && fromLocation) focusTitle(document.querySelector('h1'));
    });
    return () => {
      stopBefore();
      stopAfter();
    };
  }, [router]);
}
