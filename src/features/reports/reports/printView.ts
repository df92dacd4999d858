import { msg } from '@lingui/core/macro';
import { trustedText } from '../../../lib/trustedText.ts';
import { session } from '../../../state/session.ts';

/** The server has escaped every value; scripts and the like are removed below before anything is shown. */
let markup: { createHTML: (html: string) => string } | undefined;
const trusted = (html: string) => {
  markup ??= trustedText('report-view', { createHTML: (text) => text });
  return markup.createHTML(html);
};

/** The windows that this page has opened; they are closed when the session ends, or the page, which a later page could not close. */
const views = new Set<Window>();
const closeViews = () => {
  for (const view of views) view.close();
  views.clear();
};
session.subscribe(() => {
  if (!session.get()) closeViews();
});
window.addEventListener('pagehide', closeViews);

export const BLOCKED = msg`This browser blocked the window. Allow pop-ups for this site, then open the print view again.`;

/**
 * Opens a report's HTML in a window of its own; returns false when the browser refuses one. A window that we open has our policy, which allows no
 * `<style>`: the report's style is applied as a constructed sheet, which the policy does not forbid.
 */
export function openPrintView(html: string): boolean {
  const view = window.open('', '_blank');
  if (!view) return false;
  // The browser copies this tab's storage into a new window, which must not have the session.
  try {
    view.sessionStorage.clear();
  } catch {
    // Site data is blocked, so nothing was copied.
  }
  for (const known of views) if (known.closed) views.delete(known);
  views.add(view);
  const css: string[] = [];
  // Removed as text, because even parsing a style element would be reported as a violation.
  const bare = html.replace(/<style>([\s\S]*?)<\/style>/gi, (_, rules: string) => {
    css.push(rules);
    return '';
  });
  const report = new DOMParser().parseFromString(trusted(bare), 'text/html');
  for (const refused of report.querySelectorAll('script, meta[http-equiv]')) refused.remove();
  // Without a doctype the window would lay out its tables in quirks mode.
  view.document.write(trusted('<!doctype html>'));
  view.document.close();
  view.document.documentElement.replaceWith(view.document.adoptNode(report.documentElement));
  // A window of the same origin has the same constructors.
  const sheet = new (view as Window & typeof globalThis).CSSStyleSheet();
  sheet.replaceSync(css.join('\n'));
  view.document.adoptedStyleSheets = [sheet];
  return true;
}
