/** Units are decimals with at most 3 places, counted in thousandths: sums are exact (docs/reference/piecework.md#units). */
const UNITS = /^(-?)(\d{1,9})(?:[.,](\d{1,3}))?$/;

/** Returns thousandths, or null for text that is no decimal with at most 3 places. */
export function parseUnits(text: string): number | null {
  const match = UNITS.exec(text.trim());
  if (!match) return null;
  const [, sign, whole = '', places = ''] = match;
  const thousandths = Number(whole) * 1000 + Number(places.padEnd(3, '0'));
  return sign ? -thousandths : thousandths;
}

/** Returns '0.334', '14', '-1.5'. */
export function formatUnits(thousandths: number): string {
  const size = Math.abs(thousandths);
  const places = String(size % 1000)
    .padStart(3, '0')
    .replace(/0+$/, '');
  return `${thousandths < 0 ? '-' : ''}${Math.floor(size / 1000)}${places ? `.${places}` : ''}`;
}

/** Splits `thousandths` among `people`: the shares add up to the whole, and the first ones have a thousandth more. */
export function shares(thousandths: number, people: number): number[] {
  const sign = Math.sign(thousandths);
  const each = Math.floor(Math.abs(thousandths) / people);
  const rest = Math.abs(thousandths) - each * people;
  return Array.from({ length: people }, (_, i) => sign * (each + (i < rest ? 1 : 0)));
}

/** Returns true for more than ten times the usual units, which must be confirmed; false while no usual number is known. */
export const isUnusual = (thousandths: number, usual: number | null) =>
  usual !== null && Math.abs(thousandths) > 10 * Math.abs(usual);
