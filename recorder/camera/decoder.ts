import { newDecodeWorker } from '../app/worker.ts';

/** Reads the codes of a frame. */
export type Decoder = { read: (frame: ImageData) => Promise<string[]>; close: () => void };

type Detector = { detect: (source: ImageData) => Promise<{ rawValue: string }[]> };
type DetectorClass = new (options: { formats: string[] }) => Detector;

/** 'TB1:1' as a QR code, a row of 21 modules each in base 36. */
const PICTURE =
  '18lmn mwqp wr4t wqjh wti5 my4h 18prz 1kw d41g kpfr 13896 144dp iwl7 3z9 18ltr mwux wslj wpmr wqdk mxih 18m0n';
const PICTURE_TEXT = 'TB1:1';
const MODULES = 21;
const SCALE = 6;
const QUIET = 4;

/** The built-in picture, by which a decoder shows that it finds what is there. */
export function testPicture(): ImageData {
  const side = (MODULES + 2 * QUIET) * SCALE;
  const picture = new ImageData(side, side);
  const rows = PICTURE.split(' ').map((row) => Number.parseInt(row, 36));
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const [column, row] = [Math.floor(x / SCALE) - QUIET, Math.floor(y / SCALE) - QUIET];
      const isDark = column >= 0 && column < MODULES && (((rows[row] ?? 0) >> (MODULES - 1 - column)) & 1) === 1;
      picture.data.set(isDark ? [0, 0, 0, 255] : [255, 255, 255, 255], (y * side + x) * 4);
    }
  return picture;
}

/** The browser's own decoder, where it reads the built-in picture: some phones have one that finds nothing. */
async function nativeDecoder(): Promise<Decoder | null> {
  if (!('BarcodeDetector' in window)) return null;
  try {
    const detector = new (window.BarcodeDetector as DetectorClass)({
      formats: ['qr_code', 'code_128', 'code_39', 'ean_13', 'data_matrix'],
    });
    const read = async (frame: ImageData) => (await detector.detect(frame)).map(({ rawValue }) => rawValue);
    return (await read(testPicture())).includes(PICTURE_TEXT) ? { read, close: () => undefined } : null;
  } catch {
    return null;
  }
}

function workerDecoder(): Decoder {
  const worker = newDecodeWorker();
  let answer: ((texts: string[]) => void) | undefined;
  worker.onmessage = ({ data }: MessageEvent<string[]>) => answer?.(data);
  worker.onerror = () => answer?.([]);
  return {
    // One frame at a time: the loop waits for its answer.
    read: (frame) =>
      new Promise((resolve) => {
        answer = resolve;
        worker.postMessage(frame, [frame.data.buffer]);
      }),
    close: () => worker.terminate(),
  };
}

let made: Promise<Decoder> | undefined;
/** The decoder of this page, made once. */
export const decoder = (): Promise<Decoder> => {
  made ??= nativeDecoder().then((native) => native ?? workerDecoder());
  return made;
};
