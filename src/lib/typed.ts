/** Returns a typed decimal as it is sent: '1 234,56' and '1234.56' are both '1234.56'. What is none is left to the contract's schema, which refuses it. */
export const decimalIn = (text: string) =>
  text
    .trim()
    .replace(/^-?\d{1,3}(\s\d{3})+(?!\d)/, (whole) => whole.replace(/\s/g, ''))
    .replace(',', '.');

/** Returns hours as minutes, as they are typed: '9', '7:30', '7.5' and '7,5'; null for nothing, undefined for what is no length of time. */
export function minutesIn(text: string): number | null | undefined {
  const typed = decimalIn(text);
  if (typed === '') return null;
  const [, whole, minutes] = /^(\d{1,3}):([0-5]\d)$/.exec(typed) ?? [];
  if (whole !== undefined) return Number(whole) * 60 + Number(minutes);
  return /^\d{1,3}(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 60) : undefined;
}
