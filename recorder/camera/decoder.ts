import { newDecodeWorker } from '../app/worker.ts';
import { PICTURE_TEXT, testPicture } from './picture.ts';

/** Reads the codes of a frame. */
export type Decoder = { read: (frame: ImageData) => Promise<string[]>; close: () => void };

type Detector = { detect: (source: ImageData) => Promise<{ rawValue: string }[]> };
type DetectorClass = new (options: { formats: string[] }) => Detector;

/** Returns the browser's own decoder if it can read the built-in picture, because that of some phones finds nothing. */
async function nativeDecoder(): Promise<Decoder | null> {
  if (!('BarcodeDetector' in window)) return null;
  try {
    const detector = new (window.BarcodeDetector as DetectorClass)({
      formats: ['qr_code', 'code_128', 'code_39', 'ean_13', 'ean_8', 'data_matrix'],
    });
    const read = async (frame: ImageData) => (await detector.detect(frame)).map(({ rawValue }) => rawValue);
    return (await read(testPicture((side) => new ImageData(side, side)))).includes(PICTURE_TEXT)
      ? { read, close: () => undefined }
      : null;
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
    // One frame at a time: the loop waits for its result.
    read: (frame) =>
      new Promise((resolve) => {
        answer = resolve;
        worker.postMessage(frame, [frame.data.buffer]);
      }),
    close: () => worker.terminate(),
  };
}

let made: Promise<Decoder> | undefined;
/** Returns the decoder of this page, made once. */
export const decoder = (): Promise<Decoder> => {
  made ??= nativeDecoder().then((native) => native ?? workerDecoder());
  return made;
};
