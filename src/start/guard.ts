import { deviceStorage, tabStorage } from '../lib/storage.ts';
import { LANGUAGE_KEY, languageIn } from './language.ts';
import { LAST_FIGURES_MARK } from './lastFiguresMark.ts';
import { PASSKEY_MARK } from './passkeyMark.ts';
import { GUARD_KEY, shellOf, showShell } from './shell.ts';
import { hasStoredSession, storedLanguage } from './storedSession.ts';

/**
 * Compiled into the head of index.html (build/shell.ts), before anything that may be broken. It sets the colour scheme, so that nothing flashes; the
 * language and the picture that are shown until the application has started; the preloads of the files that it will need; and, once per session, the way out of a shell
 * whose files are gone.
 */
type ScreenFiles = Partial<Record<'login' | 'lastFigures' | 'employer' | 'manage' | 'charts', readonly string[]>> & {
  /** The words of each language but English. */
  words?: { readonly [language: string]: string };
};

const isSystemDark = () => matchMedia('(prefers-color-scheme: dark)').matches;

function setColorScheme() {
  const chosen = deviceStorage.get('mantine-color-scheme-value') ?? 'auto';
  const scheme = chosen === 'auto' ? (isSystemDark() ? 'dark' : 'light') : chosen;
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
  // The log-in form will be drawn below them: nothing is typed into one that moves.
  if (deviceStorage.get(LAST_FIGURES_MARK)) document.documentElement.setAttribute('data-figures', '');
  if (deviceStorage.get(PASSKEY_MARK)) document.documentElement.setAttribute('data-passkey', '');
}

/** A script or style sheet could not be loaded: the shell is old and its files are gone, but the server has the new one. */
function watchForLostFiles() {
  addEventListener(
    'error',
    ({ target }) => {
      const isFile =
        target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel === 'stylesheet');
      if (!isFile || navigator.onLine === false || tabStorage.get(GUARD_KEY)) return;
      // Without storage the next page could not know that this was tried, and would loop.
      if (!tabStorage.set(GUARD_KEY, '1')) return;
      const url = new URL(location.href);
      url.searchParams.set('shell', 'network');
      location.replace(url.href);
    },
    true,
  );
}

/** Requests files before the bundle names them; resolves when all have loaded or failed. */
const preload = (files: readonly string[] = []) =>
  Promise.all(
    files.map(
      (href) =>
        new Promise<void>((resolve) => {
          const link = document.createElement('link');
          const isSheet = href.endsWith('.css');
          link.rel = isSheet ? 'preload' : 'modulepreload';
          if (isSheet) link.as = 'style';
          link.crossOrigin = '';
          link.href = href;
          link.onload = () => resolve();
          link.onerror = () => resolve();
          document.head.append(link);
        }),
    ),
  );

function preloadScreen(shell: ReturnType<typeof shellOf>, files: ScreenFiles) {
  if (location.pathname.startsWith('/manage')) void preload(files.manage);
  // Charts load last, but do not wait until the dashboard runs.
  else if (shell === 'area') void preload(files.employer).then(() => preload(files.charts));
  else {
    if (shell === 'login') void preload(files.login);
    // Also above the denied page, to which a bookmark without a session leads.
    if (deviceStorage.get(LAST_FIGURES_MARK)) void preload(files.lastFigures);
  }
}

/** The page is in the language of the session, else in what was chosen on this device, else in the browser's. */
function setLanguage({ words = {} }: ScreenFiles) {
  const language = languageIn([storedLanguage(), deviceStorage.get(LANGUAGE_KEY) ?? '', ...navigator.languages], words);
  document.documentElement.lang = language;
  const file = words[language];
  if (file) void preload([file]);
}

// The build (build/shell.ts) has written this into the same page.
const files: ScreenFiles = JSON.parse(document.getElementById('screen-files')?.textContent ?? '{}');
setColorScheme();
setLanguage(files);
const shell = shellOf(location.pathname, hasStoredSession());
showShell(shell);
watchForLostFiles();
preloadScreen(shell, files);
