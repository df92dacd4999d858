import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import { Dialog } from './Dialog.tsx';
import { DiscardDialog } from './DiscardDialog.tsx';

type Props = Omit<ComponentProps<typeof Dialog>, 'children'> & {
  /** `close` asks first, like Escape and the cross. */
  children: (close: () => void) => ReactNode;
};

/** A dialog that contains forms (`<form data-dirty>`): closing it asks before something typed is lost. */
export function EditingDialog({ children, onClose, ...props }: Props) {
  const body = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState(false);
  const close = () => (body.current?.querySelector('form[data-dirty]') ? setAsking(true) : onClose());
  return (
    <Dialog {...props} onClose={close}>
      <div ref={body}>{children(close)}</div>
      <DiscardDialog opened={asking} onDiscard={onClose} onKeep={() => setAsking(false)} />
    </Dialog>
  );
}
