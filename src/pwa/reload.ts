import { t } from '@lingui/core/macro';
import { NETWORK_SHELL } from '#sw/messages.ts';
import { type GuardedStorage, tabStorage } from '../lib/storage.ts';

/**
 * The only way in which this application reloads itself: at most twice per version and three times a minute in a tab, so that it cannot loop. After
 * that a static page says so and leaves the next step to the user.
 */
const KEY = 'tb.reloads';
const PER_VERSION = 2;
const PER_MINUTE = 3;

type Reload = { at: number; version: string };
/** `plain`: an ordinary reload. `network`: the shell from the server, past the worker. */
export type ReloadKind = 'plain' | 'network';

function past(storage: GuardedStorage): Reload[] {
  try {
    const value: unknown = JSON.parse(storage.get(KEY) ?? '[]');
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/**
 * Takes one reload from the budget; returns false when it is used up, or when nothing can be stored, because the next page could not continue
 * counting.
 */
export function spendReload(version: string, storage: GuardedStorage, now: number): boolean {
  const reloads = past(storage);
  const ofVersion = reloads.filter((reload) => reload.version === version).length;
  const lastMinute = reloads.filter(({ at }) => now - at < 60_000 && at <= now).length;
  if (ofVersion >= PER_VERSION || lastMinute >= PER_MINUTE) return false;
  return storage.set(KEY, JSON.stringify([...reloads.slice(-20), { at: now, version }]));
}

/** Returns this address with the query that makes the worker ignore it. */
export function networkShellUrl(href: string): string {
  const url = new URL(href);
  url.searchParams.set('shell', 'network');
  return url.href;
}

/** Returns the address without that query, once the page has started; null when it has none. */
export function withoutNetworkMark(href: string): string | null {
  if (!href.includes(NETWORK_SHELL)) return null;
  const url = new URL(href);
  url.searchParams.delete('shell');
  return url.pathname + url.search + url.hash;
}

/** Reloads within the budget. `reason`: a version, or the address of a chunk that failed. */
export function reloadPage(kind: ReloadKind, reason: string) {
  if (!spendReload(reason, tabStorage, Date.now())) return showStuck();
  if (kind === 'network') location.replace(networkShellUrl(location.href));
  else location.reload();
}

const BYPASS_KEY = 'tb.bypass';

/**
 * An HTML page came where data was expected: something between here and the server needs the user (a proxy's log-in, a hotel's portal). The worker
 * hides it, so the shell is fetched past it, once per session.
 */
export function letProxyThrough() {
  if (tabStorage.get(BYPASS_KEY) || !tabStorage.set(BYPASS_KEY, '1')) return;
  location.replace(networkShellUrl(location.href));
}

/** Without any framework, because our own code may be what is broken. */
function showStuck() {
  const main = document.createElement('main');
  main.style.cssText = 'max-width:24rem;margin:15vh auto;padding:1rem;font-family:system-ui,sans-serif';
  const title = document.createElement('h1');
  title.textContent = t`Could not update`;
  const text = document.createElement('p');
  text.textContent = t`Could not update, try again`;
  const button = document.createElement('button');
  button.textContent = t`Try again`;
  button.style.cssText = 'min-height:2.75rem;padding:0 1.5rem;font:inherit';
  button.addEventListener('click', () => {
    tabStorage.remove(KEY);
    location.replace(networkShellUrl(location.href));
  });
  main.append(title, text, button);
  document.body.replaceChildren(main);
  title.tabIndex = -1;
  title.focus();
}
