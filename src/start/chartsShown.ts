import type { ChartView } from './lastView.ts';

const boxOf = (element: Element, { x, y }: { x: number; y: number }) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left - x, top - y, width, height] as const;
};

/** Returns the page's charts as they are drawn at present, for the next start of this tab. */
export const chartsShown = (): ChartView[] =>
  [...document.querySelectorAll('section:has([role="img"] svg)')].map((card) => {
    const drawing = card.querySelector('[role="img"] svg') ?? card;
    const { left, top } = card.getBoundingClientRect();
    return {
      title: card.querySelector('h2')?.textContent ?? '',
      card: boxOf(card, { x: -scrollX, y: -scrollY }),
      drawing: boxOf(drawing, { x: left + card.clientLeft, y: top + card.clientTop }),
      parts: [...drawing.querySelectorAll('path[fill]')].map(
        (path) => [path.getAttribute('d') ?? '', getComputedStyle(path).fill] as const,
      ),
    };
  });
