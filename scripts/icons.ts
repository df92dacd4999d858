/**
 * Renders the icons of both applications from one drawing with Chromium: `npm run icons`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from './chromium.ts';

const ink = { page: '#364fc7', strokes: '#ffffff', across: '#63e6be' };
/** Returns four tally strokes and the one across them, on a 32 x 32 grid; `scale` shrinks the drawing around its centre. */
const mark = (strokes: string, across: string, scale = 1) =>
  [
    `<g ${scale === 1 ? '' : `transform="translate(16 16) scale(${scale}) translate(-16 -16)" `}fill="none" stroke-linecap="round">`,
    `<path d="M8 8v16M13.3 8v16M18.7 8v16M24 8v16" stroke="${strokes}" stroke-width="2.6"/>`,
    `<path d="M5.5 21.5 26.5 10.5" stroke="${across}" stroke-width="2.8"/></g>`,
  ].join('');
const svg = (body: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${body}</svg>\n`;

const rounded = svg(`<rect width="32" height="32" rx="7" fill="${ink.page}"/>${mark(ink.strokes, ink.across)}`);
/** For maskable icons: filled to the edges, with everything that matters within the middle 80 %. */
const bleed = svg(`<rect width="32" height="32" fill="${ink.page}"/>${mark(ink.strokes, ink.across, 0.74)}`);
const monochrome = svg(mark('#000', '#000', 0.86));

const files = [
  { name: 'icon-192.png', size: 192, drawing: rounded },
  { name: 'icon-512.png', size: 512, drawing: rounded },
  { name: 'maskable-512.png', size: 512, drawing: bleed },
  { name: 'monochrome-512.png', size: 512, drawing: monochrome },
  { name: 'apple-touch-icon.png', size: 180, drawing: bleed },
];
/** The Recorder's icon: the same mark on the colour of 'on time', with the corner of a QR code. */
const corner = `<path d="M23 4h5v5h-5zM24.8 5.8h1.4v1.4h-1.4z" fill="#fff" fill-rule="evenodd"/>`;
const ofRecorder = (drawing: string) => drawing.replaceAll(ink.page, '#087f5b').replace('</svg>', `${corner}</svg>`);
const recorderFiles = files
  .slice(0, 3)
  .concat(files.slice(4))
  .map((file) => ({ ...file, drawing: ofRecorder(file.drawing) }));

const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_ARGS });
const page = await browser.newPage();
for (const [folder, all, icon] of [
  ['../public/icons/', files, rounded],
  ['../recorder/public/icons/', recorderFiles, ofRecorder(rounded)],
] as const) {
  const target = new URL(folder, import.meta.url);
  await mkdir(target, { recursive: true });
  await writeFile(new URL('icon.svg', target), icon);
  for (const { name, size, drawing } of all) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${drawing}`);
    await page.screenshot({ path: new URL(name, target).pathname, omitBackground: true });
  }
}
await browser.close();
