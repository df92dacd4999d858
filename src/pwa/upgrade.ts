import type { GuardedStorage } from '../lib/storage.ts';
import type { ShellOutcome } from './prepareShell.ts';
import type { ReloadKind } from './reload.ts';
import { compareVersions } from './version.ts';

/** 'Upgrading to {version}' is shown at least this long before the reload. */
const VERSION_RELOAD_MS = 3_000;

/** The version last seen, in the tab's storage: outside the session, which a log-out wipes. */
export const VERSION_KEY = 'tb.version';
/** Set by an upgrade for the page after the reload, to compare with what it is. */
const PROMISED_KEY = 'tb.promised';
/** Longest time that running work or an edited form holds the reload back, ms. */
export const HOLD_MS = 60_000;
const HOLD_STEP_MS = 250;

/** Everything outside: tests give a fake. */
export type UpgradeWorld = {
  storage: GuardedStorage;
  wait: (ms: number) => Promise<void>;
  prepareShell: () => Promise<ShellOutcome>;
  /** Asks for a newer worker without waiting for it. */
  checkForNewShell: () => void;
  isBusy: () => boolean;
  /** 'Upgrading to {version}' on, and off. */
  show: (version: string) => void;
  reload: (kind: ReloadKind, version: string) => void;
  log: (text: string) => void;
};

/**
 * Returns the coordinator, which upgrades once when the server tells a higher version. The version is stored before anything else,
 * so that no reload can start the same upgrade again (spec/pwa.md 3b).
 */
export function upgradeCoordinator(world: UpgradeWorld) {
  let running = false;
  /** The version last seen, where the tab stores nothing. */
  let seen: string | null = null;

  async function upgrade(version: string) {
    running = true;
    world.storage.set(VERSION_KEY, version);
    world.storage.set(PROMISED_KEY, version);
    world.show(version);
    const prepared = world.prepareShell().catch((): ShellOutcome => 'update-error');
    const [outcome] = await Promise.all([prepared, world.wait(VERSION_RELOAD_MS)]);
    for (let held = 0; held < HOLD_MS && world.isBusy(); held += HOLD_STEP_MS) await world.wait(HOLD_STEP_MS);
    world.log(`Upgrading to ${version}: ${outcome}`);
    const direct = outcome === 'controlled' || outcome === 'no-sw' || outcome === 'no-update';
    world.reload(direct ? 'plain' : 'network', version);
  }

  return {
    isRunning: () => running,
    /** Called with each answer of `GET available`. */
    async observe(version: string): Promise<void> {
      if (running) return;
      const stored = world.storage.get(VERSION_KEY) ?? seen;
      seen = version;
      if (stored === null) {
        world.storage.set(VERSION_KEY, version);
        return;
      }
      const difference = compareVersions(version, stored);
      if (difference > 0) return upgrade(version);
      if (difference < 0) {
        // A rollback: its shell comes with the next start.
        world.storage.set(VERSION_KEY, version);
        world.checkForNewShell();
      }
    },
    /** After a start: says when the shell is not the one that an upgrade promised; the next worker brings it. */
    checkPromise(built: string): void {
      const promised = world.storage.get(PROMISED_KEY);
      if (promised === null) return;
      world.storage.remove(PROMISED_KEY);
      if (compareVersions(built, promised) !== 0) world.log(`Expected shell ${promised}, this is ${built}`);
    },
  };
}
