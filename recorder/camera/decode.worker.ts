import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** Reads codes from frames in a worker; the decoder is our own file, never a CDN's. */
prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });

type Scope = {
  onmessage: ((event: MessageEvent<ImageData>) => void) | null;
  postMessage: (texts: string[]) => void;
};
const scope = self as unknown as Scope; // this file runs in a worker, but its folder is type-checked as a page

scope.onmessage = async ({ data }) => {
  try {
    const found = await readBarcodes(data, {
      formats: ['QRCode', 'DataMatrix', 'Code128', 'Code39', 'EAN13', 'EAN8'],
      tryHarder: true,
      tryRotate: true,
      tryInvert: false,
      maxNumberOfSymbols: 1,
    });
    scope.postMessage(found.filter(({ isValid }) => isValid).map(({ text }) => text));
  } catch {
    scope.postMessage([]);
  }
};
