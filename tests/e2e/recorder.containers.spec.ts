import type { Page } from '@playwright/test';
import { logIn } from '#contract/access/session.ts';
import { getQuality } from '#contract/figures/quality.ts';
import { createUnmanagedDevice } from '#contract/intake/enrolment.ts';
import { createContainerKind } from '#contract/masterData/containers.ts';
import { createDefect } from '#contract/masterData/defects.ts';
import { type ListedContainer, listContainers } from '#contract/office/containers.ts';
import { listExceptions } from '#contract/office/exceptions.ts';
import { PERMISSIONS } from '#contract/platform/permissions.ts';
import { createCall } from '#server/operations/demo/client.ts';
import { pick, randomFrom } from '#server/operations/demo/random.ts';
import { axeFindings } from '../support/axe.ts';
import type { RemoteWorld } from '../support/e2e.messages.ts';
import { expect, setOffline, test } from '../support/e2e.ts';
import { expectSent, passHold, scan, setUpRecorder, storedRecords } from '../support/recorderPage.ts';

/** Containers that lead to their picker and count once (docs/reference/containers.md), on real Recorders. */

const HOURS = 16;
const DAY_MS = 86_400_000;
const dayOf = (at: number) => new Date(at).toLocaleDateString('sv-SE', { timeZone: 'Africa/Johannesburg' });

/** Gives an account a kind of container and some Recorders with their codes, and returns what its office sees. */
async function givenBins(world: RemoteWorld, origin: string, recorders: number) {
  const { accountId, code } = await world.recorder();
  const call = createCall(origin);
  const tokenOf = async ({ username, password }: { username: string; password: string }) =>
    (await call(logIn, { body: { username, password } })).token;
  const office = await tokenOf(await world.user({ role: 'employer', accountId, permissions: PERMISSIONS }));
  const admin = await tokenOf(await world.user({ role: 'admin' }));
  const bin = { name: 'Bin', units: '350', lookup1Code: null, hours: HOURS, keepsRejected: false };
  await call(createContainerKind, { query: {}, body: bin }, office);
  for (const name of ['Bruised', 'Green']) await call(createDefect, { query: {}, body: { name } }, office);
  const codes = [code];
  while (codes.length < recorders) {
    const body = { serialNumber: `BINS-${codes.length}-${accountId.slice(-8)}`, imei: '350' };
    codes.push((await call(createUnmanagedDevice, { params: { accountId }, body }, admin)).activationToken);
  }
  const days = () => ({ from: dayOf(Date.now() - DAY_MS), to: dayOf(Date.now()) });
  return {
    accountId,
    codes,
    containers: async () => (await call(listContainers, { query: days() }, office)).containers,
    quality: () => call(getQuality, { query: days() }, office),
    exceptions: async () => (await call(listExceptions, { query: days() }, office)).exceptions,
  };
}

async function chooseContainers(page: Page) {
  await page.getByRole('button', { name: 'Containers', exact: true }).click();
  await expect(page.getByText('Scan a badge', { exact: true })).toBeVisible();
}
async function setUpTally(page: Page, origin: string, code: string) {
  await page.clock.install();
  await setUpRecorder(page, origin, code, 'count');
  await page.getByLabel('Lookup 1').selectOption('APPLE');
  await page.getByRole('button', { name: 'Start' }).click();
  await chooseContainers(page);
}

test('a tally clerk counts bins without a connection, and a delivery point accepts one and rejects one', async ({
  page,
  context,
  browser,
  world,
  baseURL,
}) => {
  test.slow();
  const origin = baseURL ?? '';
  const { accountId, codes, containers, exceptions, quality } = await givenBins(world, origin, 2);
  const [tally = '', delivery = ''] = codes;
  const isClean = async (on: Page, what: string) => {
    for (const width of [390, 1440]) {
      await on.setViewportSize({ width, height: 900 });
      expect(await axeFindings(on, ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']), `${what} at ${width}`).toEqual([]);
      if (process.env.TOUR_ONLY) await on.screenshot({ path: `test-results/screens/containers-${what}-${width}.png` });
    }
  };
  await setUpTally(page, origin, tally);
  await isClean(page, 'badge');
  await setOffline(context, true);
  await scan(page, 'TB1:1001');
  await expect(page.getByText('Scan the containers of Thandi M.')).toBeVisible();
  await scan(page, 'BIN-1');
  await expect(page.getByText('+350')).toBeVisible();
  await isClean(page, 'counted');
  await page.getByRole('button', { name: 'Quality of BIN-1' }).click();
  await page.getByLabel('Pieces looked at').fill('100');
  await page.getByLabel('Bruised').fill('101');
  await expect(page.getByText('No more than were looked at')).toBeVisible();
  await page.getByLabel('Bruised').fill('3');
  await isClean(page, 'quality');
  await page.getByRole('button', { name: 'Save 100 pieces' }).click();
  await expect(page.getByText(/Recorded \d\d:\d\d/)).toBeVisible();
  await scan(page, 'BIN-1');
  await expect(page.getByText(/Already counted: Thandi M\., \d\d:\d\d/)).toBeVisible();
  await isClean(page, 'full');
  await scan(page, 'TB1:1002');
  await expect(page.getByText('Scan the containers of Pieter B.')).toBeVisible();
  await scan(page, 'BIN-2');
  await expect(page.getByText('+350')).toBeVisible();
  await setOffline(context, false);
  await expectSent(page, async () => (await world.recorded(accountId)).recordIds, 3);
  expect((await world.recorded(accountId)).units).toBe('700');

  const gate = await (await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce' })).newPage();
  await gate.clock.install();
  await setUpRecorder(gate, origin, delivery, 'delivery');
  await scan(gate, 'BIN-1');
  await expect(gate.getByRole('heading', { name: 'BIN-1' })).toBeVisible();
  await expect(gate.getByText('Thandi M.')).toBeVisible();
  await expect(gate.getByText(/^Counted at \d\d:\d\d, stood /)).toBeVisible();
  await gate.getByRole('button', { name: 'Quality' }).click();
  await gate.getByLabel('Green').fill('1');
  await gate.getByRole('button', { name: 'Save 50 pieces' }).click();
  await expect(gate.getByText(/Recorded \d\d:\d\d/)).toBeVisible();
  await scan(gate, '412.5');
  await isClean(gate, 'delivery');
  await gate.getByRole('button', { name: 'Accept 412.5 kg' }).click();
  await expect(gate.getByText(/Accepted \d\d:\d\d/)).toBeVisible();
  await scan(gate, 'BIN-2');
  await gate.getByRole('button', { name: 'Reject' }).click();
  await gate.getByLabel('Why is it rejected?').fill('Bruised');
  await isClean(gate, 'rejecting');
  await gate.getByRole('button', { name: 'Reject' }).click();
  await expect(gate.getByText(/Rejected \d\d:\d\d/)).toBeVisible();
  await expect(async () => {
    await passHold(gate);
    const delivered = (await containers()).map(({ number, delivered: one }) => [
      number,
      one?.verdict,
      one?.weight,
      one?.reason,
    ]);
    expect(delivered.sort()).toEqual([
      ['BIN-1', 'accept', '412.5', null],
      ['BIN-2', 'reject', null, 'Bruised'],
    ]);
  }).toPass({ timeout: 40_000, intervals: [200, 500, 1_000] });
  const all = { samples: 2, pieces: 150, found: [3, 1] };
  expect(await quality()).toMatchObject({ people: [{ employee: { firstName: 'Thandi' }, ...all }], all });
  const rejected = (await exceptions()).filter(({ kind }) => kind === 'rejected-container');
  expect(rejected).toMatchObject([{ employee: { firstName: 'Pieter' } }]);
  await gate.context().close();
});

test('a page that the system ends keeps the way of counting and the containers that wait for their badge', async ({
  page,
  world,
  baseURL,
}) => {
  const { accountId, codes } = await givenBins(world, baseURL ?? '', 1);
  await setUpTally(page, baseURL ?? '', codes[0] ?? '');
  await page.reload();
  await expect(page.getByText('Scan a badge', { exact: true })).toBeVisible();
  await scan(page, 'TB1:1001');
  await expect(page.getByText('Scan the containers of Thandi M.')).toBeVisible();
  await scan(page, 'TC1:abc954cd:deadbeef');
  await expect(page.locator('.result')).toHaveAttribute('data-kind', 'refused');
  await page.getByLabel('Order').selectOption('last');
  await expect(page.getByText('Scan the containers', { exact: true })).toBeVisible();
  await scan(page, 'G-1');
  await scan(page, 'G-2');
  await expect(page.getByText('2 containers: scan the badge')).toBeVisible();
  await page.reload();
  await expect(page.getByText('2 containers: scan the badge')).toBeVisible();
  await scan(page, 'TB1:1002');
  await expect(page.getByText('+700')).toBeVisible();
  await expect(page.getByText('Scan the containers', { exact: true })).toBeVisible();
  await expectSent(page, async () => (await world.recorded(accountId)).recordIds, 2);
  expect((await world.recorded(accountId)).units).toBe('700');
});

test('a delivery point takes the number of the next container for no weight, and says which was left', async ({
  page,
  world,
  baseURL,
}) => {
  const { codes } = await givenBins(world, baseURL ?? '', 1);
  await page.clock.install();
  await setUpRecorder(page, baseURL ?? '', codes[0] ?? '', 'delivery');
  for (const number of ['047331', '047332', '47333']) {
    await scan(page, number);
    await expect(page.getByRole('heading', { name: number })).toBeVisible();
  }
  await expect(page.getByText('Neither accepted nor rejected: 047332')).toBeVisible();
  for (const weight of ['412.5 kg', '0412.5', '412,5kg']) {
    await scan(page, weight);
    await expect(page.getByRole('button', { name: 'Accept 412.5 kg' })).toBeVisible();
  }
});

const SEQUENCES = Number(process.env.RECORDER_SEQUENCES ?? (process.env.CI ? 6 : 2));
const ACTS_OF_A_SEQUENCE = 20;
const SEED = Number(process.env.RECORDER_SEED ?? 4711);
const ACTS = [
  ...Array<string>(9).fill('scan'),
  'undo',
  'ripen',
  'ripen',
  'offline',
  'online',
  'lost',
  'clock',
  'reload',
];

/** Slowly: of each container in the order of time, which entries count, and which are counted twice. */
function countedTwice(all: readonly ListedContainer[]): string[] {
  return [...Map.groupBy(all, ({ number }) => number).values()].flatMap((some) => {
    let until = 0;
    return some
      .map(({ number, counted }) => ({ number, at: Date.parse(counted?.at ?? '') }))
      .sort((a, b) => a.at - b.at)
      .flatMap(({ number, at }) => {
        if (at < until) return `${number} ${at}`;
        until = at + HOURS * 3_600_000;
        return [];
      });
  });
}

test('three Recorders with offline spans, wrong clocks and lost answers double no container and lose none', async ({
  browser,
  world,
  baseURL,
}) => {
  test.setTimeout(240_000 + SEQUENCES * 240_000);
  const origin = baseURL ?? '';
  const { accountId, codes, containers, exceptions } = await givenBins(world, origin, 3);
  const random = randomFrom(SEED);
  const upTo = (most: number) => Math.floor(random() * most);
  const devices: { page: Page; passed: number; wrongBy: number; isOffline: boolean }[] = [];
  for (const code of codes) {
    const page = await (await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce' })).newPage();
    await setUpTally(page, origin, code);
    devices.push({ page, passed: 0, wrongBy: 0, isOffline: false });
  }
  type Device = (typeof devices)[number];
  const connect = async (device: Device, isOffline: boolean) => {
    await setOffline(device.page.context(), isOffline);
    device.isOffline = isOffline;
  };
  const ripen = async (device: Device) => {
    device.passed += 15_000;
    await passHold(device.page);
  };
  const act = async (what: string, device: Device) => {
    const { page } = device;
    if (what === 'scan') {
      await scan(page, `TB1:${1001 + upTo(3)}`);
      await expect(page.getByText(/^Scan the containers of /)).toBeVisible();
      await page.evaluate(() => document.querySelector('.result')?.setAttribute('data-seen', ''));
      await scan(page, `BIN-${upTo(4)}`);
      await expect(page.locator('.result:not([data-seen])')).toHaveAttribute('data-kind', /^(taken|full)$/);
    }
    const undo = page.getByRole('button', { name: 'Undo' });
    if (what === 'undo' && (await undo.isVisible())) {
      await undo.click();
      await expect(undo).toBeHidden();
    }
    if (what === 'ripen') await ripen(device);
    if (what === 'offline' || what === 'online') await connect(device, what === 'offline');
    if (what === 'lost') await world.fault({ pattern: '/rc/sync', loseAnswer: true, times: 1 + upTo(2) });
    if (what === 'clock') {
      device.wrongBy = (upTo(7) - 3) * 3_600_000;
      await page.clock.setSystemTime(Date.now() + device.passed + device.wrongBy);
    }
    if (what === 'reload' && !device.isOffline) {
      await page.reload();
      await chooseContainers(page);
    }
  };
  const told: object[] = [];
  for (let sequence = 0; sequence < SEQUENCES; sequence++) {
    const history: string[] = [];
    for (let nth = 0; nth < ACTS_OF_A_SEQUENCE; nth++) {
      const [what, which] = [pick(random, ACTS), upTo(devices.length)];
      history.push(`${what} ${which}`);
      const device = devices[which];
      if (device) await act(what, device);
    }
    await world.clearFaults();
    for (const device of devices) await connect(device, false);
    const said = `sequence ${sequence} of seed ${SEED}: ${history.join(', ')}`;
    await expect(async () => {
      for (const device of devices) await ripen(device);
      const stored = (await Promise.all(devices.map(({ page }) => storedRecords(page)))).flat();
      expect(
        stored.filter(({ state }) => state !== 'accepted'),
        said,
      ).toEqual([]);
      const { recordIds, missing } = await world.recorded(accountId);
      expect(recordIds.sort(), said).toEqual(stored.map(({ id }) => id).sort());
      expect(missing, said).toEqual([]);
    }).toPass({ timeout: 90_000, intervals: [200, 500, 1_000] });
    const all = await containers();
    const twice = all.filter(({ counted }) => counted?.counts === 'twice');
    expect(twice.map(({ number, counted }) => `${number} ${Date.parse(counted?.at ?? '')}`).sort(), said).toEqual(
      countedTwice(all).sort(),
    );
    const listed = (await exceptions()).filter(({ kind }) => kind === 'counted-twice');
    expect(listed, said).toHaveLength(twice.length);
    told.push({ sequence, counted: all.length - twice.length, twice: twice.length });
  }
  console.log(JSON.stringify({ seed: SEED, told }));
  for (const { page } of devices) await page.context().close();
});
