import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { badgeText, codeSize, MIN_MODULE_MM, placesOn, SHEETS } from '#src/features/intake/badges/sheets.ts';
import { drawQr } from '#src/lib/qrCode.ts';

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer as ArrayBuffer } }); // a file's bytes are no shared ones

const NUMBERS = ['1', '1001', 'ÉLAN-77', '0042', 'X'.repeat(60)];
const drawn = (number: string) => drawQr(badgeText(number), 'Q');

it.each(Object.entries(SHEETS))(
  '%s: modules are large enough for the longest number, and labels lie on the page',
  (_name, sheet) => {
    for (const number of NUMBERS)
      expect(codeSize(sheet, drawn(number).side).module).toBeGreaterThanOrEqual(MIN_MODULE_MM);
    const places = placesOn(sheet, 21, 1, { x: 0, y: 0 });
    expect(places.at(-1)?.page).toBe('isRoll' in sheet ? 20 : 2);
    for (const { x, y } of places) {
      expect(x + sheet.label.width).toBeLessThanOrEqual(sheet.page.width);
      expect(y + sheet.label.height).toBeLessThanOrEqual(sheet.page.height);
    }
  },
);

it('begins at the first label that is left on the sheet', () => {
  expect(placesOn(SHEETS.a4, 2, 10, { x: 1, y: -1 })).toEqual([
    { page: 0, x: 18 + 95 + 1, y: 13 + 4 * 55 - 1 },
    { page: 1, x: 19, y: 12 },
  ]);
});

it.each(NUMBERS)('the code of %s decodes, at 150 dots an inch', async (number) => {
  const { side: modules, path } = drawn(number);
  const pixel = Math.floor((codeSize(SHEETS.letter, modules).module * 150) / 25.4);
  const side = modules * pixel;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, column, row] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let y = 0; y < pixel; y += 1)
      for (let x = 0; x < pixel; x += 1) {
        const at = ((Number(row) * pixel + y) * side + Number(column) * pixel + x) * 4;
        pixels.fill(0, at, at + 3);
      }
  const picture = { data: pixels, width: side, height: side, colorSpace: 'srgb' } as ImageData; // Node has no ImageData
  const [found] = await readBarcodes(picture, { formats: ['QRCode'] });
  expect(found?.text).toBe(`TB1:${number}`);
});
