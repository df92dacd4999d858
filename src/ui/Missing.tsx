import { Button } from '@mantine/core';
import { cloneElement, createContext, use, useEffect, useRef, useState } from 'react';
import { missingWords } from '../lib/missingPart.ts';
import { ErrorNote } from './ErrorNote.tsx';
import { ModalBox } from './ModalBox.tsx';
import type { PressButton } from './OnPress.tsx';
import type { Retry } from './part.tsx';

/** Whether the server can be reached; the shell says so. */
export const Connected = createContext(true);

/** What to say; asks again by itself when the connection is back. */
function useMissing(onRetry: () => void) {
  const connected = use(Connected);
  const was = useRef(connected);
  useEffect(() => {
    if (connected && !was.current) onRetry();
    was.current = connected;
  }, [connected, onRetry]);
  return missingWords(connected);
}

/** In place of a table or a chart that did not come. */
export const MissingNote = ({ onRetry }: Retry) => <ErrorNote text={useMissing(onRetry)} onRetry={onRetry} />;

/** In place of a dialog that did not come. */
export function MissingDialog({ onClose, onRetry }: Retry & { onClose: () => void }) {
  return (
    <ModalBox title="Not available now" words={useMissing(onRetry)} onEscape={onClose}>
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
      <Button data-autofocus onClick={onRetry}>
        Try again
      </Button>
    </ModalBox>
  );
}

/** In place of a button with its menu: the button, and what became of the press. */
export function MissingMenu({ button, onRetry }: Retry & { button: PressButton }) {
  const [said, setSaid] = useState(true);
  return (
    <>
      {cloneElement(button, { onClick: onRetry })}
      {said && <MissingDialog onClose={() => setSaid(false)} onRetry={onRetry} />}
    </>
  );
}

/** In place of what nobody has to miss. */
export const MissingQuietly = () => null;
