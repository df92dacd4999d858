import type { Page } from '@playwright/test';

/** Returns the elements that are wider than the screen: the page, a dialog, or an area's sections, none of which may be out of sight. */
export const tooWide = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('[data-modal-content], [role="dialog"], header nav')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => `${element.tagName} ${element.scrollWidth} px`),
  );

/** Returns the messages that are cut: text in a box that hides what does not fit into it. */
export const cutIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isCut = (element: Element) => {
      const { overflowX, overflowY, clipPath, position } = getComputedStyle(element);
      // Only for readers of screens.
      if (element.clientWidth <= 1 || (clipPath !== 'none' && position === 'absolute')) return false;
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      return (
        (hides(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
        (hides(overflowY) && element.scrollHeight > element.clientHeight + 3)
      );
    };
    const hasMessage = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && /[[~\]]/.test(node.textContent ?? ''));
    return [...document.body.querySelectorAll('*')]
      .filter((element) => hasMessage(element) && !element.closest('[aria-hidden="true"]'))
      .flatMap((element) => {
        const box = [element, element.parentElement].find((one) => one && isCut(one));
        return box ? [`${element.textContent?.slice(0, 60)} (${box.scrollWidth} in ${box.clientWidth} px)`] : [];
      });
  });
