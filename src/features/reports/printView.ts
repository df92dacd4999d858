/**
 * Opens a report's HTML in a window of its own; false when the browser refuses one. A window made here is under our policy, which
 * allows no `<style>`: the report's style is handed over as a constructed sheet, which the policy does not forbid.
 */
export function openPrintView(html: string): boolean {
  const view = window.open('', '_blank');
  if (!view) return false;
  const report = new DOMParser().parseFromString(html, 'text/html');
  const css = Array.from(report.querySelectorAll('style'), ({ textContent }) => textContent).join('\n');
  for (const refused of report.querySelectorAll('style, script, meta[http-equiv]')) refused.remove();
  // Without a doctype the window would lay out its tables by the rules of the nineties.
  view.document.write('<!doctype html>');
  view.document.close();
  view.document.documentElement.replaceWith(view.document.adoptNode(report.documentElement));
  // A window of our own origin has the constructors of any.
  const sheet = new (view as Window & typeof globalThis).CSSStyleSheet();
  sheet.replaceSync(css);
  view.document.adoptedStyleSheets = [sheet];
  return true;
}
