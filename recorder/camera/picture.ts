/** 'TB1:1' as a QR code, a row of 21 modules each in base 36. */
const PICTURE =
  '18lmn mwqp wr4t wqjh wti5 my4h 18prz 1kw d41g kpfr 13896 144dp iwl7 3z9 18ltr mwux wslj wpmr wqdk mxih 18m0n';
export const PICTURE_TEXT = 'TB1:1';
const MODULES = 21;
const SCALE = 6;
const QUIET = 4;

type Picture = { data: Uint8ClampedArray; width: number; height: number };
/** Returns the built-in picture, with which a decoder proves that it works; `make` returns an empty one with a side in pixels. */
export function testPicture<P extends Picture>(make: (side: number) => P): P {
  const side = (MODULES + 2 * QUIET) * SCALE;
  const picture = make(side);
  const rows = PICTURE.split(' ').map((row) => Number.parseInt(row, 36));
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const column = Math.floor(x / SCALE) - QUIET;
      const row = Math.floor(y / SCALE) - QUIET;
      const isDark = column >= 0 && column < MODULES && (((rows[row] ?? 0) >> (MODULES - 1 - column)) & 1) === 1;
      picture.data.set(isDark ? [0, 0, 0, 255] : [255, 255, 255, 255], (y * side + x) * 4);
    }
  return picture;
}
