import { useLingui } from '@lingui/react/macro';
import { CloseButton, Skeleton } from '@mantine/core';
import { type ComponentType, Suspense } from 'react';
import { createPortal } from 'react-dom';
import classes from './lazyDialog.module.css';
import { lazyWithRetry } from './lazyWithRetry.tsx';
import { MissingDialog } from './Missing.tsx';
import { useEscape } from './useEscape.ts';

type Closable = { onClose: () => void };

/**
 * Returns a dialog whose code is loaded when it is first opened. Until then an empty frame is shown, so that a press has an effect at once; the page
 * behind it stays and keeps the focus.
 */
export function lazyDialog<Props extends Closable>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Loaded = lazyWithRetry(load, MissingDialog);
  return function LazyDialog(props: Props) {
    return (
      <Suspense fallback={<Frame onClose={props.onClose} />}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}

function Frame({ onClose }: Closable) {
  const { t } = useLingui();
  useEscape(true, onClose);
  return createPortal(
    <div className={classes.overlay}>
      <div className={classes.box} role="status" aria-busy aria-label={t`Loading dialog`} data-modal-content>
        <div className={classes.head}>
          <CloseButton aria-label={t`Close`} onClick={onClose} />
        </div>
        <Skeleton h={240} />
      </div>
    </div>,
    document.body,
  );
}
