/**
 * The page's own first picture, which index.html carries (build/shell): the log-in form or the outline of an area, shown until the
 * application has something better. Whatever was typed into it is kept.
 */
/** Set in the tab's storage once the guard has tried the network shell; taken away when the application has started. */
export const GUARD_KEY = 'tb.guard';

export type Shell = 'login' | 'area' | 'other';

/** Returns the picture that an address begins with. */
export function shellOf(pathname: string, signedIn: boolean): Shell {
  const path = pathname.replace(/\/$/, '');
  if (signedIn && (path === '' || /^\/(employer|manage)(\/|$)/.test(path))) return 'area';
  return path === '/login' || path === '' ? 'login' : 'other';
}

/** Notes the picture for the page's styles; `shellShown` reads it. */
export const showShell = (shell: Shell) => document.documentElement.setAttribute('data-shell', shell);
const shellShown = () => document.documentElement.getAttribute('data-shell');

/** Returns true if an area's outline is shown, which has no fields to type into. */
export const isAreaShell = () => shellShown() === 'area';

type Typed = { username: string; password: string; focused: 'username' | 'password' | null };

const field = (name: 'username' | 'password') => {
  const found = document.getElementById(`shell-${name}`);
  return found instanceof HTMLInputElement ? found : null;
};

/** Returns what stands in the page's own log-in form now. */
export function typedBefore(): Typed {
  const [username, password] = [field('username'), field('password')];
  const active = document.activeElement;
  const focused = active === null ? null : active === username ? 'username' : active === password ? 'password' : null;
  return { username: username?.value ?? '', password: password?.value ?? '', focused };
}

/** Takes the first picture away; called by every page as it appears, in the same frame. */
export const removeShell = () => document.getElementById('shell')?.remove();
