import { Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { MissingNote } from './Missing.tsx';
import classes from './QrCode.module.css';

/** Modules of light around a code that scanners need. */
const QUIET = 4;

type Drawing = { text: string; side: number; path: string };

async function draw(text: string): Promise<Drawing> {
  const { create } = await import('qrcode');
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  let path = '';
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1)
      if (data[row * size + column]) path += `M${column + QUIET} ${row + QUIET}h1v1h-1z`;
  return { text, side: size + 2 * QUIET, path };
}

/** `text` as a QR code of `size` pixels, dark on light in either colour scheme; the encoder is loaded only here. */
export function QrCode({ text, size, label }: { text: string; size: number; label: string }) {
  const [drawing, setDrawing] = useState<Drawing>();
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    if (missing) return;
    let wanted = true;
    draw(text).then(
      (made) => wanted && setDrawing(made),
      () => wanted && setMissing(true),
    );
    return () => {
      wanted = false;
    };
  }, [text, missing]);

  if (missing) return <MissingNote onRetry={() => setMissing(false)} />;
  if (drawing?.text !== text) return <Skeleton w={size} h={size} maw="100%" />;
  return (
    <svg
      className={classes.code}
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${drawing.side} ${drawing.side}`}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" className={classes.light} />
      <path d={drawing.path} className={classes.dark} />
    </svg>
  );
}
