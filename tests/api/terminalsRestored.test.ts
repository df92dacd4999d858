import { expect, it } from 'vitest';
import { backupCalls } from '../support/backupCalls.ts';
import { givenAccount, givenAdmin } from '../support/factories.ts';
import { givenDevice, givenEmployee } from '../support/factories.work.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();
const { records, terminal } = useTerminals(t);

it('after a restore a terminal is asked for what came since the backup, and sends it at its next contact', async () => {
  const { token } = await givenAdmin(t.db);
  const accountId = await givenAccount(t.db);
  await givenEmployee(t.db, accountId, { timeId: '7' });
  const { serialNumber } = await givenDevice(t.db, accountId);
  const { backUp, restore } = backupCalls(t, () => token);
  const device = terminal(serialNumber);
  await device.handshake();
  device.punch('7', '2026-11-20 08:00:00');
  await device.upload();
  await device.poll();
  const { archive } = await backUp(accountId);
  t.clock.advance(60_000);
  device.punch('7', '2026-11-20 11:30:00');
  await device.upload();
  const { status } = await restore(archive, accountId, 'replace', ['Employees', 'Clock Records']);
  expect(status).toMatchObject({ status: 'Successful', terminalsAsked: 1 });
  expect(await records(accountId)).toHaveLength(1);
  t.clock.advance(61_000);
  await device.poll();
  expect(device.executed.at(-1)).toBe('CHECK');
  expect(device.options.get('ATTLOGStamp')).toBe('0');
  expect((await records(accountId)).map(({ standing }) => standing)).toEqual(['counted', 'counted']);
});
