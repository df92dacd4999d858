import { Suspense, useEffect, useState } from 'react';
import { hintedOf } from './hint.ts';
import { MissingQuietly } from './Missing.tsx';
import { part } from './part.tsx';

const HintBubble = part(() => import('./HintBubble.tsx'), MissingQuietly);

/** How long a bubble stays when its control is left: long enough to reach the bubble. */
const STAYS_MS = 150;
const isBubble = (node: EventTarget | null) => node instanceof Element && node.closest('[role="tooltip"]') !== null;

/** Shows the hint of the control that is pointed at, tapped or reached by keyboard, also while the hint is pointed at; Escape hides it. */
export function Hints() {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  useEffect(() => {
    let leaving: ReturnType<typeof setTimeout> | undefined;
    const show = (control: HTMLElement | null) => {
      clearTimeout(leaving);
      if (control) setTarget(control);
      else leaving = setTimeout(() => setTarget(null), STAYS_MS);
    };
    const point = ({ target: node }: Event) => {
      if (isBubble(node)) clearTimeout(leaving);
      else show(hintedOf(node));
    };
    const reach = ({ target: node }: Event) => {
      if (node instanceof Element && node.matches(':focus-visible')) show(hintedOf(node));
    };
    const leave = () => show(null);
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setTarget(null);
    const page = document.documentElement;
    page.addEventListener('pointerover', point);
    page.addEventListener('pointerleave', leave);
    page.addEventListener('focusin', reach);
    page.addEventListener('focusout', leave);
    page.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(leaving);
      page.removeEventListener('pointerover', point);
      page.removeEventListener('pointerleave', leave);
      page.removeEventListener('focusin', reach);
      page.removeEventListener('focusout', leave);
      page.removeEventListener('keydown', onKey);
    };
  }, []);
  return <Suspense>{target && <HintBubble target={target} />}</Suspense>;
}
