import { encode } from 'uqr';

/** The light modules around a code that scanners need. */
const QUIET = 4;

export type QrDrawing = {
  /** The modules per side, including the light ones around the code. */
  side: number;
  /** The dark modules as the path of an SVG of `side` units. */
  path: string;
};

/** Returns the QR code of `text`, which survives the loss of 15 % (M) or 25 % (Q) of it. Throws for more than 2,331 or 1,663 bytes. */
export function drawQr(text: string, ecc: 'M' | 'Q'): QrDrawing {
  const { size, data } = encode(text, { ecc, boostEcc: false, border: 0 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')));
  return { side: size + 2 * QUIET, path: path.join('') };
}
