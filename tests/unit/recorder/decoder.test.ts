import { afterEach, expect, test, vi } from 'vitest';
import { prepareZXingModule as prepareReader } from 'zxing-wasm/reader';
import { modulesOf, wasmOf } from '#tests/support/barcodes.ts';

/** The decoder's worker on pictures of labels that farms have already (docs/reference/containers.md#labels). */
afterEach(() => vi.unstubAllGlobals());

const QUIET = 10;
/** Draws a code as a camera sees it: black on white, `scale` pixels a module. */
async function drawn(text: string, format: Parameters<typeof modulesOf>[1], scale: number) {
  const modules = await modulesOf(text, format);
  const [width, height] = [(modules.width + 2 * QUIET) * scale, (modules.height + 2 * QUIET) * scale];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (modules.isDark(Math.floor(x / scale) - QUIET, Math.floor(y / scale) - QUIET))
        data.set([0, 0, 0, 255], (y * width + x) * 4);
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
  prepareReader({ overrides: { wasmBinary: wasmOf('reader') } });
  worker.onmessage?.({ data: await drawn(text, format, 3) });
  expect(await answered.promise).toEqual([text]);
});
