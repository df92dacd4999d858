import type { Page } from '@playwright/test';

/** Returns the elements that are wider than the screen: the page, a dialog, or an area's sections, none of which may be out of sight. */
export const tooWide = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('[data-modal-content], [role="dialog"], header nav')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => `${element.tagName} ${element.scrollWidth} px`),
  );

/**
 * Returns the messages that are cut: text in a box that hides what does not fit into it. Not those that have one of some long names in them, which are cut
 * on purpose.
 */
export const cutIn = (page: Page, names: readonly string[]): Promise<string[]> =>
  page.evaluate((long) => {
    const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    const isCut = (element: Element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      return (
        (hides(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
        (hides(overflowY) && element.scrollHeight > element.clientHeight + 3)
      );
    };
    const isForReaders = (element: Element | null): boolean =>
      element !== null &&
      (element.clientWidth === 1 ||
        getComputedStyle(element).clip.startsWith('rect(0px, 0px') ||
        getComputedStyle(element).clipPath !== 'none' ||
        isForReaders(element.parentElement));
    const hasMessage = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && /[[~\]]/.test(node.textContent ?? ''));
    return [...document.body.querySelectorAll('*')].flatMap((element) => {
      const text = element.textContent ?? '';
      if (!hasMessage(element) || isForReaders(element) || element.closest('[aria-hidden="true"], #shell')) return [];
      if (long.some((name) => text.includes(name))) return [];
      const box = [element, element.parentElement].find((one) => one && isCut(one));
      return box ? [`${text.slice(0, 60)} (${box.scrollWidth} in ${box.clientWidth} px)`] : [];
    });
  }, names);
