import type { GuardedStorage } from '../lib/storage.ts';
import type { ShellOutcome } from './prepareShell.ts';
import type { ReloadKind } from './reload.ts';
import { compareVersions } from './version.ts';

/** 'Upgrading to {version}' is shown for at least this long before the reload. */
const VERSION_RELOAD_MS = 3_000;

/** The version that was seen last, in the tab's storage but not part of the session, which a log-out deletes. */
export const VERSION_KEY = 'tb.version';
/** Set by an upgrade for the page after the reload, which compares it with its own version. */
const PROMISED_KEY = 'tb.promised';
/** The longest time for which running work or an edited form delays the reload, ms. */
export const HOLD_MS = 60_000;
const HOLD_STEP_MS = 250;

/** Everything outside this module, which tests replace. */
export type UpgradeWorld = {
  storage: GuardedStorage;
  wait: (ms: number) => Promise<void>;
  prepareShell: () => Promise<ShellOutcome>;
  /** Asks for a newer worker without waiting for it. */
  checkForNewShell: () => void;
  isBusy: () => boolean;
  /** Shows and hides 'Upgrading to {version}'. */
  show: (version: string) => void;
  reload: (kind: ReloadKind, version: string) => void;
  log: (text: string) => void;
};

/**
 * Returns the coordinator, which upgrades once when the server reports a higher version. The version is stored before anything else,
 * so that no reload can start the same upgrade again.
 */
export function upgradeCoordinator(world: UpgradeWorld) {
  let running = false;
  /** The version that was seen last, for a tab that cannot store it. */
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
        // A rollback: its shell is loaded at the next start.
        world.storage.set(VERSION_KEY, version);
        world.checkForNewShell();
      }
    },
    /** After a start: reports a shell that is not the version that an upgrade announced; the next worker will bring it. */
    checkPromise(built: string): void {
      const promised = world.storage.get(PROMISED_KEY);
      if (promised === null) return;
      world.storage.remove(PROMISED_KEY);
      if (compareVersions(built, promised) !== 0) world.log(`Expected shell ${promised}, this is ${built}`);
    },
  };
}
