/** Returns how much larger than usual the user has set text: rows of a fixed height grow with it. */
export const textScale = () => (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) / 16;
