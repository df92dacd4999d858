import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, type WriterOptions, writeBarcode } from 'zxing-wasm/writer';

export const wasmOf = (part: 'reader' | 'writer') =>
  new Uint8Array(readFileSync(createRequire(import.meta.url).resolve(`zxing-wasm/${part}/zxing_${part}.wasm`))).buffer;

/** A code in modules; outside of it all is light. */
export type Modules = { width: number; height: number; isDark: (column: number, row: number) => boolean };
/** Bars are as high as so many modules. */
const BAR_HEIGHT = 40;
/** Returns a code as labels that farms have already bear it. */
export async function modulesOf(text: string, format: NonNullable<WriterOptions['format']>): Promise<Modules> {
  prepareZXingModule({ overrides: { wasmBinary: wasmOf('writer') } });
  const { symbol } = await writeBarcode(text, { format });
  const isBars = symbol.height === 1;
  const { width } = symbol;
  const height = isBars ? BAR_HEIGHT : symbol.height;
  const isWithin = (column: number, row: number) => column >= 0 && row >= 0 && column < width && row < height;
  return {
    ...{ width, height },
    isDark: (column, row) => isWithin(column, row) && symbol.data[(isBars ? 0 : row * width) + column] === 0,
  };
}
