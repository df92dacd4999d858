import { Tooltip } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useSyncExternalStore } from 'react';
import classes from './HintBubble.module.css';
import { tabOf } from './tabOf.ts';

/** The landmarks of the page: a bubble is rendered in that of its control. */
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
  const router = useRouter({ warn: false });
  const { hintLink, hintHref } = target.dataset;
  const text = useSyncExternalStore(subscribe, () => target.dataset.hint);
  return (
    <Tooltip
      opened={Boolean(text)}
      target={target}
      label={
        hintLink && hintHref ? (
          <>
            {text}
            <a
              href={hintHref}
              className={classes.link}
              target={tabOf(hintHref)}
              onClick={(event) => {
                if (tabOf(hintHref)) return;
                event.preventDefault();
                router?.history.push(hintHref);
              }}
            >
              {hintLink}
            </a>
          </>
        ) : (
          text
        )
      }
      multiline
      interactive
      w="max-content"
      maw={280}
      withinPortal
      portalProps={{ target: target.closest<HTMLElement>(PARTS) ?? undefined }}
    />
  );
}
