import { readXlsx, writeXlsx } from 'hucre/xlsx';
import type { z } from 'zod';
import { workbookPreview, workbookResult } from '#contract/office/workbook.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenEmployer } from '#tests/support/factories.ts';
import { inlineRow, odsOf, odsRow, xlsxOf } from '#tests/support/sheets.ts';
import { memoryOf, openRig, printTable, type Row } from './support/rig.ts';

/**
 * Measures the payroll workbook: 5,000 people previewed, applied, downloaded, uploaded again and applied again, as elapsed time and as the CPU time
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

/** Files that are as expensive to read as the limits of an upload allow. */
const HEAD = inlineRow('Employee Number', 'First Name', 'Last Name');
const word = (i: number) => (i * 2_654_435_761).toString(36);
const lines = (count: number, cells: number) =>
  Array.from({ length: count }, (_, i) =>
    inlineRow(...Array.from({ length: cells }, (_each, c) => word(i * cells + c))),
  ).join('');
const ods = (rows: string) => odsOf(`<table:table table:name="Employees">${rows}</table:table>`);
const HOSTILE: Record<string, () => Promise<Buffer>> = {
  '20,000 lines of 24 columns, 23 MB unpacked': () => xlsxOf({ rows: HEAD + lines(20_000, 24) }),
  '60,000 lines of 24 columns, 70 MB unpacked': () => xlsxOf({ rows: HEAD + lines(60_000, 24) }),
  '1,000,000 shared strings': () =>
    xlsxOf({ rows: HEAD, strings: Array.from({ length: 1_000_000 }, (_, i) => `<si><t>${word(i)}</t></si>`).join('') }),
  'elements 200,000 deep': () =>
    xlsxOf({ rows: HEAD, strings: Array.from({ length: 200_000 }, (_, i) => `<a${(i * 7_919) % 99_991}>`).join('') }),
  '.ods: a line a million times': () =>
    ods(odsRow('1', 'A', 'B').replace('table-row>', 'table-row table:number-rows-repeated="1000000">')),
  '.ods: a million cells in a million lines': () =>
    ods(
      '<table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="1000000" office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row>',
    ),
};
const hostile: Row[] = [];
for (const [what, make] of Object.entries(HOSTILE)) {
  const bytes = await make();
  const started = performance.now();
  let status = 0;
  const memory = await memoryOf(async () => {
    const form = new FormData();
    form.append('workbook', new Blob([new Uint8Array(bytes)]), 'farm.xlsx');
    const headers = { authorization: token };
    status = (await fetch(`${rig.origin}/v2/setup/workbook`, { method: 'POST', body: form, headers })).status;
  });
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const mb = (size: number) => (size / 2 ** 20).toFixed(1);
  hostile.push({
    file: what,
    'MB sent': mb(bytes.length),
    answer: status,
    seconds,
    'MB above idle': mb(memory),
  });
}
printTable('Files that are meant to harm (budgets: 10 s, 256 MB of the thread)', hostile);
await rig.close();
