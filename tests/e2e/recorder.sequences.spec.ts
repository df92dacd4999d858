import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, NEW, OLD, test } from '../support/e2e.ts';
import {
  killBrowser,
  type OpenedBrowser,
  openBrowser,
  scan,
  setUpAgain,
  setUpRecorder,
  storedIds,
  storedRecords,
} from '../support/recorderPage.ts';

/**
 * Random sequences of what happens to a Recorder that counts pieces (two punches of a second would be one, rules.md 4), in a real browser against the real server, beside a journal in a file that no kill reaches
 * (recorder.md, Tests): after each, every confirmed record is on the server once and of the device's own numbers none is missing.
 * `npm run test:recorder` is the long form.
 */
const SEQUENCES = Number(process.env.RECORDER_SEQUENCES ?? 3);
const SEED = Number(process.env.RECORDER_SEED ?? 1);

/** A small generator of random numbers from 0 to 1 (mulberry32): a seed gives the same sequence each time. */
function randomOf(seed: number) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const CLOCK_BY = 'test-clock-by';
/** The device's wall clock, wrong by what the test says; over reloads and kills. */
const wrongClock = `{
  const right = Date.now;
  Date.now = () => { try { return right() + Number(localStorage.getItem('${CLOCK_BY}') ?? 0); } catch { return right(); } };
}`;

class Device {
  readonly #profile: string;
  readonly #origin: string;
  readonly #journal: string;
  #opened: OpenedBrowser | undefined;
  #page: Page | undefined;
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
    await context.addInitScript(wrongClock);
    this.#page = context.pages()[0] ?? (await context.newPage());
  }
  async kill() {
    if (this.#opened) await killBrowser(this.#opened);
    this.#opened = undefined;
  }
  async restart() {
    await this.kill();
    await this.open();
    await this.show();
  }
  async show() {
    await this.page.goto(`${this.#origin}/rc/`);
    await this.isReady();
  }
  isReady = () =>
    expect(this.page.getByRole('heading', { name: 'Count', exact: true })).toBeVisible({ timeout: 20_000 });
  async reload() {
    await this.page.reload();
    await this.isReady();
  }
  /** Another window takes over, and the first is closed. */
  async takeOver() {
    const before = this.page;
    const second = await before.context().newPage();
    this.#page = second;
    await second.goto(`${this.#origin}/rc/`);
    await second.getByRole('button', { name: 'Use it here' }).click();
    await this.isReady();
    await before.close();
  }
  /** What the screen confirmed; an id of it, once. */
  async scan(number: string) {
    const known = new Set(await storedIds(this.page));
    const result = this.page.locator('.result:not([data-seen])');
    await this.page.evaluate(() => {
      for (const one of document.querySelectorAll('.result')) one.setAttribute('data-seen', '');
    });
    await scan(this.page, `TB1:${number}`);
    await expect(result).toBeVisible();
    const kind = await result.getAttribute('data-kind');
    if (kind === 'repeat') {
      await result.getByRole('button', { name: 'Record again' }).click();
      await expect(this.page.locator('.result:not([data-kind="repeat"])')).toBeVisible();
    }
    for (const id of await storedIds(this.page)) if (!known.has(id)) appendFileSync(this.#journal, `+${id}\n`);
  }
  async undo() {
    const undo = this.page.getByRole('button', { name: 'Undo' });
    if (!(await undo.isVisible())) return;
    await undo.click();
    await expect(undo).toBeHidden();
    const kept = new Set(await storedIds(this.page));
    for (const id of this.confirmed()) if (!kept.has(id)) appendFileSync(this.#journal, `-${id}\n`);
  }
  setClock = (by: number) =>
    this.page.evaluate(([key, ms]) => localStorage.setItem(String(key), String(ms)), [CLOCK_BY, by] as const);
  /** The hold of 10 s is over, by the clock. */
  ripen = () =>
    this.page.evaluate((key) => {
      localStorage.setItem(key, String(Number(localStorage.getItem(key) ?? 0) + 11_000));
      dispatchEvent(new Event('online'));
    }, CLOCK_BY);
  sendNow = () => this.page.evaluate(() => dispatchEvent(new Event('online')));
  setOffline = (isOffline: boolean) => this.page.context().setOffline(isOffline);
  /** The release that waits takes over, records or not. */
  async upgrade() {
    await this.page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/rc/');
      await registration?.update();
      const { installing } = registration ?? {};
      if (installing) await new Promise((resolve) => installing.addEventListener('statechange', resolve));
      registration?.waiting?.postMessage({ type: 'SKIP_WAITING' });
    });
    await this.reload();
  }
  async activate(code: string) {
    // A new document: of the address only the fragment differs.
    await this.page.goto('about:blank');
    await this.page.goto(`${this.#origin}/rc/#${code}`);
    await setUpAgain(this.page, 'count');
    await this.isReady();
  }
  /** The ids that stand in the journal, without those that were undone. */
  confirmed(): Set<string> {
    const ids = new Set<string>();
    for (const line of readFileSync(this.#journal, 'utf8').split('\n'))
      if (line.startsWith('+')) ids.add(line.slice(1));
      else ids.delete(line.slice(1));
    return ids;
  }
}

const ACTS = [
  ...[
    'scan',
    'scan',
    'scan',
    'scan',
    'scan',
    'undo',
    'ripen',
    'ripen',
    'reload',
    'takeOver',
    'kill',
    'killWhileSending',
  ],
  ...['offline', 'online', 'lost', 'hangUp', '500', '413', '429', 'portal', 'clock', 'upgrade', 'revoke', 'return'],
] as const;

test(`${SEQUENCES} random sequences lose nothing and double nothing`, async ({ world, baseURL }) => {
  test.setTimeout(120_000 + SEQUENCES * 60_000);
  const folder = mkdtempSync(join(tmpdir(), 'tb-sequences-'));
  const { accountId, deviceId, code } = await world.recorder();
  const device = new Device(folder, baseURL ?? '');
  const random = randomOf(SEED);
  const upTo = (most: number) => Math.floor(random() * most);
  const history: string[] = [];
  const counted: Record<string, number> = {};
  let isRevoked = false;
  let shell = OLD;
  const comeBack = async () => {
    await device.setOffline(false);
    await world.clearFaults();
    await device.activate(await world.codeAnew(accountId, deviceId));
    isRevoked = false;
  };
  const act = async (what: string) => {
    if (what === 'scan') await device.scan(String(1001 + upTo(3)));
    if (what === 'undo') await device.undo();
    if (what === 'ripen') await device.ripen();
    if (what === 'reload') await device.reload();
    if (what === 'takeOver') await device.takeOver();
    if (what === 'kill') await device.restart();
    if (what === 'killWhileSending') {
      await world.fault({ pattern: '/rc/sync', delayMs: 300, times: 1 });
      await device.ripen();
      await device.restart();
    }
    if (what === 'offline' || what === 'online') await device.setOffline(what === 'offline');
    if (what === 'lost') await world.fault({ pattern: '/rc/sync', loseAnswer: true, times: 1 + upTo(2) });
    if (what === 'hangUp') await world.fault({ pattern: '/rc/', hangUp: true, times: 1 });
    if (['500', '413', '429'].includes(what)) {
      const answer = { status: Number(what), type: 'application/json', body: '{"message":"No"}', times: 1 + upTo(2) };
      await world.fault({ pattern: '/v2/rc/sync', ...answer });
    }
    if (what === 'portal')
      await world.fault({ pattern: '/v2/rc/', status: 200, type: 'text/html', body: '<p>Sign in</p>', times: 1 });
    if (what === 'clock') await device.setClock((upTo(7) - 3) * 3_600_000);
    if (what === 'upgrade') {
      shell = shell === OLD ? NEW : OLD;
      await world.deploy({ api: OLD, shell });
      await device.upgrade();
    }
    if (what === 'revoke') {
      await world.codeAnew(accountId, deviceId);
      isRevoked = true;
    }
    if (what === 'return' && isRevoked) await comeBack();
  };
  try {
    await device.open();
    await setUpRecorder(device.page, baseURL ?? '', code, 'count');
    await device.page.getByLabel('Lookup 1').selectOption('APPLE');
    await device.page.getByRole('button', { name: 'Start' }).click();
    await device.isReady();
    await device.page.waitForFunction(async () => (await caches.keys()).includes('recorder-shell'));
    for (let sequence = 0; sequence < SEQUENCES; sequence += 1) {
      history.length = 0;
      for (let step = 0, steps = 4 + upTo(9); step < steps; step += 1) {
        const what = ACTS[upTo(ACTS.length)] ?? 'scan';
        history.push(what);
        counted[what] = (counted[what] ?? 0) + 1;
        await act(what);
      }
      await device.setOffline(false);
      await world.clearFaults();
      if (isRevoked) await comeBack();
      await expect(async () => {
        await device.ripen();
        const { recordIds, missing } = await world.recorded(accountId);
        const open = (await storedRecords(device.page)).filter(({ state }) => state !== 'accepted');
        const said = `sequence ${sequence} of seed ${SEED}: ${history.join(' ')}; on the device ${JSON.stringify(open)}`;
        expect([...recordIds].sort(), said).toEqual([...device.confirmed()].sort());
        expect(missing, said).toEqual([]);
      }).toPass({ timeout: 45_000, intervals: [200, 500, 1_000, 2_000] });
    }
    console.log(
      JSON.stringify({ sequences: SEQUENCES, seed: SEED, confirmed: device.confirmed().size, acts: counted }),
    );
  } finally {
    await device.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});
