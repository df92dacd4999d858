/**
 * Returns the props of a control with a hint, for pointer, keyboard and screen reader, to be spread over the control. The whole page shares one
 * bubble (`Hints`), so that its positioning library is loaded with the first hint and not with the page.
 */
export const hint = (text: string) => ({ 'data-hint': text, 'aria-description': text });

/** The link of a hint: a path of this application or of the help, and its label. */
export type HintLink = { text: string; href: string };

/** Returns the props of a control that only shows a hint: a tap shows it too. `link` is shown below it. */
export const helper = (text: string, link?: HintLink) => ({
  ...hint(text),
  'data-helper': true,
  ...(link && { 'data-hint-link': link.text, 'data-hint-href': link.href }),
});

/** Returns the hinted control that contains a node, if any. */
export const hintedOf = (node: EventTarget | null): HTMLElement | null =>
  node instanceof Element ? node.closest<HTMLElement>('[data-hint]') : null;

/** Returns the control that contains a node and shows its hint when it is tapped: a helper, or a disabled control that says why. */
export const tappedOf = (node: EventTarget | null): HTMLElement | null => {
  const control = hintedOf(node);
  return control?.matches('[data-helper], [aria-disabled="true"]') ? control : null;
};
