import { dateOf } from '../lib/zoned.ts';
import { sendEarly } from './earlyCalls.ts';
import { type LastView, readView } from './lastView.ts';
import { isAreaShell } from './shell.ts';
import { readStoredSession, type StoredSession } from './storedSession.ts';

/**
 * Compiled into index.html behind the shell (build/shell.ts): draws the tiles as this tab showed them last, until the application shows
 * them itself, and sends its first calls. Of this session only, of the day that the address asks for, and saying as of when.
 */
const MAX_AGE_MS = 12 * 3_600_000;

const withText = (tag: string, text: string) => {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
};

function draw({ accountName }: StoredSession['info'], view: LastView) {
  const tiles = view.tiles.map(({ label, figure, below }) => {
    const strong = withText('strong', figure);
    if (/\p{L}/u.test(figure)) strong.className = 'shell-words';
    const tile = document.createElement('div');
    tile.append(withText('span', label), strong, withText('small', below));
    return tile;
  });
  document.querySelector('.shell-bar span')?.replaceChildren(accountName);
  document.querySelector('.shell-trust')?.replaceChildren(view.trust);
  document.querySelector('.shell-tiles')?.replaceChildren(...tiles);
}

const session = readStoredSession();
const view = readView();
if (isAreaShell() && /^\/(employer(\/overview)?\/?)?$/.test(location.pathname) && session && view) {
  const now = Date.now();
  const { info } = session;
  const isOwn = view.session === session.id && now < session.expiresAt && !info.mustChangePassword;
  const date = new URLSearchParams(location.search).get('date') ?? dateOf(now, info.timeZone);
  if (isOwn && view.date === date && now - view.at <= MAX_AGE_MS) {
    draw(info, view);
    if (navigator.onLine !== false) sendEarly(view.calls, session.token);
  }
}
