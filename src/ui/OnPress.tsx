import { cloneElement, type ReactElement, type ReactNode, type Ref, Suspense, useState } from 'react';

/** The props that a surface may pass to its button. */
export type PressButton = ReactElement<{
  ref?: Ref<HTMLButtonElement>;
  onClick?: () => void;
  'aria-haspopup'?: 'menu' | 'dialog';
  'aria-expanded'?: boolean;
  'aria-busy'?: boolean;
}>;

type Props = {
  button: PressButton;
  /** The kind of surface that the button opens. */
  opens: 'menu' | 'dialog';
  /** The button with its surface, opened at once (`useOpenAtOnce`): a lazy component that is loaded at the first press. */
  children: (button: PressButton) => ReactNode;
};

/** A button whose menu or popover is loaded at the first press; until then it is only a button. */
export function OnPress({ button, opens, children }: Props) {
  const [pressed, setPressed] = useState(false);
  const alone = cloneElement(button, {
    'aria-haspopup': opens,
    'aria-expanded': false,
    onClick: () => setPressed(true),
  });
  if (!pressed) return alone;
  return <Suspense fallback={cloneElement(alone, { 'aria-busy': true })}>{children(button)}</Suspense>;
}
