import './quietZod.ts';
import { createRoot } from 'react-dom/client';
import { keepAwake } from './app/device.ts';
import { Recorder } from './app/recorder.ts';
import { allowSound } from './app/signals.ts';
import { becomeWriter } from './app/writer.ts';
import { App } from './screens/App.tsx';
import './style.css';

/** The code in the address: it is sent to no server and written to no log, and is removed from the address bar before anything else happens. */
const code = location.hash.slice(1, 101);
if (location.hash) history.replaceState(null, '', location.pathname);

// Scanning a code while the page is open only changes the fragment.
addEventListener('hashchange', () => location.reload());

const recorder = new Recorder();
/** A page that takes over is loaded afresh, so that nothing in its memory is trusted. */
const STEALS = 'recorder-steals';
const steals = sessionStorage.getItem(STEALS) !== null;
sessionStorage.removeItem(STEALS);
const useHere = () => {
  sessionStorage.setItem(STEALS, '');
  location.reload();
};
void becomeWriter(
  steals,
  () => void recorder.start(),
  () => recorder.standAside(),
).then((isMine) => {
  if (!isMine) recorder.standAside();
});
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  const { prompt } = event as Event & { prompt: () => Promise<unknown> }; // Chromium only, not in lib.dom
  recorder.offerInstall(() => void prompt.call(event));
});
keepAwake();
addEventListener('pointerdown', allowSound, { passive: true });
// After the first screen: nothing there waits for it.
void import('./app/worker.ts').then(
  ({ registerWorker }) => registerWorker((apply) => recorder.offerUpdate(apply)),
  () => undefined,
);

const root = document.getElementById('root');
if (root) createRoot(root).render(<App recorder={recorder} code={code} onUseHere={useHere} />);
