import { createHash } from 'node:crypto';
import type { Entry } from 'yauzl';
import { z } from 'zod';
import type { BackupItem } from '#contract/operations/backups.ts';
import { msg } from '#contract/platform/words.ts';
import { reason } from '../../platform/archive/reason.ts';
import type { Db } from '../../platform/db/db.ts';
import { isDuplicate, isUnavailable } from '../../platform/db/errors.ts';
import { Refusal } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { readTables } from './columns.sql.ts';
import { FORMAT_VERSION, LIMITS, type Manifest, manifest as manifestSchema } from './manifest.ts';
import { insertLines, type StagedLine } from './restores.sql.ts';
import { lineSchema } from './rows.ts';
import { settlerOf } from './seals.ts';
import { ITEM_RULES } from './tables.ts';
import { type Archive, notABackup, openArchive } from './zip.ts';

const CHUNK_LINES = 2_000;
const FILES = new Map(ITEM_RULES.map(([item, file]) => [file, item] as const));
const KNOWN = new Set(['manifest.json', ...FILES.keys()]);

/** Checks a whole upload and stages its lines; nothing of the account is changed. Throws INVALID_BACKUP with the reason. */
export const stageArchive = (
  services: Pick<Services, 'db' | 'secrets'>,
  accountId: string,
  restoreJobId: string,
  path: string,
): Promise<Manifest> =>
  readArchive(services, accountId, path, (lines) => insertLines(services.db, accountId, restoreJobId, lines));

type Take = (lines: StagedLine[]) => Promise<unknown>;

/**
 * Checks a whole file against its manifest and the contract, and passes its lines, converted for the account, to `take` some at a time. The content
 * is data without authority: it has no account ids, and its users can only be employers. Throws INVALID_BACKUP with the reason.
 */
export async function readArchive(
  { db, secrets }: Pick<Services, 'db' | 'secrets'>,
  accountId: string,
  path: string,
  take: Take,
): Promise<Manifest> {
  const archive = await openArchive(path, KNOWN);
  try {
    const manifest = await readManifest(archive);
    for (const listed of manifest.items)
      if (!archive.entries.has(listed.file)) throw notABackup(msg('{file} is missing', { file: listed.file }));
    if (archive.entries.size !== manifest.items.length + 1)
      throw notABackup(msg('it holds files that its manifest does not list'));
    const users = manifest.items.find(({ type }) => type === 'Users')?.count ?? 0;
    if (users > LIMITS.users)
      throw notABackup(msg('it has {users} users, and an account at most {most}', { users, most: LIMITS.users }));
    const check = await lineCheck(db);
    let seq = 0;
    for (const listed of manifest.items) {
      const entry = archive.entries.get(listed.file);
      if (!entry || FILES.get(listed.file) !== listed.type)
        throw notABackup(msg('{file} is not where {type} belong', { file: listed.file, type: listed.type }));
      const settle = settlerOf(secrets, manifest, accountId);
      seq = await readItem({ check, settle, take }, archive, entry, listed, seq);
    }
    return manifest;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (isDuplicate(error)) throw notABackup(msg('it has the same record twice'));
    // The file may be good: the sender is asked to try again.
    if (isUnavailable(error)) throw error;
    throw notABackup(msg('it is damaged ({reason})', { reason: reason(error) }));
  } finally {
    archive.close();
  }
}

async function readManifest(archive: Archive): Promise<Manifest> {
  const entry = archive.entries.get('manifest.json');
  if (!entry) throw notABackup(msg('it has no manifest'));
  if (entry.uncompressedSize > LIMITS.manifestBytes) throw notABackup(msg('its manifest is too large'));
  const chunks: Buffer[] = [];
  for await (const chunk of await archive.read(entry)) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const version = z.object({ formatVersion: z.int() }).safeParse(jsonOf(text));
  if (version.success && version.data.formatVersion > FORMAT_VERSION)
    throw notABackup(
      msg('it has format {format} and this server reads up to {known}', {
        format: version.data.formatVersion,
        known: FORMAT_VERSION,
      }),
    );
  const parsed = manifestSchema.safeParse(jsonOf(text));
  if (!parsed.success)
    throw notABackup(
      msg('its manifest is wrong ({why})', {
        why: `${parsed.error.issues[0]?.path.join('.')}: ${parsed.error.issues[0]?.message}`,
      }),
    );
  if (new Set(parsed.data.items.map(({ file }) => file)).size !== parsed.data.items.length)
    throw notABackup(msg('its manifest lists a file twice'));
  return parsed.data;
}

type To = { check: LineCheck; settle: (line: StagedLine) => StagedLine; take: Take };

async function readItem(
  { check, settle, take }: To,
  archive: Archive,
  entry: Entry,
  listed: Manifest['items'][number],
  firstSeq: number,
) {
  const hash = createHash('sha256');
  let seq = firstSeq;
  let chunk: StagedLine[] = [];
  const flush = async () => {
    if (chunk.length > 0) await take(chunk);
    chunk = [];
  };
  for await (const text of linesOf(await archive.read(entry), listed, hash)) {
    seq++;
    chunk.push(settle(check(text, listed.type, seq, `${listed.file} line ${seq - firstSeq}`)));
    if (chunk.length >= CHUNK_LINES) await flush();
  }
  await flush();
  if (hash.digest('hex') !== listed.sha256)
    throw notABackup(msg('{file} is not what its manifest says (checksum)', { file: listed.file }));
  if (seq - firstSeq !== listed.count)
    throw notABackup(
      msg('{file} has {lines, plural, one {# line} other {# lines}} where its manifest says {count}', {
        file: listed.file,
        lines: seq - firstSeq,
        count: listed.count,
      }),
    );
  return seq;
}

/** Yields lines without their line ends. Counts the bytes that are really unpacked, whatever the directory of the file claims. */
async function* linesOf(
  stream: AsyncIterable<unknown>,
  listed: Manifest['items'][number],
  hash: ReturnType<typeof createHash>,
) {
  let rest: Buffer = Buffer.alloc(0);
  let bytes = 0;
  for await (const part of stream) {
    const buffer = part as Buffer;
    hash.update(buffer);
    bytes += buffer.length;
    if (bytes > listed.bytes) throw notABackup(msg('{file} is longer than its manifest says', { file: listed.file }));
    rest = rest.length > 0 ? Buffer.concat([rest, buffer]) : buffer;
    let from = 0;
    for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10, from)) {
      yield rest.toString('utf8', from, at);
      from = at + 1;
    }
    rest = rest.subarray(from);
    if (rest.length > LIMITS.lineBytes)
      throw notABackup(msg('{file} has a line of more than 1 MB', { file: listed.file }));
  }
  if (rest.length > 0) throw notABackup(msg('{file} ends in the middle of a line', { file: listed.file }));
}

const headOfLine = z.looseObject({ t: z.string() });

type LineCheck = (text: string, item: BackupItem, seq: number, where: string) => StagedLine;

/** Returns a function that checks a line of an item against the columns of its table. */
async function lineCheck(db: Db): Promise<LineCheck> {
  const tables = new Map(
    (await readTables(db)).flatMap(([item, , own]) =>
      own.map((table) => [table.name, { item, table, schema: lineSchema(table) }] as const),
    ),
  );
  return (text, item, seq, where) => {
    const head = headOfLine.safeParse(jsonOf(text));
    const known = head.success ? tables.get(head.data.t) : undefined;
    if (!head.success || known?.item !== item)
      throw notABackup(msg('{where} is not a record of {item}', { where, item }));
    const parsed = known.schema.safeParse(head.data);
    if (!parsed.success) throw notABackup(msg('{where}: {why}', { where, why: issueText(parsed.error) }));
    const { name, key } = known.table;
    return { seq, item, table: name, key: z.string().parse(head.data[key]).toLowerCase(), doc: text };
  };
}

const issueText = (error: z.ZodError) => {
  const [issue] = error.issues;
  return issue ? `${issue.path.join('.')} ${issue.message}` : 'unknown record';
};

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
