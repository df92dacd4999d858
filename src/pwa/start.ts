import { tabStorage } from '../lib/storage.ts';
import { upgradeState } from '../state/upgrade.ts';
import { isEditing, isWorking } from '../state/work.ts';
import { watchBadge } from './badge.ts';
import { pollVersion } from './poll.ts';
import { prepareShell } from './prepareShell.ts';
import { applyQuietly } from './quietUpdate.ts';
import { checkForNewShell, registerWorker, removeWorker } from './register.ts';
import { reloadPage } from './reload.ts';
import { upgradeCoordinator } from './upgrade.ts';
import { buildVersion } from './version.ts';

/** Starts everything that keeps the shell up to date: worker, version check, quiet updates. Called once, after the first render has begun. */
export function startPwa() {
  const coordinator = upgradeCoordinator({
    storage: tabStorage,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    prepareShell: () => prepareShell(navigator.serviceWorker),
    checkForNewShell: () => void checkForNewShell(true),
    isBusy: () => isWorking() || isEditing(),
    show(version) {
      stopPoll();
      upgradeState.set(version);
    },
    reload: reloadPage,
    log: console.info,
  });
  const stopPoll = pollVersion((version) => void coordinator.observe(version));
  coordinator.checkPromise(buildVersion());
  watchBadge();
  if (import.meta.env.PROD) {
    registerWorker();
    applyQuietly();
  } else void removeWorker();
}
