import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { Permission } from '#contract/platform/permissions.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fullName, MAX_PLACE_ROWS, type Named, PLACES, rowsOfPlace } from '../../privacy/places.sql.ts';
import { writeInThread } from '../workbook/inThread.ts';

type Held = { title: string; table: string; rows: Record<string, unknown>[]; isCut: boolean };

/** Returns true where a user may see rows that take a permission: by it, or because they may download the account's backups. */
const maySee = (permissions: readonly Permission[], needs: Permission | undefined) =>
  needs === undefined || permissions.includes(needs) || permissions.includes('Backup.DOWNLOAD');

/** Reads everything that is held about an employee, as far as the user's permissions go (docs/reference/privacy.md#export-of-a-person); `left`: the titles of what is left out. */
export async function readPerson(tx: Db, accountId: string, of: Named, permissions: readonly Permission[]) {
  const held: Held[] = [];
  for (const place of PLACES.filter(({ needs }) => maySee(permissions, needs))) {
    const rows = await rowsOfPlace(tx, accountId, place, of);
    held.push({ title: place.title, table: place.table, rows, isCut: rows.length === MAX_PLACE_ROWS });
  }
  const left = PLACES.filter(({ needs }) => !maySee(permissions, needs)).map(({ title }) => title);
  return { held, left };
}

type Facts = { of: Named; accountName: string; madeAt: Date; madeBy: string };

/** Returns the ZIP: person.xlsx for people, person.json for programs, and READ ME.txt with what is in it and what is not. */
export async function personFile(
  { held, left }: Awaited<ReturnType<typeof readPerson>>,
  { of, accountName, madeAt, madeBy }: Facts,
): Promise<Buffer> {
  const sheets = held
    .filter(({ rows }) => rows.length > 0)
    .map(({ title, rows }) => {
      const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
      return {
        name: title.slice(0, 31),
        columns: columns.map((label) => ({ label, width: 20 })),
        rows: rows.map((row) => columns.map((column) => cellText(row[column]))),
      };
    });
  const readMe = [
    `What ${accountName} holds in Tallyboard about ${fullName(of)} (${of.number}).`,
    `Made ${madeAt.toISOString()} by ${madeBy}. Times are in UTC unless they say otherwise.`,
    '',
    ...held.map(({ title, rows, isCut }) => `${title}: ${rows.length}${isCut ? ' (there are more)' : ''}`),
    '',
    'Fingerprints and faces are listed without their content, which is encrypted and serves terminals only.',
    'Messages, reports and backups that name this person among others are not in this file. Devices hold the names of their people.',
    ...(left.length > 0
      ? [`Left out, because the user who made this file may not see it: ${left.join(', ')}.`]
      : ['Nothing was left out for want of a permission.']),
  ];
  const person = { employee: of, account: accountName, madeAt, madeBy, leftOut: left, held };
  const zip = new ZipFile();
  const bytes = buffer(zip.outputStream.pipe(new PassThrough()));
  zip.addBuffer(Buffer.from(`${readMe.join('\r\n')}\r\n`), 'READ ME.txt', { mtime: madeAt });
  zip.addBuffer(Buffer.from(JSON.stringify(person, null, 2)), 'person.json', { mtime: madeAt });
  zip.addBuffer(Buffer.from(await writeInThread(sheets)), 'person.xlsx', { mtime: madeAt });
  zip.end();
  return bytes;
}

/** Returns a value as a cell of text; Excel refuses longer ones. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, 32_000);
}
