import './styles.ts';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { appConfig } from './api/config.ts';
import { createQueryClient } from './api/queryClient.ts';
import { setBuildVersion } from './pwa/version.ts';
import { makeRouter } from './router.ts';
import { configureLifecycle } from './session/lifecycle.ts';
import { captureInstall } from './shell/install.ts';
import { clearToasts, notify } from './shell/notifications.ts';
import { restoreWakeLock } from './shell/wakeLock.ts';

setBuildVersion(__APP_VERSION__);
captureInstall();
restoreWakeLock();
void appConfig();

const queryClient = createQueryClient(notify);
const router = makeRouter(queryClient);

configureLifecycle({
  closeCache: () => undefined,
  async clearMemory() {
    await queryClient.cancelQueries();
    queryClient.clear();
    clearToasts();
  },
  wipeCache: async () => undefined,
  tellOtherTabs: () => undefined,
  async leave(message) {
    await router.navigate({ to: '/login', replace: true });
    if (message) notify('error', message);
  },
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(<App queryClient={queryClient} router={router} />);
