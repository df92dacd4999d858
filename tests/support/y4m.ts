import { writeFileSync } from 'node:fs';
import QRCode from 'qrcode';
import type { Modules } from './barcodes.ts';

/** Video files of badges and labels for Chromium's fake camera: uncompressed 4:2:0. */
const [WIDTH, HEIGHT, FPS] = [640, 480, 10];
export type Shown = {
  /** The text of a badge, or another code; null for an empty picture. */
  text: string | Modules | null;
  seconds: number;
  /** Degrees. */
  turned?: number;
  /** Pixels. */
  blurred?: number;
  /** Part of the height that is left. */
  tilted?: number;
  dirty?: boolean;
};

/** Pixels of a module of a badge. */
const PIXEL = 9;
function badge(text: string): Modules {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'Q' }).modules;
  const isWithin = (column: number, row: number) => column >= 0 && row >= 0 && column < size && row < size;
  return {
    ...{ width: size, height: size },
    isDark: (column, row) => isWithin(column, row) && data[row * size + column] === 1,
  };
}

function frameOf({ text, turned = 0, blurred = 0, tilted = 1, dirty = false }: Shown): Buffer {
  const luma = new Float32Array(WIDTH * HEIGHT).fill(200);
  if (text !== null) {
    const { width, height, isDark } = typeof text === 'string' ? badge(text) : text;
    // Wide ones are as wide as the picture.
    const pixel = Math.min(PIXEL, Math.floor(WIDTH / (width + 8)));
    const [sin, cos] = [Math.sin((turned * Math.PI) / 180), Math.cos((turned * Math.PI) / 180)];
    for (let y = 0; y < HEIGHT; y += 1)
      for (let x = 0; x < WIDTH; x += 1) {
        const [dx, dy] = [x - WIDTH / 2, (y - HEIGHT / 2) / tilted];
        const column = Math.floor((dx * cos + dy * sin) / pixel + width / 2);
        const row = Math.floor((-dx * sin + dy * cos) / pixel + height / 2);
        const isIn = column >= -4 && row >= -4 && column < width + 4 && row < height + 4;
        if (isIn) luma[y * WIDTH + x] = isDark(column, row) ? 30 : 235;
        // Dirt on the data; one that hides a finder pattern hides the code from any decoder.
        if (dirty && column > 8 && row > 8 && column < width && row < height && (column * 7 + row * 13) % 23 === 0)
          luma[y * WIDTH + x] = 130;
      }
  }
  const soft = blurred > 0 ? blur(luma, blurred) : luma;
  const frame = Buffer.alloc(WIDTH * HEIGHT * 1.5, 128);
  soft.forEach((value, i) => {
    frame[i] = value;
  });
  return frame;
}

/** A box blur, across and down. */
function blur(luma: Float32Array, radius: number): Float32Array {
  const pass = (from: Float32Array, step: number) =>
    from.map((_, i) => {
      let sum = 0;
      for (let k = -radius; k <= radius; k += 1) sum += from[Math.min(from.length - 1, Math.max(0, i + k * step))] ?? 0;
      return sum / (2 * radius + 1);
    });
  return pass(pass(luma, 1), WIDTH);
}

export function writeVideo(path: string, scenes: readonly Shown[]) {
  const parts: Buffer[] = [Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FPS}:1 Ip A1:1 C420\n`)];
  for (const scene of scenes) {
    const frame = frameOf(scene);
    for (let i = 0; i < scene.seconds * FPS; i += 1) parts.push(Buffer.from('FRAME\n'), frame);
  }
  writeFileSync(path, Buffer.concat(parts));
}
