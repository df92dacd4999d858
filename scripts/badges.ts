import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import QRCode from 'qrcode';

const escaped = (text: string) => text.replace(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`);

/** Writes a page of badges that visitors of the demo hold before the camera; returns its address. */
export async function writeBadges(
  directory: string,
  people: readonly { number: string; name: string }[],
): Promise<string> {
  const badges = await Promise.all(
    people.map(async ({ number, name }) => {
      const code = await QRCode.toString(`TB1:${number}`, { type: 'svg', errorCorrectionLevel: 'Q', margin: 4 });
      return `<figure>${code}<figcaption><b>${escaped(name)}</b><br>${escaped(number)}</figcaption></figure>`;
    }),
  );
  const path = join(directory, 'badges.html');
  const style = 'body{font:1.2rem system-ui;display:flex;flex-wrap:wrap;gap:4rem}figure{width:12rem;text-align:center}';
  writeFileSync(
    path,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Badges of the demo</title><style>${style}</style>${badges.join('')}</html>\n`,
  );
  return pathToFileURL(path).href;
}
