import { lazy, Suspense, useEffect, useState } from 'react';
import { hintedOf } from './hint.ts';

const HintBubble = lazy(() => import('./HintBubble.tsx'));

/** Shows the hint of the control that is pointed at, tapped or reached by keyboard; Escape hides it. */
export function Hints() {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const point = ({ target: node }: Event) => setTarget(hintedOf(node));
    const reach = ({ target: node }: Event) => {
      if (node instanceof Element && node.matches(':focus-visible')) setTarget(hintedOf(node));
    };
    const hide = () => setTarget(null);
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && hide();
    const page = document.documentElement;
    page.addEventListener('pointerover', point);
    page.addEventListener('pointerleave', hide);
    page.addEventListener('focusin', reach);
    page.addEventListener('focusout', hide);
    page.addEventListener('keydown', onKey);
    return () => {
      page.removeEventListener('pointerover', point);
      page.removeEventListener('pointerleave', hide);
      page.removeEventListener('focusin', reach);
      page.removeEventListener('focusout', hide);
      page.removeEventListener('keydown', onKey);
    };
  }, []);
  return <Suspense>{target && <HintBubble target={target} />}</Suspense>;
}
