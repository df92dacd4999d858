import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/platform/db/db.ts';
import { localTime, zoneOf } from '#server/platform/zone.ts';
import { medianCpuRatioOf } from '../support/cpuTime.ts';
import { givenAccount } from '../support/factories.ts';
import { givenDevice, givenEmployee } from '../support/factories.work.ts';
import type { TerminalEmulator } from '../support/terminal.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();
const { send, terminal } = useTerminals(t);

/** TERMINALS=100 LINES=2000 is the acceptance run; the default is shorter. */
const TERMINALS = Number(process.env.TERMINALS ?? 12);
const LINES = Number(process.env.LINES ?? 150);

const counted = (accountId: string) =>
  t.db.single(
    z.object({ rows: z.int(), keys: z.int() }),
    sql`select count(*)::int as rows, count(distinct (device_id, time_id, at, direction))::int as keys from clock_record
        where account_id = ${accountId}`,
  );
/** Returns a second of the last weeks in the terminal's format, a different one for each n. */
const secondOf = (n: number) =>
  localTime(zoneOf('Africa/Johannesburg'), Date.parse('2026-11-01T04:00:00Z') + n * 37_000);

/** A seeded random generator, so that a failure repeats. */
function chance(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

describe('histories', () => {
  it('of 40,000 lines come again without a new row, and a batch of one costs no more than of 5,000', async () => {
    const historyOf = async (total: number) => {
      const accountId = await givenAccount(t.db);
      await givenEmployee(t.db, accountId, { timeId: '1' });
      const { serialNumber: serial } = await givenDevice(t.db, accountId);
      const lines = Array.from({ length: total }, (_, n) => `${(n % 50) + 1}\t${secondOf(n)}\t255\t1\t0\t0\t0\r\n`);
      const upload = async (from: number, count: number) => {
        const body = lines.slice(from, from + count).join('');
        expect((await send('POST', `/iclock/cdata?SN=${serial}&table=ATTLOG`, body)).body).toMatch(/^OK: \d+$/);
        t.clock.advance(1_000);
      };
      for (let from = 0; from < total; from += 5_000) await upload(from, 5_000);
      const again = (nth: number) => upload(Math.floor((total / 15) * nth), 128);
      return { again, rows: async () => (await counted(accountId)).rows };
    };
    const [few, many] = [await historyOf(5_000), await historyOf(40_000)];
    expect(await many.rows()).toBe(40_000);
    // Eight times as much where a batch reads the history.
    expect(await medianCpuRatioOf(15, [many.again, few.again])).toBeLessThan(3);
    expect([await few.rows(), await many.rows()]).toEqual([5_000, 40_000]);
  });

  it(`of ${TERMINALS} terminals at once leave exactly the right rows, with lost answers and restarts`, async () => {
    const accountId = await givenAccount(t.db);
    for (let pin = 0; pin < 10; pin++) await givenEmployee(t.db, accountId, { timeId: `P${pin}` });
    const devices: { device: TerminalEmulator; restart(): TerminalEmulator }[] = [];
    for (let i = 0; i < TERMINALS; i++) {
      const { serialNumber: serial } = await givenDevice(t.db, accountId);
      const random = chance(i + 1);
      const make = () =>
        terminal(serial, {
          generation: i % 3 === 0 ? 'old' : 'push2',
          suffix: i % 4 === 0 ? '.aspx' : '',
          losesAnswer: () => random() < 0.15,
        });
      const device = make();
      // Every PIN punches at different seconds on every terminal, so that no punch is another one's duplicate.
      for (let n = 0; n < LINES; n++) device.punch(`P${n % 10}`, secondOf(n * TERMINALS + i), n % 2);
      devices.push({
        device,
        restart: () => {
          const fresh = make();
          fresh.records.push(...device.records.map((record) => ({ ...record, acked: false })));
          return fresh;
        },
      });
    }
    const violations: string[] = [];
    const deliver = async (device: TerminalEmulator) => {
      for (let tries = 0; tries < 200 && device.backlog > 0; tries++) {
        await device.handshake();
        await device.upload();
        await device.poll();
        // The test's clock stands still, whereas a terminal's requests are minutes apart.
        t.clock.advance(500);
      }
      violations.push(...device.violations);
      return device.backlog;
    };
    const first = await Promise.all(devices.map(({ device }) => deliver(device)));
    const second = await Promise.all(devices.map(({ restart }) => deliver(restart())));
    expect([...first, ...second].every((backlog) => backlog === 0)).toBe(true);
    expect(violations).toEqual([]);
    expect(await counted(accountId)).toEqual({ rows: TERMINALS * LINES, keys: TERMINALS * LINES });
  });
});
