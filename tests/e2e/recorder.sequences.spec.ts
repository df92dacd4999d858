import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomFrom } from '#server/operations/demo/random.ts';
import { answered, CountingDevice, Unanswered } from '../support/countingDevice.ts';
import type { RemoteWorld } from '../support/e2e.messages.ts';
import { expect, NEW, OLD, test } from '../support/e2e.ts';
import { setUpRecorder } from '../support/recorderPage.ts';

/**
 * Random sequences of what happens to a Recorder in a real browser against the real server, beside a journal: after each,
 * every confirmed record is on the server once, and of the device's own numbers none is missing. It counts pieces: two punches of one second
 * are one (docs/reference/attendance.md#duplicates). `npm run test:recorder` is the long form; where CI is set there are 20.
 */
const SEQUENCES = Number(process.env.RECORDER_SEQUENCES ?? (process.env.CI ? 20 : 8));
/** The number of acts on one device; the next ones run on another, in parallel where there is room. */
const OF_A_DEVICE = 20;
/** Of this one the first eight sequences have every act. */
const SEED = Number(process.env.RECORDER_SEED ?? 1970);
/** The most ms that an act may take, because a call to a browser whose debugger is silent never ends. */
const ACT_MS = 90_000;

/** The acts with their weights. */
const LIKELY: Readonly<Record<string, number>> = {
  scan: 10,
  undo: 2,
  ripen: 2,
  reload: 1,
  takeOver: 1,
  kill: 1,
  killWhileSending: 1,
};
const FAULTS = [
  'offline',
  'online',
  'lost',
  'hangUp',
  '500',
  '413',
  '429',
  'portal',
  'clock',
  'upgrade',
  'revoke',
  'return',
];
const ACTS = [...Object.entries(LIKELY).flatMap(([act, times]) => Array<string>(times).fill(act)), ...FAULTS];

test.describe.configure({ mode: 'parallel' });
for (let first = 0; first < SEQUENCES; first += OF_A_DEVICE) {
  const last = Math.min(SEQUENCES, first + OF_A_DEVICE);
  test(`random sequences ${first + 1} to ${last} lose nothing and double nothing`, async ({ world, baseURL }) => {
    await runSequences(world, baseURL ?? '', { count: last - first, seed: SEED + first / OF_A_DEVICE });
  });
}

async function runSequences(world: RemoteWorld, origin: string, { count, seed }: { count: number; seed: number }) {
  test.setTimeout(120_000 + count * 60_000);
  const folder = mkdtempSync(join(tmpdir(), 'tb-sequences-'));
  const { accountId, deviceId, code } = await world.recorder();
  const device = new CountingDevice(folder, origin);
  const random = randomFrom(seed);
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
    // Without a valid activation the device knows nobody by name.
    if ((what === 'agree' || what === 'dispute') && !isRevoked)
      await device.say(String(1001 + upTo(3)), what === 'agree');
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
  };
  let revived = 0;
  /** Runs `work`; where the debugger does not answer, the browser is killed, which is one of the acts anyway, and goes on with `again`. */
  const untilAnswered = async (work: () => Promise<void>, again = () => device.revive()) => {
    try {
      await answered(work(), ACT_MS);
    } catch (error) {
      if (!(error instanceof Unanswered)) throw new Error(`After ${history.join(' ')}`, { cause: error });
      revived += 1;
      await untilAnswered(again, again);
    }
  };
  const activateAgain = () =>
    untilAnswered(comeBack, async () => {
      await device.reopen();
      await comeBack();
    });
  try {
    await device.open();
    await setUpRecorder(device.page, origin, code, 'count');
    await device.page.getByLabel('Lookup 1').selectOption('APPLE');
    await device.page.getByRole('button', { name: 'Start' }).click();
    await device.isReady();
    await device.page.waitForFunction(async () => (await caches.keys()).includes('recorder-shell'));
    for (let sequence = 0; sequence < count; sequence += 1) {
      history.length = 0;
      const steps = Array.from({ length: 4 + upTo(7) }, () => ACTS[upTo(ACTS.length)] ?? 'scan');
      // In each of them people agree to their day, and say that something is wrong with it.
      for (const word of ['agree', 'dispute']) steps.splice(upTo(steps.length + 1), 0, word);
      for (const what of steps) {
        history.push(what);
        counted[what] = (counted[what] ?? 0) + 1;
        if (what !== 'return') await untilAnswered(() => act(what));
        else if (isRevoked) await activateAgain();
      }
      await untilAnswered(() => device.setOffline(false));
      await world.clearFaults();
      if (isRevoked) await activateAgain();
      await untilAnswered(async () => {
        if ((await device.records()).some(({ state }) => state === 'refused')) await device.tryAgain();
      });
      await expect(async () => {
        await untilAnswered(() => device.ripen());
        const { recordIds, missing } = await world.recorded(accountId);
        const open = (await device.records()).filter(({ state }) => state !== 'accepted');
        const said = `sequence ${sequence} of seed ${seed}: ${history.join(' ')}; on the device ${JSON.stringify(open)}`;
        expect([...recordIds].sort(), said).toEqual([...device.confirmed()].sort());
        expect(missing, said).toEqual([]);
      }).toPass({ timeout: 45_000, intervals: [100, 100, 200, 500, 1_000] });
    }
    console.log(JSON.stringify({ sequences: count, seed, confirmed: device.confirmed().size, revived, acts: counted }));
  } finally {
    await device.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}
