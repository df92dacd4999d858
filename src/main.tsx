import './styles/page.css';
import 'virtual:theme.css';
import './ui/app.css';
import { type ReactNode, startTransition } from 'react';
import { flushSync } from 'react-dom';
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
import { loadLastFigures, readAfterSession, showLastFigures, shownFigures } from './routes/login/-shownFigures.ts';
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
/** A frame, with what has been drawn. */
const FRAME_MS = 20;

/** Draws a part of the page, by default at once, so that no typed letter is lost. */
function draw(place: Element, page: ReactNode, how: (work: () => void) => void = flushSync) {
  const root = createRoot(place);
  how(() => root.render(page));
  return root;
}

/** The start, in this order: session, figures, router, then the poll. Never waits for the network. */
async function start() {
  const root = document.getElementById('root');
  if (!root) throw new Error('No #root');
  const clean = withoutNetworkMark(location.href);
  if (clean !== null) history.replaceState(history.state, '', clean);
  repeatLogOuts();
  captureInstall();
  restoreWakeLock();
  reloadOnLostChunk();
  void appConfig();
  // Before the first picture, so that nothing moves when the offline strip is shown.
  if (navigator.onLine === false) reachability.lost();

  const lastFigures = showLastFigures();
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
    forgetLastFigures: async () => (await loadLastFigures()).forgetLastFigures(),
    tellOtherTabs: tabs.tell,
    leave,
  });

  const found = session.get();
  const pendingMessage = takePendingMessage();
  if (found && found.expiresAt <= Date.now()) await endSession({ message: loggedOutElsewhere() });
  else if (found) await figures.open(found);
  else if (pendingMessage) await leave(pendingMessage);
  const routed = router.load();
  // Before the first picture of React, so that nothing moves; a slow disk is not waited for.
  await Promise.race([lastFigures.then(readAfterSession), after(FIGURES_WAIT_MS)]);
  const last = shownFigures.get();
  const place = document.querySelector('[data-shell=login] #shell-figures');
  const logIn = () => document.querySelector('input')?.focus();
  // In the static form, because the whole page takes React as long as everything before.
  const first =
    last &&
    place &&
    draw(
      place,
      <App>
        <last.View figures={last.figures} onLogIn={logIn} onLook={showLastFigures} />
      </App>,
    );
  if (first) await after(FRAME_MS);
  watchSession();
  session.subscribe(() => void followLanguage());
  askBeforeLoss();

  // The first picture stays until the whole page can be rendered.
  await routed;
  // An area in slices, which keep the browser responsive.
  draw(root, <App router={router} />, isAreaShell() ? startTransition : undefined);
  first?.unmount();
  // The start succeeded: if the shell breaks again, the guard (src/start) may act again.
  tabStorage.remove(GUARD_KEY);
  followLaunches(router);
  startPwa();
}

void start();
