import type { Page } from '@playwright/test';

/** The places and widths of the parts of a screen, in px. */
export type Frame = {
  /** The top of the first content below the title: sums, a list, a table, a form, a card or a panel. */
  content: number;
  /** The text of paragraphs between the title and the content. */
  sentences: string[];
  /** The widest field, and the widest list of rows that is no table. */
  field: number;
  list: number;
  /** The most controls in one row above the content. */
  controls: number;
  /** How many boxes scroll in the page, without the legends of charts, which are bounded so that charts beside one another are of one height. */
  boxes: number;
  /** The left edges of the bar, the page and the footer. */
  edges: number[];
};

/** Returns the frame of the screen that is open. */
export const frameOf = (page: Page): Promise<Frame> =>
  page.evaluate(() => {
    const main = document.querySelector('main') ?? document.body;
    const box = (element: Element) => element.getBoundingClientRect();
    const all = (selector: string, within: Element = main) =>
      [...within.querySelectorAll(selector)].filter((one) => box(one).width > 2 && box(one).height > 2);
    const widest = (elements: readonly Element[]) => Math.max(0, ...elements.map((one) => Math.round(box(one).width)));
    const left = (element: Element | undefined) => (element ? Math.round(box(element).left) : Number.NaN);
    const title = all('h1')[0];
    const from = title ? box(title).bottom : 0;
    // Chips of a filter say what is left out: they are controls.
    const contents = all('dl, tbody tr, [role="rowgroup"] > [role="row"], li, section, form, article').filter(
      (one) => box(one).top >= from - 1 && !one.closest('[role="tablist"], [role="group"]'),
    );
    const content = Math.round(Math.min(...contents.map((one) => box(one).top)));
    const controls = all('button, a[href], input, select').filter(
      (one) =>
        box(one).top >= from && box(one).bottom <= content && !one.closest('[role="tablist"], .mantine-Input-section'),
    );
    const rows = Map.groupBy(controls, (one) => Math.round((box(one).top + box(one).bottom) / 20));
    return {
      content,
      sentences: all('p')
        .filter((one) => box(one).top >= from - 1 && box(one).bottom <= content)
        .map(({ textContent }) => textContent ?? ''),
      field: widest(all('input:not([type="checkbox"], [type="radio"]), select, textarea')),
      // Rows beside one another are as many lists.
      list: widest(all('li')),
      boxes: all('*:not([class*="charts_legend"])').filter(
        (one) => /auto|scroll/.test(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight + 2,
      ).length,
      controls: Math.max(0, ...[...rows.values()].map(({ length }) => length)),
      edges: [
        left(all('header svg', document.body)[0]),
        // Where the title is for readers only, the content says it.
        left(title && box(title).width > 2 ? title : contents[0]),
        left(
          all('body > * footer > span', document.documentElement).at(-1)?.parentElement?.firstElementChild ?? undefined,
        ),
      ],
    };
  });
