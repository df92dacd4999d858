import { words } from '../platform/words.ts';
/** An employee's own day as it is shown, and their answers to it (docs/reference/privacy.md#their-own-day). Without zod, so that the Recorder loads no more than this. */

/** The kinds of a dispute, as an employee says them. */
export const OWN_DAY_WRONGS = {
  hours: words('Not my hours'),
  pieces: words('Pieces missing'),
  product: words('Wrong product'),
  other: words('Other'),
} as const;
export type OwnDayWrong = keyof typeof OWN_DAY_WRONGS;

/** Units are a decimal with at most 3 places, of one pair of lookup codes. */
type Pieces = { lookup1Code: string | null; lookup2Code: string | null; units: string };
/** The first IN and the last OUT (ISO 8601; null: none), and the units by product. */
export type OwnDayFigures = { in: string | null; out: string | null; pieces: readonly Pieces[] };

/** Returns figures as text, which is the same for figures that look the same: times to the minute, products in one order, nothing of 0 units. */
export function ownDayText({ in: first, out, pieces }: OwnDayFigures): string {
  const minute = (at: string | null) => at && new Date(at).toISOString().slice(0, 16);
  const rows = pieces
    .map(({ lookup1Code, lookup2Code, units }) => [lookup1Code ?? '', lookup2Code ?? '', plain(units)])
    .filter(([, , units]) => units !== '0')
    .map((row) => JSON.stringify(row));
  return JSON.stringify([minute(first), minute(out), ...rows.sort()]);
}
/** Returns the text of which an employee's PIN makes the proof (HMAC-SHA-256): the answer, and a number that is used once. */
export const proofText = (
  { employeeId, day, wrong, shown }: { employeeId: string; day: string; wrong: string | null; shown: OwnDayFigures },
  nonce: string,
): string => JSON.stringify([employeeId, day, wrong, ownDayText(shown), nonce]);

/** Returns the first bits of a PIN's hash in hexadecimal: a device tells a slip by them, but of 10,000 PINs they leave 157. */
export const pinBits = (hash: string): string => (Number.parseInt(hash.slice(0, 2), 16) >> 2).toString(16);

/** '3.500' is '3.5'. */
function plain(units: string): string {
  const [whole = '', places = ''] = units.split('.');
  const left = places.replace(/0{1,3}$/, '');
  return left === '' ? whole.replace(/^-0$/, '0') : `${whole}.${left}`;
}
