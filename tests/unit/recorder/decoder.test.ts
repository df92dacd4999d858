import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterEach, expect, test, vi } from 'vitest';
import { prepareZXingModule as prepareReader } from 'zxing-wasm/reader';
import { prepareZXingModule as prepareWriter, type WriterOptions, writeBarcode } from 'zxing-wasm/writer';

/** The decoder's worker on pictures of labels that farms have already (docs/reference/containers.md#labels). */
const wasm = (part: string) =>
  new Uint8Array(readFileSync(createRequire(import.meta.url).resolve(`zxing-wasm/${part}/zxing_${part}.wasm`))).buffer;
afterEach(() => vi.unstubAllGlobals());

const QUIET = 10;
/** Draws a code as a camera sees it: black on white, `scale` pixels a module, bars 40 modules high. */
async function drawn(text: string, format: NonNullable<WriterOptions['format']>, scale: number) {
  const { symbol } = await writeBarcode(text, { format });
  const high = symbol.height === 1 ? 40 : symbol.height;
  const [width, height] = [(symbol.width + 2 * QUIET) * scale, (high + 2 * QUIET) * scale];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [column, row] = [Math.floor(x / scale) - QUIET, Math.floor(y / scale) - QUIET];
      if (column < 0 || column >= symbol.width || row < 0 || row >= high) continue;
      const isDark = symbol.data[(symbol.height === 1 ? 0 : row * symbol.width) + column] === 0;
      if (isDark) data.set([0, 0, 0, 255], (y * width + x) * 4);
    }
  return { data, width, height, colorSpace: 'srgb' };
}

test.each([
  ['QRCode', 'TC1:0193a000:4711'],
  ['DataMatrix', 'BIN-04711'],
  ['Code128', 'BIN-04711'],
  ['Code39', 'BIN-04711'],
  ['EAN13', '6001240100035'],
  ['EAN8', '96385074'],
] as const)('the decoder reads %s', async (format, text) => {
  const answered = Promise.withResolvers<string[]>();
  type Worker = { postMessage: (texts: string[]) => void; onmessage?: (event: { data: object }) => void };
  const worker: Worker = { postMessage: answered.resolve };
  vi.stubGlobal('self', worker);
  vi.resetModules();
  await import('#recorder/camera/decode.worker.ts');
  prepareReader({ overrides: { wasmBinary: wasm('reader') } });
  prepareWriter({ overrides: { wasmBinary: wasm('writer') } });
  worker.onmessage?.({ data: await drawn(text, format, 3) });
  expect(await answered.promise).toEqual([text]);
});
