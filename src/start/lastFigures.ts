import { dateOf } from '../lib/zoned.ts';
import type { ChartView, LastView } from './lastView.ts';
import { isOfTiles, liveWords } from './liveTiles.ts';
import type { StoredSession } from './storedSession.ts';
import { viewToShow } from './viewToShow.ts';

/**
 * Compiled into index.html after the shell (build/shell.ts). It draws the tiles and charts as this tab showed them last, with the time of the
 * figures, and puts the answers of the first calls (firstCalls.ts) into the tiles, until the application draws the page.
 */

const withText = (tag: string, text: string) => {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
};

const SVG = 'http://www.w3.org/2000/svg';

function place(element: HTMLElement | SVGElement, [left, top, width, height]: ChartView['card']) {
  Object.assign(element.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
}

function chart({ title, card, drawing, parts }: ChartView) {
  const frame = withText('div', title);
  frame.className = 'shell-chart';
  place(frame, card);
  const svg = document.createElementNS(SVG, 'svg');
  place(svg, drawing);
  for (const [outline, colour] of parts) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', outline);
    path.setAttribute('fill', colour);
    svg.append(path);
  }
  frame.append(svg);
  return frame;
}

function drawTiles({ trust, tiles }: Pick<LastView, 'trust' | 'tiles'>) {
  const drawn = tiles.map(({ label, figure, below }) => {
    const strong = withText('strong', figure);
    if (/\p{L}/u.test(figure)) strong.className = 'shell-words';
    const tile = document.createElement('div');
    tile.append(withText('span', label), strong, withText('small', below));
    return tile;
  });
  document.querySelector('.shell-trust')?.replaceChildren(trust);
  document.querySelector('.shell-tiles')?.replaceChildren(...drawn);
}

function draw({ accountName }: StoredSession['info'], view: LastView) {
  document.querySelector('.shell-bar span')?.replaceChildren(accountName);
  drawTiles(view);
  if (view.width === innerWidth) document.querySelector('.shell-area')?.append(...view.charts.map(chart));
}

const shown = viewToShow(Date.now());
if (shown) {
  const { view, session, isToday } = shown;
  draw(session.info, view);
  const { timeZone } = session.info;
  const today = () => (isToday ? view.date : dateOf(Date.now(), timeZone));
  let { trust, tiles } = view;
  const bringUpToDate = async (url: string, reply: Response) => {
    const live = reply.ok && liveWords(url, await reply.json(), { date: view.date, today: today(), timeZone });
    if (!live) return;
    trust = live.trust ?? trust;
    tiles = tiles.map((tile) => ({ ...tile, ...live.tiles[tile.key] }));
    drawTiles({ trust, tiles });
    if (live.trust) document.querySelector('.shell-tiles')?.setAttribute('data-live', '');
  };
  // The application handles what fails.
  for (const [url, answer] of Object.entries(window.tbEarly?.asked ?? {}))
    if (isOfTiles(url)) answer.then(({ reply }) => bringUpToDate(url, reply.clone())).catch(() => undefined);
  // A browser's first use of time zones takes as long as all of this: it comes after the first picture, while the answers are on their way.
  requestAnimationFrame(() => setTimeout(() => dateOf(view.at, timeZone)));
}
