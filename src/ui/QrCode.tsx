import { Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { QrDrawing } from '../lib/qrCode.ts';
import { MissingNote } from './Missing.tsx';
import classes from './QrCode.module.css';

type Drawing = QrDrawing & { text: string };

async function draw(text: string): Promise<Drawing> {
  const { drawQr } = await import('../lib/qrCode.ts');
  return { ...drawQr(text, 'M'), text };
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
