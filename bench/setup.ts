import { readXlsx, writeXlsx } from 'hucre/xlsx';
import type { z } from 'zod';
import { EMPLOYER_PERMISSIONS } from '#contract/permissions.ts';
import { workbookPreview, workbookResult } from '#contract/workbook.ts';
import { sql } from '#server/db/db.ts';
import { givenEmployer } from '#tests/support/factories.ts';
import { openRig, printTable, type Row } from './support/rig.ts';

/**
 * Measures the payroll workbook: 5,000 people previewed, taken, downloaded, dropped back and taken again, as elapsed time and as the CPU time
 * of the server's process.
 */
const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 5_000);

const rig = await openRig();
const { db } = rig.database;
const { token } = await givenEmployer(db, { permissions: [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE'] });
await db.run(sql`update session set expires_at = '2100-01-01'`);

const rows: Row[] = [];
async function measured<T>(work: string, budget: string, ask: () => Promise<T>): Promise<T> {
  const [started, before] = [performance.now(), process.cpuUsage()];
  const answer = await ask();
  const seconds = (ms: number) => (ms / 1_000).toFixed(2);
  const { user, system } = process.cpuUsage(before);
  rows.push({
    work,
    seconds: seconds(performance.now() - started),
    'CPU, seconds': seconds((user + system) / 1_000),
    budget,
  });
  return answer;
}
async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(`${rig.origin}/v2/setup/${path}`, {
    ...init,
    headers: { authorization: token, ...init.headers },
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}
async function drop(file: Uint8Array) {
  const form = new FormData();
  form.append('workbook', new Blob([new Uint8Array(file)]), 'farm.xlsx');
  return workbookPreview.parse(await (await ask('workbook', { method: 'POST', body: form })).json());
}
async function apply({ workbookId, outcomeHash }: z.infer<typeof workbookPreview>) {
  const body = JSON.stringify({ outcomeHash, leaveRefused: false });
  const headers = { 'content-type': 'application/json' };
  return workbookResult.parse(
    await (await ask(`workbook/${workbookId}/apply`, { method: 'POST', body, headers })).json(),
  );
}

const people = Array.from({ length: PEOPLE }, (_, i) => {
  const number = String(i + 1).padStart(5, '0');
  return [number, `First ${i}`, `Last ${i}`, number, i % 4 ? 'Day' : 'Night', `Team ${i % 40}`, 'Picker', '2026-01-01'];
});
const head = [
  'Employee Number',
  'First Name',
  'Last Name',
  'Time ID',
  'Time Group',
  'Employee Group',
  'Job Description',
  'Active From',
];
const file = await writeXlsx({
  sheets: [
    { name: 'Employees', rows: [head, ...people] },
    {
      name: 'Shifts',
      rows: [
        ['Time Group', 'Days', 'Start', 'End'],
        ['Day', 'Mon-Fri', '07:00', '16:00'],
        ['Night', 'Mon-Fri', '22:00', '06:00'],
      ],
    },
  ],
});
const preview = await measured('preview, all new', '4', () => drop(file));
await measured('taken, all new', '', () => apply(preview));
const current = await measured(
  'download',
  '1',
  async () => new Uint8Array(await (await ask('workbook?content=current')).arrayBuffer()),
);
const again = await measured('preview, unchanged', '4', () => drop(current));
const result = await measured('taken, unchanged', '2', () => apply(again));
const read = await readXlsx(current);
if (result.new + result.changed !== 0 || read.sheets[0]?.rows.length !== PEOPLE + 1)
  throw new Error('What was downloaded is not what is stored');
printTable(`The payroll workbook, ${PEOPLE} people`, rows);
await rig.close();
