import { SKIP_WAITING } from '#sw/messages.ts';

/**
 * The result of preparing a new shell. `controlled`: the new worker serves this page. `no-sw`: there is no worker. `no-update`: there is no newer
 * one. Any other: it failed, so the shell must be loaded past the worker.
 */
export type ShellOutcome = 'controlled' | 'no-sw' | 'no-update' | 'redundant' | 'update-error' | 'timeout';

/** The longest wait for a new worker to install and take over, ms. */
export const SHELL_CAP_MS = 15_000;

/** Makes the newest worker serve this page, so that a reload brings the new shell. Never rejects. */
export async function prepareShell(
  container: ServiceWorkerContainer | undefined,
  capMs = SHELL_CAP_MS,
): Promise<ShellOutcome> {
  if (!container?.controller) return 'no-sw';
  let cap: ReturnType<typeof setTimeout> | undefined;
  let onControlled = () => {};
  // Without Promise.withResolvers, which is newer than the oldest supported browsers.
  const outcome = await new Promise<ShellOutcome>((resolve) => {
    cap = setTimeout(() => resolve('timeout'), capMs);
    onControlled = () => resolve('controlled');
    container.addEventListener('controllerchange', onControlled);
    void takeOver(container, resolve);
  });
  clearTimeout(cap);
  container.removeEventListener('controllerchange', onControlled);
  return outcome;
}

async function takeOver(container: ServiceWorkerContainer, settle: (outcome: ShellOutcome) => void) {
  try {
    const registration = await container.getRegistration();
    if (!registration) return settle('no-sw');
    if (!registration.waiting) await registration.update();
    const worker = registration.installing ?? registration.waiting;
    if (!worker) return settle('no-update');
    const follow = () => {
      if (worker.state === 'redundant') settle('redundant');
      if (worker.state === 'installed') worker.postMessage({ type: SKIP_WAITING });
    };
    worker.addEventListener('statechange', follow);
    follow();
  } catch {
    settle('update-error');
  }
}
