import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  killBrowser,
  type OpenedBrowser,
  openBrowser,
  openWithCode,
  scan,
  setUpAgain,
  storedRecords,
} from './recorderPage.ts';

/** Time that is skipped at once, so that the hold of 10 s is over. */
const RIPE_MS = 11_000;

/** The browser's debugger no longer answers for a running page (seen in long runs): only a new start helps. */
export class Unanswered extends Error {}
const ANSWER_MS = 20_000;
export const answered = <T>(asked: Promise<T>, withinMs = ANSWER_MS): Promise<T> => {
  let timer: NodeJS.Timeout;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unanswered('The debugger does not answer.')), withinMs);
  });
  return Promise.race([asked, over]).finally(() => clearTimeout(timer));
};

/** A Recorder that counts pieces, in a browser of its own, and the journal of what its screen confirmed: a file that survives every kill. */
export class CountingDevice {
  readonly #profile: string;
  readonly #origin: string;
  readonly #journal: string;
  #opened: OpenedBrowser | undefined;
  #page: Page | undefined;
  /** The ms by which the device's wall clock is ahead of ours: skipped time, and its error. */
  #passed = 0;
  #wrongBy = 0;
  constructor(folder: string, origin: string) {
    this.#profile = join(folder, 'profile');
    this.#journal = join(folder, 'journal');
    this.#origin = origin;
    appendFileSync(this.#journal, '');
  }
  get page(): Page {
    if (!this.#page) throw new Error('The browser is closed.');
    return this.#page;
  }
  async open() {
    this.#opened = await openBrowser(this.#profile);
    const context = this.#opened.browser.contexts()[0] ?? (await this.#opened.browser.newContext());
    // For this context's pages, across reloads; a browser that was killed starts with the device's former time.
    await context.clock.install({ time: this.#wall });
    this.#page = context.pages()[0] ?? (await context.newPage());
  }
  get #wall() {
    return Date.now() + this.#passed + this.#wrongBy;
  }
  async kill() {
    if (this.#opened) await killBrowser(this.#opened);
    this.#opened = undefined;
  }
  async reopen() {
    await this.kill();
    await this.open();
  }
  async restart() {
    await this.reopen();
    await this.show();
  }
  records = () => answered(storedRecords(this.page));
  stored = async () => (await this.records()).map(({ id }) => id);
  /** Restarts a browser whose debugger no longer answers, and notes what it was confirming or undoing. */
  async revive() {
    await this.restart();
    await this.#noteStored();
  }
  async #noteStored() {
    const confirmed = this.confirmed();
    for (const id of await this.stored()) if (!confirmed.has(id)) appendFileSync(this.#journal, `+${id}\n`);
  }
  async show() {
    await this.page.goto(`${this.#origin}/rc/`);
    await this.isReady();
  }
  async isReady() {
    const heading = this.page.getByRole('heading', { name: 'Count', exact: true });
    await heading.waitFor({ timeout: 20_000 }).catch(async (error: unknown) => {
      const shown = await answered(this.page.locator('body').ariaSnapshot());
      throw new Error(`'Count' does not come; the page shows: ${shown}`, { cause: error });
    });
  }
  async reload() {
    await this.page.reload();
    await this.isReady();
  }
  /** Opens another window, which takes over, and closes the first. */
  async takeOver() {
    const before = this.page;
    const second = await before.context().newPage();
    this.#page = second;
    await second.goto(`${this.#origin}/rc/`);
    await second.getByRole('button', { name: 'Use it here' }).click();
    await this.isReady();
    await before.close();
  }
  /** Scans a badge, and writes the ids of what the screen confirmed into the journal. */
  async scan(number: string) {
    const look = this.page.evaluate(() => {
      for (const one of document.querySelectorAll('.result')) one.setAttribute('data-seen', '');
    });
    await answered(look);
    await answered(scan(this.page, `TB1:${number}`));
    const result = this.page.locator('.result:not([data-seen])');
    await answered(result.waitFor());
    if ((await result.getAttribute('data-kind')) === 'repeat') {
      await result.getByRole('button', { name: 'Record again' }).click();
      await answered(this.page.locator('.result:not([data-kind="repeat"])').waitFor());
    }
    await this.#noteStored();
  }
  /** A person agrees to their day by their badge, or says that something is wrong with it. */
  async say(number: string, agrees: boolean) {
    const { page } = this;
    await answered(page.getByRole('button', { name: 'More', exact: true }).click());
    await page.getByRole('button', { name: 'My day', exact: true }).click();
    await answered(page.getByText('Scan your badge to see your day').waitFor());
    await answered(scan(page, `TB1:${number}`));
    const agree = page.getByRole('button', { name: 'Agree', exact: true });
    const wrong = page.getByRole('button', { name: 'Something is wrong' });
    await answered(wrong.first().waitFor());
    if (agrees && (await agree.first().isVisible())) {
      await agree.first().click();
      await answered(
        page
          .getByText(/^Agreed /)
          .first()
          .waitFor(),
      );
    } else {
      await wrong.first().click();
      await page.getByRole('button', { name: 'Pieces missing' }).click();
      await answered(
        page
          .getByText(/^Pieces missing: /)
          .first()
          .waitFor(),
      );
    }
    await this.#noteStored();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    await this.isReady();
  }
  async undo() {
    const undo = this.page.getByRole('button', { name: 'Undo' });
    if (!(await undo.isVisible())) return;
    await undo.click();
    await answered(undo.waitFor({ state: 'hidden' }));
    const kept = new Set(await this.stored());
    for (const id of this.confirmed()) if (!kept.has(id)) appendFileSync(this.#journal, `-${id}\n`);
  }
  /** Sets the device's clock: it is wrong by so many ms from now on. */
  async setClock(by: number) {
    this.#wrongBy = by;
    await answered(this.page.clock.setSystemTime(this.#wall));
  }
  /** Lets time pass, so that the hold and every wait after a refusal are over and what waits is sent. */
  async ripen() {
    this.#passed += RIPE_MS;
    await answered(this.page.clock.fastForward(RIPE_MS));
    await answered(this.page.evaluate(() => dispatchEvent(new Event('online'))));
  }
  setOffline = (isOffline: boolean) => this.page.context().setOffline(isOffline);
  /** Looks for a release; a waiting one takes over, even while recording. Offline, or if its files do not arrive, none waits. */
  async upgrade() {
    const looked = this.page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/rc/');
      await registration?.update().catch(() => undefined);
      // One that is still installing waits until the next time.
      registration?.waiting?.postMessage({ type: 'SKIP_WAITING' });
    });
    await answered(looked);
    await this.reload();
  }
  async activate(code: string) {
    // Forces a new document, because only the fragment of the address differs.
    await this.page.goto('about:blank');
    await this.page.goto(`${this.#origin}/rc/#${code}`);
    await setUpAgain(this.page, 'count');
    await this.isReady();
  }
  /** Sends refused records again, as a supervisor would. */
  async tryAgain() {
    const { page } = this;
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await openWithCode(page, 'Correct');
    await page.getByRole('button', { name: /refused: Try again$/ }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    await this.isReady();
  }
  /** Returns the ids in the journal, without those that were undone. */
  confirmed(): Set<string> {
    const ids = new Set<string>();
    for (const line of readFileSync(this.#journal, 'utf8').split('\n'))
      if (line.startsWith('+')) ids.add(line.slice(1));
      else ids.delete(line.slice(1));
    return ids;
  }
}
