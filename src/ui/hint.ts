/**
 * Returns the props of a control with a hint, for pointer, keyboard and screen reader; spread them over the control. The bubble that
 * shows it is one for the whole page (`Hints`), so that its positioning library comes with the first hint and not with the page.
 */
export const hint = (text: string) => ({ 'data-hint': text, 'aria-description': text });

/** The link of a hint: a path of this application and its label. */
export type HintLink = { text: string; href: string };

/** The hint of a control that is there for nothing else: a tap shows it too. `link` stands below it. */
export const helper = (text: string, link?: HintLink) => ({
  ...hint(text),
  'data-helper': true,
  ...(link && { 'data-hint-link': link.text, 'data-hint-href': link.href }),
});

/** The hinted control that holds a node, if any. */
export const hintedOf = (node: EventTarget | null): HTMLElement | null =>
  node instanceof Element ? node.closest<HTMLElement>('[data-hint]') : null;

/** The control that holds a node and shows its hint when it is tapped: a helper, or what has to wait and says why. */
export const tappedOf = (node: EventTarget | null): HTMLElement | null => {
  const control = hintedOf(node);
  return control?.matches('[data-helper], [aria-disabled="true"]') ? control : null;
};
