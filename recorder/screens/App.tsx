import { t } from '@lingui/core/macro';
import { lazy, Suspense, useEffect } from 'react';
import type { Recorder } from '../app/recorder.ts';
import { useLanguage } from '../words/words.ts';
import { RecorderContext, Screen, useView } from './parts.tsx';

/** Screens are loaded when they are needed; by then the worker has cached all except the set-up's. */
const SetUp = lazy(async () => ({ default: (await import('./SetUp.tsx')).SetUp }));
const Home = lazy(async () => ({ default: (await import('./Home.tsx')).Home }));
const Ready = lazy(async () => ({ default: (await import('./Ready.tsx')).Ready }));

type Props = { recorder: Recorder; code: string; onUseHere: () => void };

/** The whole Recorder. Its state decides which screen is shown: there are no addresses below /rc/. */
export function App(props: Props) {
  return (
    <RecorderContext value={props.recorder}>
      <InLanguage {...props} />
    </RecorderContext>
  );
}

function InLanguage(props: Props) {
  const { settings } = useView();
  useLanguage(settings.language);
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const show = () => {
      const system = dark.matches ? 'dark' : 'light';
      document.documentElement.dataset.scheme = settings.scheme === 'system' ? system : settings.scheme;
    };
    show();
    dark.addEventListener('change', show);
    return () => dark.removeEventListener('change', show);
  }, [settings.scheme]);
  return <Phases {...props} />;
}

function Phases({ code, onUseHere }: Props) {
  const view = useView();
  if (view.phase === 'loading') return <main className="screen" aria-busy="true" />;
  if (view.phase === 'elsewhere')
    return (
      <Screen title={t`The Recorder is open in another window.`}>
        <button type="button" className="main" onClick={onUseHere}>
          {t`Use it here`}
        </button>
      </Screen>
    );
  if (view.phase === 'newer') return <Screen title={t`Connect to update.`}>{null}</Screen>;
  if (view.phase === 'broken')
    return <Screen title={t`This browser cannot keep records: its storage does not open.`}>{null}</Screen>;
  // A code in the address activates the device again, even if it is activated already.
  const shown = view.phase === 'setup' || code ? <SetUp code={code} /> : view.phase === 'ready' ? <Ready /> : <Home />;
  return <Suspense fallback={<main className="screen" aria-busy="true" />}>{shown}</Suspense>;
}
