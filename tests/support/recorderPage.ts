import { expect, type Page } from '@playwright/test';

/** What end-to-end tests do on the Recorder's page; badges come by the keys of a scanner. */
export const SUPERVISOR_CODE = '4711';

/** From the address with the code to the first scan, in a mode. */
export async function setUpRecorder(page: Page, origin: string, code: string, mode: 'kiosk' | 'crew' = 'crew') {
  await page.goto(`${origin}/rc/#${code}`);
  await page.getByLabel('Choose a supervisor code').fill(SUPERVISOR_CODE);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('3 people and 1 product here')).toBeVisible();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('heading', { name: 'Clock' })).toBeVisible();
  if (mode === 'kiosk') return;
  await page.getByRole('button', { name: 'More' }).click();
  await openWithCode(page, 'Settings');
  await page.getByLabel('This device').selectOption(mode);
  await page.getByRole('button', { name: 'Close' }).click();
}
export async function openWithCode(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByLabel('Supervisor code').fill(SUPERVISOR_CODE);
  await page.getByRole('button', { name: 'OK' }).click();
}
/** The keys of a scanner, all at once: sent one by one they come as slowly as the machine is busy, and are typing then. */
export const scan = (page: Page, text: string) =>
  page.evaluate((keys) => {
    for (const key of [...keys, 'Enter']) document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  }, text);
/** The ids of all records that the page has confirmed, from its database. */
export const storedIds = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('recorder');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('log').objectStore('log').getAllKeys();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result.map(String));
          };
          reading.onerror = () => reject(reading.error);
        };
      }),
  );
