import type { Page } from '@playwright/test';
import { logIn } from '#contract/access/session.ts';
import { createUnmanagedDevice } from '#contract/intake/enrolment.ts';
import { createTeam } from '#contract/masterData/teams.ts';
import { listSetupEmployees } from '#contract/office/setup.ts';
import { listTeamEntries } from '#contract/office/teamEntries.ts';
import { PERMISSIONS } from '#contract/platform/permissions.ts';
import { createCall } from '#server/operations/demo/client.ts';
import { axeFindings } from '../support/axe.ts';
import type { RemoteWorld } from '../support/e2e.messages.ts';
import { expect, setOffline, test } from '../support/e2e.ts';
import { passHold, scan, setUpRecorder, storedRecords } from '../support/recorderPage.ts';

/** Work of teams of the office, counted on real Recorders (docs/reference/teams.md#at-the-recorder). */
const DAY_MS = 86_400_000;
const dayOf = (at: number) => new Date(at).toLocaleDateString('sv-SE', { timeZone: 'Africa/Johannesburg' });

/** Gives an account a team of two and two Recorders with their codes, and returns what its office sees. */
async function givenTeam(world: RemoteWorld, origin: string) {
  const { accountId, code } = await world.recorder();
  const call = createCall(origin);
  const tokenOf = async ({ username, password }: { username: string; password: string }) =>
    (await call(logIn, { body: { username, password } })).token;
  const office = await tokenOf(await world.user({ role: 'employer', accountId, permissions: PERMISSIONS }));
  const admin = await tokenOf(await world.user({ role: 'admin' }));
  const { employees } = await call(listSetupEmployees, { query: {} }, office);
  const members = employees
    .filter(({ number }) => number !== '1003')
    .map(({ _id }) => ({ employeeId: _id, from: null, to: null, share: null }));
  await call(createTeam, { query: {}, body: { name: 'Blue', division: 'equal', members } }, office);
  const body = { serialNumber: `TEAM-${accountId.slice(-8)}`, imei: '350' };
  const { activationToken } = await call(createUnmanagedDevice, { params: { accountId }, body }, admin);
  return {
    codes: [code, activationToken] as const,
    made: async () => {
      const days = { from: dayOf(Date.now() - DAY_MS), to: dayOf(Date.now()) };
      return (await call(listTeamEntries, { query: days }, office)).entries;
    },
  };
}
async function setUpTeam(page: Page, origin: string, code: string) {
  await page.clock.install();
  await setUpRecorder(page, origin, code, 'count');
  await page.getByLabel('Lookup 1').selectOption('APPLE');
  await page.getByLabel('Per scan').fill('7');
  await page.getByRole('button', { name: 'Start' }).click();
  await chooseBlue(page);
}
async function chooseBlue(page: Page) {
  await page.getByRole('button', { name: 'Team', exact: true }).click();
  await page.getByLabel('Which team?').selectOption('Blue');
  await expect(page.getByRole('button', { name: 'Count 7 for Blue' })).toBeVisible();
}

test('two Recorders count for a team without a connection, with a wrong clock and lost answers: each once, divided exactly', async ({
  page,
  context,
  browser,
  world,
  baseURL,
}) => {
  test.slow();
  const origin = baseURL ?? '';
  const { codes, made } = await givenTeam(world, origin);
  const other = await (await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce' })).newPage();
  await setUpTeam(page, origin, codes[0]);
  await setUpTeam(other, origin, codes[1]);
  const isClean = async (what: string) => {
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await axeFindings(page, ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']), `${what} at ${width}`).toEqual([]);
      if (process.env.TOUR_ONLY) await page.screenshot({ path: `test-results/screens/team-${what}-${width}.png` });
    }
  };
  await isClean('chosen');
  await setOffline(context, true);
  await setOffline(other.context(), true);
  await scan(page, 'TB1:1001');
  await expect(page.getByText('+7')).toBeVisible();
  await expect(page.locator('.who', { hasText: 'Blue' })).toBeVisible();
  await scan(page, 'TB1:1002');
  await expect(page.getByText(/Already recorded/)).toBeVisible();
  await page.getByRole('button', { name: 'Record again' }).click();
  await expect(page.getByText(/^14 today/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
  await isClean('undone');
  await scan(page, 'TB1:1003');
  await expect(page.getByText(/is not in this team\.$/)).toBeVisible();
  await isClean('refused');
  await other.clock.setSystemTime(Date.now() + 3 * 3_600_000);
  await other.getByRole('button', { name: 'Count 7 for Blue' }).click();
  await expect(other.getByText('+7')).toBeVisible();
  // By keyboard alone.
  await passHold(page);
  await page.getByRole('button', { name: 'Count 7 for Blue' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^14 today/)).toBeVisible();
  await world.fault({ pattern: '/rc/sync', loseAnswer: true, times: 2 });
  await setOffline(context, false);
  await setOffline(other.context(), false);
  await expect(async () => {
    for (const one of [page, other]) await passHold(one);
    const stored = (await Promise.all([page, other].map(storedRecords))).flat();
    expect(stored.map(({ state }) => state)).toEqual(['accepted', 'accepted', 'accepted']);
  }).toPass({ timeout: 60_000, intervals: [200, 500, 1_000] });
  await world.clearFaults();
  const entries = await made();
  expect(entries.map(({ units, parts }) => [units, parts.map((part) => part.units).sort()])).toEqual(
    Array.from({ length: 3 }, () => ['7', ['3.5', '3.5']]),
  );
  await other.context().close();
});
