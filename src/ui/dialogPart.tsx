import { CloseButton, Skeleton } from '@mantine/core';
import { type ComponentType, Suspense } from 'react';
import { createPortal } from 'react-dom';
import classes from './dialogPart.module.css';
import { MissingDialog } from './Missing.tsx';
import { part } from './part.tsx';
import { useEscape } from './useEscape.ts';

type Closable = { onClose: () => void };

/**
 * A dialog that comes when it is first opened. Until it has come its frame stands there, so that a press shows its effect at once; what it
 * was opened from stays as it is, and keeps the focus for it.
 */
export function dialogPart<Props extends Closable>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Part = part(load, MissingDialog);
  return function DialogPart(props: Props) {
    return (
      <Suspense fallback={<Frame onClose={props.onClose} />}>
        <Part {...props} />
      </Suspense>
    );
  };
}

function Frame({ onClose }: Closable) {
  useEscape(true, onClose);
  return createPortal(
    <div className={classes.overlay}>
      <div className={classes.box} role="status" aria-busy aria-label="Loading dialog" data-modal-content>
        <div className={classes.head}>
          <CloseButton aria-label="Close" onClick={onClose} />
        </div>
        <Skeleton h={240} />
      </div>
    </div>,
    document.body,
  );
}
