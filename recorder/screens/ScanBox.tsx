import { t } from '@lingui/core/macro';
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Camera, CameraState } from '../camera/camera.ts';
import { KEY_REST_MS, ScannerKeys } from '../core/badge.ts';
import type { Means } from '../core/record.ts';
import { Field } from './fields.tsx';

type Props = { onText: (text: string, means: Means) => void; mayType: boolean; isUserFacing?: boolean };

/** Takes badges from camera, hardware scanner, NFC tag and typing. */
export function ScanBox({ onText, mayType, isUserFacing = false }: Props) {
  const took = useRef(onText);
  took.current = onText;
  useScannerKeys((text) => took.current(text, 'scanner'));
  useNfc((text) => took.current(text, 'nfc'));
  const [isTyping, setTyping] = useState(false);
  const [number, setNumber] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (number.trim()) onText(number, 'typed');
    setNumber('');
    setTyping(false);
  };
  return (
    <section className="scan">
      <CameraView onText={(text) => took.current(text, 'camera')} isUserFacing={isUserFacing} />
      {mayType && !isTyping && (
        <button type="button" onClick={() => setTyping(true)}>
          {t`Type number`}
        </button>
      )}
      {mayType && isTyping && (
        <form onSubmit={submit} className="row">
          <Field label={t`Number`} value={number} onChange={setNumber} />
          <button type="submit" className="main">
            {t`OK`}
          </button>
        </form>
      )}
    </section>
  );
}

function CameraView({ onText, isUserFacing }: { onText: (text: string) => void; isUserFacing: boolean }) {
  const video = useRef<HTMLVideoElement>(null);
  const camera = useRef<Camera>(undefined);
  const listener = useRef(onText);
  listener.current = onText;
  const [state, setState] = useState<CameraState>('starting');
  const [isLit, setLit] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isGone = false;
    const wake = () => {
      if (document.visibilityState === 'visible') void camera.current?.start();
      else camera.current?.stop();
    };
    // Typing and scanners work before the camera's code is loaded, and without it.
    import('../camera/camera.ts').then(
      (loaded) => {
        if (isGone || !video.current) return;
        const onText = (text: string) => listener.current(text);
        // The light of a camera is off when it is opened again.
        const onState = (next: CameraState) => {
          setLit(false);
          setState(next);
        };
        camera.current = new loaded.Camera(video.current, isUserFacing, { onText, onState });
        wake();
      },
      () => setState('silent'),
    );
    document.addEventListener('visibilitychange', wake);
    return () => {
      isGone = true;
      document.removeEventListener('visibilitychange', wake);
      camera.current?.stop();
      camera.current = undefined;
    };
  }, [isUserFacing, attempt]);
  const again = () => {
    if (camera.current) void camera.current.start();
    else setAttempt(attempt + 1);
  };
  return (
    <div className="camera" data-state={state}>
      <video ref={video} playsInline muted />
      {state === 'resting' && (
        <button type="button" className="main" onClick={again}>
          {t`Tap to scan`}
        </button>
      )}
      {state === 'silent' && (
        <p>
          {t`The camera does not answer.`}{' '}
          <button type="button" onClick={again}>
            {t`Try again`}
          </button>
        </p>
      )}
      {state === 'denied' && (
        <p>
          {t`The camera is not allowed.`}{' '}
          {t`Allow the camera for this page in the browser’s settings. Typing and scanners work without it.`}{' '}
          <button type="button" onClick={again}>
            {t`Try again`}
          </button>
        </p>
      )}
      {state === 'none' && (
        <p>
          {t`No camera. Type the number or use a scanner.`}{' '}
          <button type="button" onClick={again}>
            {t`Try again`}
          </button>
        </p>
      )}
      {state === 'on' && (
        <div className="lens">
          {camera.current?.hasTorch && (
            <button
              type="button"
              aria-pressed={isLit}
              onClick={() => {
                setLit(!isLit);
                void camera.current?.torch(!isLit);
              }}
            >
              {t`Torch`}
            </button>
          )}
          <button type="button" onClick={() => void camera.current?.turn()}>
            {t`Other camera`}
          </button>
        </div>
      )}
    </div>
  );
}

type FieldBefore = { input: HTMLInputElement; value: string } | null;
/** Returns the focused field with its content. */
const fieldNow = (): FieldBefore => {
  const input = document.activeElement;
  return input instanceof HTMLInputElement ? { input, value: input.value } : null;
};
/** Removes a scan's first keys from the field again: until the third they looked like typing. */
function restore(field: FieldBefore) {
  if (!field || field.input.value === field.value) return;
  // React overrides the property of the element; the prototype's setter changes what is shown.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field.input, field.value);
  field.input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Keys that come as fast as a scanner's are one scan, wherever the focus is, and do not reach the focused field. */
function useScannerKeys(onScan: (text: string) => void) {
  const listener = useRef(onScan);
  listener.current = onScan;
  // With the screen: a scanner is as fast as the frame, and its first keys would be lost.
  useLayoutEffect(() => {
    const keys = new ScannerKeys();
    let timer = 0;
    let field = fieldNow();
    const press = (event: KeyboardEvent) => {
      // A key that is held down repeats as fast as a scanner.
      if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
      const isNext = keys.isEmptyAt(event.timeStamp);
      if (isNext) field = fieldNow();
      const scans = keys.key(event.key, event.timeStamp);
      // Any other key that comes after a scan without Enter does not belong to it: it may be typed.
      if (keys.isScanning || (scans.length > 0 && (!isNext || event.key === 'Enter'))) {
        event.preventDefault();
        restore(field);
      }
      clearTimeout(timer);
      for (const text of scans) listener.current(text);
      timer = window.setTimeout(() => {
        const rested = keys.rest(event.timeStamp + KEY_REST_MS);
        if (rested !== null) listener.current(rested);
      }, KEY_REST_MS);
    };
    document.addEventListener('keydown', press, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', press, true);
    };
  }, []);
}

type Tag = { message: { records: { recordType: string; data?: DataView; encoding?: string }[] } };
type Reader = EventTarget & { scan: (options: { signal: AbortSignal }) => Promise<void> };

/** Reads NFC tags (Chrome on Android): a tag's text is used as a badge's text; a serial number alone is not. */
function useNfc(onText: (text: string) => void) {
  const listener = useRef(onText);
  listener.current = onText;
  useEffect(() => {
    if (!('NDEFReader' in window)) return;
    const stopping = new AbortController();
    const reader = new (window.NDEFReader as new () => Reader)(); // Chrome on Android only, not in lib.dom
    reader.addEventListener('reading', (event) => {
      const { message } = event as Event & Tag; // an NDEFReadingEvent
      const text = message.records.find(({ recordType }) => recordType === 'text');
      if (text?.data) listener.current(new TextDecoder(text.encoding).decode(text.data));
    });
    // Only if it was allowed before: the first time the browser requires a press.
    const start = () => reader.scan({ signal: stopping.signal }).catch(() => undefined);
    addEventListener('pointerdown', start, { once: true });
    return () => {
      removeEventListener('pointerdown', start);
      stopping.abort();
    };
  }, []);
}
