import { Tooltip } from '@mantine/core';
import { useCallback, useSyncExternalStore } from 'react';

/** What the page is divided into: a bubble belongs to the part that its control stands in. */
const PARTS = '[role="dialog"], main, header, nav, footer';

/** The hint of a control, beside it; follows a text that changes while it is shown. Loaded with the first. */
export default function HintBubble({ target }: { target: HTMLElement }) {
  const subscribe = useCallback(
    (listener: () => void) => {
      const watch = new MutationObserver(listener);
      watch.observe(target, { attributeFilter: ['data-hint'] });
      return () => watch.disconnect();
    },
    [target],
  );
  const text = useSyncExternalStore(subscribe, () => target.dataset.hint);
  return (
    <Tooltip
      opened={Boolean(text)}
      target={target}
      label={text}
      multiline
      interactive
      w="max-content"
      maw={280}
      withinPortal
      portalProps={{ target: target.closest<HTMLElement>(PARTS) ?? undefined }}
    />
  );
}
