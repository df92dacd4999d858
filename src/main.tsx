import './styles/page.css';
import 'virtual:theme.css';
import './ui/app.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { emptyClient } from './api/client.ts';
import { appConfig } from './api/config.ts';
import { figuresOf } from './cache/figures.ts';
import { tabStorage } from './lib/storage.ts';
import { reloadOnLostChunk } from './pwa/chunks.ts';
import { withoutNetworkMark } from './pwa/reload.ts';
import { startPwa } from './pwa/start.ts';
import { makeRouter } from './router.ts';
import { showLastFigures } from './routes/login/-shownFigures.ts';
import { captureInstall } from './shell/install.ts';
import { followLanguage } from './shell/languages.ts';
import { followLaunches } from './shell/launches.ts';
import { askBeforeLoss, leaveToLogin } from './shell/leave.ts';
import { configureLifecycle, endSession, loggedOutElsewhere, takePendingMessage } from './shell/session/lifecycle.ts';
import { repeatLogOuts } from './shell/session/logOuts.ts';
import { joinTabs } from './shell/session/tabs.ts';
import { watchSession } from './shell/session/watch.ts';
import { restoreWakeLock } from './shell/wakeLock.ts';
import { GUARD_KEY, isAreaShell } from './start/shell.ts';
import { clearToasts } from './state/notices.ts';
import { reachability } from './state/reachability.ts';
import { session } from './state/session.ts';

/** The longest that the log-in page waits for what this device stored. */
const FIGURES_WAIT_MS = 300;
const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The start, in this order: session, figures, router, then the poll. Never waits for the network. */
async function start() {
  const clean = withoutNetworkMark(location.href);
  if (clean !== null) history.replaceState(history.state, '', clean);
  repeatLogOuts();
  captureInstall();
  restoreWakeLock();
  reloadOnLostChunk();
  void appConfig();
  // Before the first picture, so that nothing moves when the offline strip is shown.
  if (navigator.onLine === false) reachability.lost();

  await followLanguage();

  const figures = figuresOf(__SCHEMA_HASH__);
  const router = makeRouter();
  const tabs = joinTabs();

  const leave = (message: string | null) => leaveToLogin(router, message);
  configureLifecycle({
    async openCache(started) {
      await Promise.all([figures.open(started), followLanguage()]);
    },
    closeCache: figures.close,
    async clearMemory() {
      await emptyClient();
      clearToasts();
      // Charts measure labels in an element that they leave behind, with the last one: a name of the former user's account.
      for (const left of document.querySelectorAll('body > span[aria-hidden]')) left.remove();
    },
    wipeCache: figures.wipe,
    async forgetLastFigures() {
      const { forgetLastFigures } = await import('./cache/lastFigures.ts');
      await forgetLastFigures();
    },
    tellOtherTabs: tabs.tell,
    leave,
  });

  const found = session.get();
  const pendingMessage = takePendingMessage();
  if (found && found.expiresAt <= Date.now()) await endSession({ message: loggedOutElsewhere() });
  else if (found) await figures.open(found);
  else if (pendingMessage) await leave(pendingMessage);
  // Before the first picture, so that nothing moves; a slow disk is not waited for.
  if (!session.get()) await Promise.race([showLastFigures(), after(FIGURES_WAIT_MS)]);
  watchSession();
  session.subscribe(() => void followLanguage());
  askBeforeLoss();

  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  // The first picture stays until the whole page can be rendered.
  await router.load();
  const draw = () => createRoot(root).render(<App router={router} />);
  // An area renders in slices, which keep the browser responsive; the log-in form at once, so that no typed letter is lost.
  if (isAreaShell()) startTransition(draw);
  else draw();
  // The start succeeded: if the shell breaks again, the guard (src/start) may act again.
  tabStorage.remove(GUARD_KEY);
  followLaunches(router);
  startPwa();
}

void start();
