import { expect, test } from 'vitest';
import type { WorkbookPreview } from '#contract/office/workbook.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { MAX_SHEET_LINES } from '#server/platform/files/spreadsheet/limits.ts';
import { givenEmployer } from '../support/factories.ts';
import { useTestApp } from '../support/testApp.ts';
import { multipart } from '../support/zip.ts';

/** A workbook of one account must not keep the process from the punches of all others: its lines cost in proportion to their number. */
const t = useTestApp();
const LINES = 6_000;
/** Reading and writing this many lines blocks a few hundred milliseconds; comparing each with each other blocked five to eight seconds. */
const MOST_BLOCKED_MS = 2_500;

const word = (n: number) =>
  [0, 1, 2, 3].map((k) => 'abcdefghijklmnopqrstuvwxyz'[Math.floor(n / 26 ** k) % 26]).join('');
const dateAt = (n: number) => new Date(Date.UTC(2027, 0, 1 + n)).toISOString().slice(0, 10);
const SHEETS: Record<string, { head: string; line: (n: number, version: string) => string }> = {
  groups: { head: 'Kind,Code,Name', line: (n, version) => `Time group,C${n},Packhouse ${word(n)} ${version}` },
  lookups: { head: 'Lookup,Code,Description', line: (n, version) => `1,C${n},Block ${word(n)} ${version}` },
  holidays: { head: 'Date,Name', line: (n, version) => `${dateAt(n)},Feast ${version}` },
  shifts: {
    head: 'Time Group,Days,Start,End,Grace',
    line: (n, version) => `Packhouse ${word(n)},Mon,07:00,16:00,${version.length}`,
  },
  rates: { head: 'Kind,Amount,From', line: (n, version) => `piece,${version.length}.25,${dateAt(n)}` },
};

/** Returns the longest time in ms for which nothing else ran: CPU time of this thread, because elapsed time depends on what else the machine does. */
async function blocking(act: () => Promise<unknown>): Promise<number> {
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let [worst, last] = [0, cpuMs()];
  const note = () => {
    worst = Math.max(worst, cpuMs() - last);
    last = cpuMs();
  };
  const timer = setInterval(note, 5);
  await act();
  note();
  clearInterval(timer);
  return worst;
}

const range = (length: number) => Array.from({ length }, (_, n) => n);
async function dropping(token: string, lines: readonly string[]): Promise<WorkbookPreview> {
  const { payload, headers } = multipart(Buffer.from(lines.join('\n')), { name: 'farm.csv' });
  const asked = { method: 'POST', url: '/v2/setup/workbook', payload } as const;
  const reply = await t.app.inject({ ...asked, headers: { ...headers, authorization: token } });
  return reply.json();
}

test.each(Object.entries(SHEETS))(
  'thousands of lines of the sheet %s, new or changed, do not hold up the process',
  async (_sheet, { head, line }) => {
    const { token } = await givenEmployer(t.db, {
      permissions: [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE', 'Pay.MANAGE'],
    });
    const drop = (version: string) => dropping(token, [head, ...range(LINES).map((n) => line(n, version))]);
    for (const [version, outcome] of [
      ['one', 'new'],
      ['other', 'changed'],
    ] as const) {
      let shown: WorkbookPreview | undefined;
      const blocked = await blocking(async () => {
        shown = await drop(version);
      });
      expect(shown?.sheets[0]).toMatchObject({ [outcome]: LINES, refused: 0 });
      expect(blocked, outcome).toBeLessThan(MOST_BLOCKED_MS);
      const body = { outcomeHash: shown?.outcomeHash, leaveRefused: false };
      await t.ask(`/v2/setup/workbook/${shown?.workbookId}/apply`, { token, body });
    }
  },
);

test('the most lines that a sheet may have are previewed, each for all days of the week', async () => {
  const { token } = await givenEmployer(t.db, { permissions: [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE'] });
  const lines = range(MAX_SHEET_LINES).map((n) => `Packhouse ${word(n)},Mon-Sun,07:00,16:00`);
  const shown = await dropping(token, ['Time Group,Days,Start,End', ...lines]);
  expect(shown.sheets).toMatchObject([{ sheet: 'shifts', new: 7 * MAX_SHEET_LINES, refused: 0 }]);
});

test('a list with other groups on each line costs about as much as one with the same', async () => {
  const { token } = await givenEmployer(t.db, { permissions: [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE'] });
  const head = 'Employee Number,First Name,Last Name,Job Description,Employee Group,Time Group';
  const taking = async (groupOf: (n: number) => string) => {
    const lines = range(2_000).map((n) => `${n},A,B,J${groupOf(n)},E${groupOf(n)},T${groupOf(n)}`);
    const startedAt = performance.now();
    expect((await dropping(token, [head, ...lines])).sheets).toMatchObject([{ new: 2_000, refused: 0 }]);
    return performance.now() - startedAt;
  };
  await taking(() => '');
  const same = await taking(() => '');
  // It was fifteen times as long, and squared.
  expect(await taking(String)).toBeLessThan(same * 6);
});
