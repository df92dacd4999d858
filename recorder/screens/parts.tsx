import { t } from '@lingui/core/macro';
import { createContext, type ReactNode, useContext, useEffect, useRef, useSyncExternalStore } from 'react';
import type { Recorder } from '../app/recorder.ts';

/** Shared parts of all screens, which the first has: the Recorder, and a heading that takes the focus. */
export const RecorderContext = createContext<Recorder | null>(null);
export function useRecorder(): Recorder {
  const recorder = useContext(RecorderContext);
  if (!recorder) throw new Error('Screens are rendered inside the Recorder.');
  return recorder;
}
export const useView = () => {
  const recorder = useRecorder();
  return useSyncExternalStore(recorder.subscribe, recorder.view);
};

/** A screen with its heading, which gets the focus when the screen changes. */
export function Screen({ title, onBack, children }: { title: string; onBack?: () => void; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    document.title = title;
  }, [title]);
  return (
    <main className="screen">
      <header className="head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {onBack && (
          <button type="button" className="plain" onClick={onBack}>
            {t`Close`}
          </button>
        )}
      </header>
      {children}
    </main>
  );
}
