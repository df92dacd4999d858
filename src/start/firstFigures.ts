import { dateOf } from '../lib/zoned.ts';
import { isOfTiles, labelsOf, liveWords } from './liveTiles.ts';
import { callsToSend } from './storedCalls.ts';

/**
 * Compiled into index.html after the shell (build/shell.ts). It draws the tiles with their labels and puts the answers of the first calls
 * (firstCalls.ts) into them, until the application draws the page. Its words are English: in other languages the tiles stay empty.
 */
const withText = (tag: string, text: string) => {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
};

/** Draws a tile in its size: the headline, an attendance tile or a small one of devices and payroll. */
function tile(key: string, label: string, figure = '', below = '') {
  const strong = withText('strong', figure);
  if (/\p{L}/u.test(figure)) strong.className = 'shell-words';
  const drawn = document.createElement('div');
  drawn.dataset.tile = key;
  drawn.append(withText('span', label), strong, withText('small', below));
  return drawn;
}

const early = window.tbEarly;
const first = early && document.documentElement.lang === 'en' ? callsToSend(Date.now()) : null;
if (early && first) {
  const { calls, session, isToday } = first;
  const { accountName, timeZone } = session.info;
  const labels = labelsOf(calls.urls);
  const tiles = new Map(labels.map(([key, label]) => [key, tile(key, label)]));
  const area = document.querySelector('.shell-tiles');
  const draw = () => area?.replaceChildren(...tiles.values());
  document.querySelector('.shell-bar span')?.replaceChildren(accountName);
  draw();
  const today = () => (isToday ? calls.date : dateOf(Date.now(), timeZone));
  const show = async (url: string, reply: Response) => {
    const live = reply.ok && liveWords(url, await reply.json(), { date: calls.date, today: today(), timeZone });
    if (!live) return;
    for (const [key, label] of labels) {
      const words = live.tiles[key];
      if (words) tiles.set(key, tile(key, label, words.figure, words.below));
    }
    draw();
    if (!live.answer) return;
    const sentences = live.answer.map(({ text, isKnown }) => {
      const sentence = withText('span', text);
      if (!isKnown) sentence.style.visibility = 'hidden';
      return sentence;
    });
    document.querySelector('.shell-answer')?.replaceChildren(...sentences);
    area?.setAttribute('data-live', '');
  };
  // The application handles what fails.
  for (const [url, answer] of Object.entries(early.answers))
    if (isOfTiles(url)) answer.then(({ reply }) => show(url, reply.clone())).catch(() => undefined);
  // A browser's first use of time zones takes as long as all of this: it comes after the first picture, while the answers are on their way.
  requestAnimationFrame(() => setTimeout(() => dateOf(Date.now(), timeZone)));
}
