import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import type { TestBrowser } from './tab.ts';

const named = (xpath: string) => `::-p-xpath(${xpath})`;

/** Firefox, driven by WebDriver BiDi. */
export async function openFirefox(executablePath: string): Promise<TestBrowser> {
  const downloads = mkdtempSync(join(tmpdir(), 'tallyboard-firefox-'));
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    defaultViewport: { width: 1280, height: 900 },
    extraPrefsFirefox: {
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
      'browser.download.always_ask_before_handling_new_types': false,
    },
  });
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  return {
    name: await browser.version(),
    downloads,
    tab: {
      goto: (url) => page.goto(url),
      reload: () => page.reload(),
      url: async () => page.url(),
      fill: (xpath, text) => page.locator(named(xpath)).fill(text),
      click: (xpath) => page.locator(named(xpath)).click(),
      escape: () => page.keyboard.press('Escape'),
      evaluate: (expression) => page.evaluate(expression),
    },
    errors: async () => errors.splice(0),
    async close() {
      await browser.close();
      rmSync(downloads, { recursive: true, force: true });
    },
  };
}
