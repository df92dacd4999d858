import { type ForgedManifest, forge, unzip, zip } from './zip.ts';

const line = (files: Map<string, Buffer>, file: string) => JSON.parse(String(files.get(file)).split('\n')[0] ?? '');
const addLine = (file: string, change: (first: Record<string, unknown>) => object) => (files: Map<string, Buffer>) =>
  files.set(file, Buffer.from(`${files.get(file)}${JSON.stringify(change(line(files, file)))}\n`));
const EMPLOYEES_FILE = 'data/employees.ndjson';
const PUNCHES_FILE = 'data/clock-records.ndjson';
const NEW_ID = '019a0000-0000-7000-8000-000000000001';
const same = () => {};
const firstItem = (manifest: ForgedManifest, lie: Partial<ForgedManifest['items'][number]>) =>
  Object.assign(manifest.items[0] ?? {}, lie);

/** Archives that are no backups, made from a valid one. Each must be refused with a reason before anything changes. */
export const HOSTILE_ARCHIVES: [name: string, make: (good: Buffer) => Promise<Buffer> | Buffer, says: RegExp][] = [
  ['not a ZIP', () => Buffer.from('hello'), /Only ZIP files are supported/],
  ['a ZIP by name only', () => Buffer.from('PK\x03\x04 and then nothing'), /damaged/],
  ['truncated in the middle', (good) => good.subarray(0, good.length / 2), /damaged/],
  ['its end cut off', (good) => good.subarray(0, good.length - 10), /damaged/],
  [
    'flipped bytes',
    (good) => Buffer.from(good.map((byte, at) => (at > 2_000 && at < 2_400 ? byte ^ 0x55 : byte))),
    /cannot be restored/,
  ],
  ['no entries', () => zip([]), /Only ZIP files|damaged|manifest/],
  [
    'no manifest',
    async (good) => zip([...(await unzip(good))].filter(([name]) => name !== 'manifest.json')),
    /no manifest/,
  ],
  [
    'a manifest that is no JSON',
    async (good) => zip([...(await unzip(good)).set('manifest.json', Buffer.from('{'))]),
    /manifest is wrong/,
  ],
  [
    'another program’s manifest',
    (good) => forge(good, same, (m) => Object.assign(m, { app: 'other' })),
    /manifest is wrong/,
  ],
  ['a newer format', (good) => forge(good, same, (m) => Object.assign(m, { formatVersion: 99 })), /format 99.*up to 2/],
  ['a checksum that lies', (good) => forge(good, same, (m) => firstItem(m, { sha256: '0'.repeat(64) })), /checksum/],
  [
    'a count that lies',
    (good) => forge(good, same, (m) => firstItem(m, { count: 1_000 })),
    /lines where its manifest says/,
  ],
  [
    'a size that lies',
    (good) => forge(good, same, (m) => firstItem(m, { bytes: 10 })),
    /longer than its manifest says/,
  ],
  ['a file listed but missing', (good) => forge(good, (files) => files.delete(EMPLOYEES_FILE)), /is missing/],
  ['a file not listed', (good) => forge(good, same, (m) => void m.items.pop()), /does not list/],
  ['a file listed twice', (good) => forge(good, same, (m) => void (m.items[0] && m.items.push(m.items[0]))), /twice/],
  ['an item under another name', (good) => forge(good, same, (m) => firstItem(m, { type: 'Users' })), /belong/],
  ['an unknown entry', async (good) => zip([...(await unzip(good)), ['data/notes.txt', 'x']]), /no backup has/],
  ['a path that climbs', async (good) => climbing(good), /damaged|no backup has/],
  ['a nested archive', async (good) => zip([...(await unzip(good)), ['data/inner.zip', good]]), /no backup has/],
  ['the same entry twice', async (good) => zip([...(await unzip(good)), ['data/users.ndjson', '']]), /twice/],
  ['a link', async (good) => zip(await unzip(good), { mode: 0o120777 }), /link/],
  ['a bomb', (good) => forge(good, (files) => files.set(PUNCHES_FILE, Buffer.alloc(60_000_000))), /200 times/],
  [
    'a huge line',
    (good) => forge(good, (files) => files.set(EMPLOYEES_FILE, Buffer.from(noise(1_500_000)))),
    /line of more than 1 MB/,
  ],
  [
    '70 entries',
    (good) => zip(Array.from({ length: 70 }, (_, n) => [`f${n}`, good.subarray(0, 4)] as const)),
    /70 entries/,
  ],
  [
    'a line that is no JSON',
    (good) => forge(good, (files) => files.set(EMPLOYEES_FILE, Buffer.from('nope\n'))),
    /not a record/,
  ],
  [
    'an unfinished last line',
    (good) =>
      forge(good, (files) =>
        files.set(EMPLOYEES_FILE, Buffer.concat([files.get(EMPLOYEES_FILE) ?? Buffer.alloc(0), Buffer.from('{')])),
      ),
    /middle of a line/,
  ],
  [
    'a record of another item',
    (good) => forge(good, (files) => files.set(EMPLOYEES_FILE, files.get(PUNCHES_FILE) ?? Buffer.alloc(0))),
    /not a record of Employees/,
  ],
  [
    'a record of a table that is not carried',
    (good) =>
      forge(
        good,
        addLine(EMPLOYEES_FILE, (first) => ({ ...first, t: 'session' })),
      ),
    /not a record/,
  ],
  [
    'a wrong type',
    (good) =>
      forge(
        good,
        addLine(EMPLOYEES_FILE, (first) => ({ ...first, employee_id: NEW_ID, is_active: 'yes' })),
      ),
    /is_active/,
  ],
  [
    'another account’s id',
    (good) =>
      forge(
        good,
        addLine(EMPLOYEES_FILE, (first) => ({ ...first, employee_id: NEW_ID, account_id: NEW_ID })),
      ),
    /account_id|Unrecognized/,
  ],
  [
    'an id that is none',
    (good) =>
      forge(
        good,
        addLine(EMPLOYEES_FILE, (first) => ({ ...first, employee_id: "1'; drop table employee" })),
      ),
    /employee_id/,
  ],
  [
    'the same record twice',
    (good) =>
      forge(
        good,
        addLine(EMPLOYEES_FILE, (first) => first),
      ),
    /same record twice/,
  ],
  [
    'an impossible instant',
    (good) =>
      forge(
        good,
        addLine(PUNCHES_FILE, (first) => ({ ...first, clock_record_id: NEW_ID, at: '2026-13-41T25:00:00Z' })),
      ),
    /at/,
  ],
  [
    'an administrator',
    (good) =>
      forge(good, (files) =>
        files.set('data/users.ndjson', Buffer.from(`${JSON.stringify(crafted({ role: 'admin' }))}\n`)),
      ),
    /role/,
  ],
  [
    'a password hash of another kind',
    (good) =>
      forge(good, (files) =>
        files.set('data/users.ndjson', Buffer.from(`${JSON.stringify(crafted({ password_hash: 'md5$1234' }))}\n`)),
      ),
    /password_hash/,
  ],
];
const noise = (length: number) =>
  Array.from({ length: length / 8 }, (_, n) =>
    Math.imul(n + 1, 2_654_435_761)
      .toString(36)
      .slice(-8),
  ).join('');
const crafted = (change: object) => ({
  t: 'app_user',
  user_id: NEW_ID,
  username: 'eve',
  email: 'eve@x.test',
  first_name: 'E',
  last_name: 'V',
  role: 'employer',
  is_active: true,
  password_hash: null,
  modules: [],
  permissions: [],
  search_text: '',
  ...change,
});
/** yazl refuses to write such a name, so a name of the same length is replaced in the bytes. */
async function climbing(good: Buffer): Promise<Buffer> {
  const archive = await zip([...(await unzip(good)), ['aa/aa/passwd', 'x']]);
  return Buffer.from(archive.toString('latin1').replaceAll('aa/aa/passwd', '../../passwd'), 'latin1');
}
