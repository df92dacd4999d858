/** Returns the style of a grid of parts, as many beside one another as fit with a width of at least `least`. */
export const sideBySide = (least: string) => ({
  display: 'grid',
  gridTemplateColumns: `repeat(auto-fit, minmax(min(${least}, 100%), 1fr))`,
  gap: '0.75rem',
  alignItems: 'start',
});
