import { trustedText } from '../../lib/trustedText.ts';
import { session } from '../../state/session.ts';

/** The server wrote it with every value escaped; scripts and the like are taken out below, before it is shown. */
let markup: { createHTML: (html: string) => string } | undefined;
const trusted = (html: string) => {
  markup ??= trustedText('report-view', { createHTML: (text) => text });
  return markup.createHTML(html);
};

/** The open windows of this session; they are closed when it ends. */
const views = new Set<Window>();
session.subscribe(() => {
  if (session.get()) return;
  for (const view of views) view.close();
  views.clear();
});

/**
 * Opens a report's HTML in a window of its own; false when the browser refuses one. A window made here is under our policy, which
 * allows no `<style>`: the report's style is handed over as a constructed sheet, which the policy does not forbid.
 */
export function openPrintView(html: string): boolean {
  const view = window.open('', '_blank');
  if (!view) return false;
  // The browser hands a new window a copy of this tab's storage: a view of figures has no session.
  try {
    view.sessionStorage.clear();
  } catch {
    // Site data is refused: then nothing was copied either.
  }
  for (const known of views) if (known.closed) views.delete(known);
  views.add(view);
  const css: string[] = [];
  // Taken out of the text: even parsing a style element would be reported.
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
  // A window of our own origin has the constructors of any.
  const sheet = new (view as Window & typeof globalThis).CSSStyleSheet();
  sheet.replaceSync(css.join('\n'));
  view.document.adoptedStyleSheets = [sheet];
  return true;
}
