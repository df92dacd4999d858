import { Suspense, useEffect, useState } from 'react';
import { hintedOf, tappedOf } from './hint.ts';
import { lazyWithRetry } from './lazyWithRetry.tsx';
import { MissingQuietly } from './Missing.tsx';

const HintBubble = lazyWithRetry(() => import('./HintBubble.tsx'), MissingQuietly);

/** Ms that a bubble stays after the pointer has left its control: long enough to reach the bubble. */
const STAYS_MS = 150;
const isBubble = (node: EventTarget | null) => node instanceof Element && node.closest('[role="tooltip"]') !== null;

/**
 * Shows the hint of the control that the pointer or the keyboard focus is on, and while the pointer is on the hint itself. On a touch screen, a tap
 * on a helper or on a disabled control shows the hint until the next tap elsewhere. Escape hides it.
 */
export function Hints() {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  useEffect(() => {
    let leaving: ReturnType<typeof setTimeout> | undefined;
    let shown: HTMLElement | null = null;
    let touching = false;
    const become = (control: HTMLElement | null) => {
      clearTimeout(leaving);
      shown = control;
      setTarget(control);
    };
    const show = (control: HTMLElement | null) => {
      if (control) return become(control);
      clearTimeout(leaving);
      leaving = setTimeout(() => become(null), STAYS_MS);
    };
    const point = ({ target: node, pointerType }: PointerEvent) => {
      if (pointerType === 'touch') return;
      if (isBubble(node)) clearTimeout(leaving);
      else show(hintedOf(node));
    };
    const leave = ({ pointerType }: PointerEvent) => pointerType !== 'touch' && show(null);
    const press = ({ target: node, pointerType }: PointerEvent) => {
      touching = pointerType === 'touch';
      if (touching && !isBubble(node) && hintedOf(node) !== shown) become(null);
    };
    const tap = ({ target: node }: Event) => {
      const control = touching ? tappedOf(node) : null;
      if (control) become(control === shown ? null : control);
    };
    const reach = ({ target: node }: Event) => {
      if (!touching && node instanceof Element && node.matches(':focus-visible')) show(hintedOf(node));
    };
    const lose = () => touching || show(null);
    const onKey = ({ key }: KeyboardEvent) => {
      touching = false;
      if (key === 'Escape') become(null);
    };
    const page = document.documentElement;
    const stop = new AbortController();
    const { signal } = stop;
    page.addEventListener('pointerover', point, { signal });
    page.addEventListener('pointerleave', leave, { signal });
    page.addEventListener('pointerdown', press, { signal });
    page.addEventListener('click', tap, { signal });
    page.addEventListener('focusin', reach, { signal });
    page.addEventListener('focusout', lose, { signal });
    page.addEventListener('keydown', onKey, { signal });
    return () => {
      clearTimeout(leaving);
      stop.abort();
    };
  }, []);
  return <Suspense>{target && <HintBubble target={target} />}</Suspense>;
}
