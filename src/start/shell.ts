/**
 * The page's first picture, which index.html contains (build/shell): the log-in form or the outline of an area, shown until the application replaces
 * it. Text that was typed into it stays.
 */
/** Set in the tab's storage once the guard has tried the network shell; removed when the application has started. */
export const GUARD_KEY = 'tb.guard';

export type Shell = 'login' | 'area' | 'other';

/** Returns the picture with which an address starts. */
export function shellOf(pathname: string, signedIn: boolean): Shell {
  const path = pathname.replace(/\/$/, '');
  if (signedIn && (path === '' || /^\/(employer|manage)(\/|$)/.test(path))) return 'area';
  return path === '/login' || path === '' ? 'login' : 'other';
}

/** Sets the picture for the page's styles; `shellShown` reads it. */
export const showShell = (shell: Shell) => document.documentElement.setAttribute('data-shell', shell);
const shellShown = () => document.documentElement.getAttribute('data-shell');

/** Returns true if an area's outline is shown, which has no fields to type into. */
export const isAreaShell = () => shellShown() === 'area';

type Typed = { username: string; password: string; focused: 'username' | 'password' | null };

const field = (name: 'username' | 'password') => {
  const found = document.getElementById(`shell-${name}`);
  return found instanceof HTMLInputElement ? found : null;
};

/** Returns what was typed into the page's static log-in form. */
export function typedBefore(): Typed {
  const username = field('username');
  const password = field('password');
  const active = document.activeElement;
  const focused = active === null ? null : active === username ? 'username' : active === password ? 'password' : null;
  return { username: username?.value ?? '', password: password?.value ?? '', focused };
}

/** Removes the first picture; every page calls it when it appears, in the same frame. */
export const removeShell = () => document.getElementById('shell')?.remove();
