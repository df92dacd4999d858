import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { ErasurePreview } from '#contract/office/privacy.ts';
import { english, joined, type Message, msg, words } from '#contract/platform/words.ts';
import { raiseDataVersion } from '../../../attendance/records.sql.ts';
import { firstRetainedDay } from '../../../attendance/refresh.ts';
import { lockMasterData } from '../../../masterData/account.sql.ts';
import { some } from '../../../masterData/some.ts';
import { audit, by, type UserCall } from '../../../platform/audit/audit.ts';
import { sealErasure } from '../../../platform/audit/chain.ts';
import type { Db } from '../../../platform/db/db.ts';
import { conflict, invalid, notFound } from '../../../platform/http/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { localDateOf, zoneOf } from '../../../platform/zone.ts';
import {
  countBackups,
  emptyMails,
  type Instead,
  insertErased,
  insteadOf,
  type Readiness,
  STEPS,
  selectErased,
  selectExportDays,
  selectPeople,
  selectReadiness,
  updateExportDay,
} from '../../privacy/erase.sql.ts';
import { type KnownBy, selectKnownBy } from '../../privacy/names.sql.ts';
import { patternsOf } from '../../privacy/patterns.ts';
import { fullName, type Named, selectNamed } from '../../privacy/places.sql.ts';
import { eraseInTrail } from '../../privacy/trail.sql.ts';

/** Erasing a person (docs/reference/privacy.md#erasing-a-person), in one transaction, which a preview rolls back. */

const DEADLINE_MS = 5 * 60_000;
type Asked = { accountId: string; employeeId: string };

class RolledBack extends Error {}
type Done = { becomes: string; goes: ErasurePreview['goes']; mails: string[] };

/** Returns why a person cannot be erased, in words for people. */
function reasonsOf(of: Named, ready: Readiness): (string | Message)[] {
  const name = fullName(of);
  const { unlocked, firstUnlocked, unexported, firstUnexported } = ready;
  return [
    ...(ready.isActive ? [msg("{name} is still employed: set 'Ends on' first.", { name })] : []),
    ...(ready.username === null
      ? []
      : [msg('{name} has the log-in {username}: delete that user first.', { name, username: ready.username })]),
    ...(unlocked > 0
      ? [
          msg('{unlocked, plural, one {# day} other {# days}} of theirs not locked, the first {first}.', {
            unlocked,
            first: firstUnlocked ?? '',
          }),
        ]
      : []),
    ...(unexported > 0
      ? [
          msg(
            '{unexported, plural, one {# day} other {# days}} of theirs locked and not handed over to payroll, the first {first}.',
            { unexported, first: firstUnexported ?? '' },
          ),
        ]
      : []),
    ...(ready.isBusy ? [words('A backup or a restore is under way: try again when it is done.')] : []),
    ...(ready.hasMailFiles ? [words('A scheduled report is being sent: try again in some minutes.')] : []),
  ];
}

async function ready(tx: Db, { accountId, employeeId }: Asked, timeZone: string, now: Date) {
  const of = await selectNamed(tx, accountId, employeeId);
  if (!of) throw notFound(words('Employee not found'));
  const today = localDateOf(zoneOf(timeZone), now.getTime());
  const found = await selectReadiness(tx, accountId, of, { today, since: firstRetainedDay(today) });
  const known = await selectKnownBy(tx, accountId, employeeId);
  return { of, found, known, reasons: reasonsOf(of, found) };
}

/** Erases a person within a transaction of the system path; returns what changed. */
async function carryOut(
  tx: Db,
  { secrets }: Services,
  asked: Asked,
  call: UserCall,
  found: { of: Named; known: readonly KnownBy[]; ready: Readiness },
) {
  const { accountId, employeeId } = asked;
  const { of, known } = found;
  const { now } = call;
  const instead = insteadOf(found.ready.nth);
  const patterns = patternsOf(known);
  const erasing = { accountId, of, known, instead, patterns, now };
  const goes = new Map<string, number>();
  const note = (what: string, rows: number) => goes.set(what, (goes.get(what) ?? 0) + rows);
  // Before the employee changes, whose id and names the others are found by.
  const mails = await emptyMails(tx, erasing);
  note(words('Mails'), mails.length);
  const entries = await eraseInTrail(tx, { accountId, employeeId, instead: instead.number, ...patterns });
  note(words('Reports as they were made'), await eraseInExports(tx, accountId, known, instead));
  for (const { what, run } of STEPS) note(what, await run(tx, erasing));
  note(words('Lines of the trail'), entries.length);
  await insertErased(tx, accountId, {
    ...{ employeeId, nth: found.ready.nth, hash: hashOf(secrets, accountId, of) },
    ...{ by: call.caller.username, now },
  });
  await raiseDataVersion(tx, accountId, now);
  const erasureId = uuidv7({ msecs: now.getTime() });
  const detail = await sealErasure(tx, accountId, erasureId, entries);
  await audit(tx, { ...by(call), accountId, action: 'person.erase', target: instead.number, detail });
  const shown = [...goes].flatMap(([what, rows]) => (rows > 0 ? [{ what, rows }] : []));
  return { becomes: instead.number, goes: shown, mails: mails.map(({ mailId }) => mailId) } satisfies Done;
}

/** Returns what an erasure would do: it is carried out and rolled back. */
export async function previewErasure(services: Services, asked: Asked, call: UserCall): Promise<ErasurePreview> {
  const { db, config } = services;
  let shown: ErasurePreview | undefined;
  try {
    await db.tx(
      async (tx) => {
        const { timeZone } = await lockMasterData(tx, asked.accountId);
        const { of, found, known, reasons } = await ready(tx, asked, timeZone, call.now);
        const backups = await countBackups(tx, asked.accountId);
        const remains = remainsOf(found, known, backups, config.installationBackup.keep);
        const { becomes, goes } = await carryOut(tx, services, asked, call, { of, known, ready: found });
        shown = {
          ...{ becomes, goes, reasons: reasons.map(english), remains: remains.map(english) },
          words: { reasons, remains },
        };
        throw new RolledBack();
      },
      { deadlineMs: DEADLINE_MS },
    );
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  if (!shown) throw new Error('The erasure was not previewed');
  return shown;
}

/** Returns what an erasure cannot reach at once, in words for people. */
function remainsOf(
  found: Readiness,
  known: readonly KnownBy[],
  backups: Awaited<ReturnType<typeof countBackups>>,
  nights: number,
): (string | Message)[] {
  const { terminals, recorders, system } = found;
  return [
    ...(terminals > 0
      ? [
          msg(
            "{terminals, plural, one {# terminal} other {# terminals}} will be told to delete the person; 'Deleted on terminals' shows which have. Until its answer the PIN stays in that request, and a terminal's own log of punches keeps it until it is cleared there.",
            { terminals },
          ),
        ]
      : []),
    ...(recorders.length > 0
      ? [msg('Phones and tablets forget the person when they next sync: {recorders}.', { recorders: some(recorders) })]
      : []),
    ...(backups
      ? [
          msg(
            '{count, plural, one {# backup of this account still holds the person, of {day, date, long}: delete it, or its retention does. A restore of it asks to erase again.} other {# backups of this account still hold the person, the newest of {day, date, long}: delete them, or their retention does. A restore of one asks to erase again.}}',
            { count: backups.count, day: backups.at.toISOString().slice(0, 10) },
          ),
        ]
      : []),
    msg(
      'Backups of the whole installation hold the person for {nights, plural, one {# night} other {# nights}} more.',
      {
        nights,
      },
    ),
    ...(system === null
      ? []
      : [msg('{system} owns this person: remove them there, or its next sync adds them again.', { system })]),
    ...(known.every(({ isOnlyOne }) => isOnlyOne)
      ? []
      : [
          words(
            'Another employee has or had the same name, or a longer one with it: texts that have it without the number stay.',
          ),
        ]),
    words(
      'Texts that use only one of their names, or one that was changed before version 0.2.0, are not found: look through the notes.',
    ),
    words('Payroll files keep the hash of what was handed over.'),
  ];
}

/** Erases a person who has left. Throws CONFLICT with the reasons why it cannot be, VALIDATION_FAILED where the number is not theirs. */
export async function erasePerson(services: Services, asked: Asked, number: string, call: UserCall): Promise<string> {
  const { db, config } = services;
  const { becomes, mails } = await db.tx(
    async (tx) => {
      const { timeZone } = await lockMasterData(tx, asked.accountId);
      const { of, found, known, reasons } = await ready(tx, asked, timeZone, call.now);
      if (number !== of.number) throw invalid('number', words('This is not the number of the employee'));
      if (reasons.length > 0) throw conflict(joined(reasons));
      return carryOut(tx, services, asked, call, { of, known, ready: found });
    },
    { deadlineMs: DEADLINE_MS },
  );
  // A mail that was written to a file there has its id as its name.
  for (const mailId of mails)
    for (const ending of ['.eml', '.eml.part'])
      await rm(join(config.dataDir, 'outbox', `${mailId}${ending}`), { force: true });
  for (const folder of ['uploads', 'records'])
    await rm(join(config.dataDir, folder, asked.accountId), { recursive: true, force: true });
  return becomes;
}

const unzipped = promisify(gunzip);
const zipped = promisify(gzip);
/** An exported row: its key, number and two names, then figures (reports/snapshot.ts). */
const exportedRows = z.array(z.array(z.union([z.string(), z.number(), z.null()])));
/** Puts another name into the rows of reports as they were made; returns how many days of reports changed. */
async function eraseInExports(tx: Db, accountId: string, known: readonly KnownBy[], instead: Instead): Promise<number> {
  const names = new Set(
    known.flatMap(({ hasTwin, number, firstName, lastName }) =>
      hasTwin ? [] : JSON.stringify([number, firstName, lastName]),
    ),
  );
  let days = 0;
  for (const { exportId, day, rows } of await selectExportDays(tx, accountId)) {
    const read = exportedRows.parse(JSON.parse((await unzipped(rows)).toString('utf8')));
    let isTheirs = false;
    const written = read.map(([key = '', number, first, last, ...figures]) => {
      const isOne = names.has(JSON.stringify([number, first, last]));
      isTheirs ||= isOne;
      return isOne
        ? [key, instead.number, instead.firstName, instead.lastName, ...figures]
        : [key, number, first, last, ...figures];
    });
    if (!isTheirs) continue;
    days += 1;
    await updateExportDay(tx, accountId, { exportId, day, rows: await zipped(JSON.stringify(written)) });
  }
  return days;
}

type Hashed = Pick<Named, 'number' | 'firstName' | 'lastName'>;
/** Returns the keyed hash of a person in an account, by which a restore finds them. */
const hashOf = (secrets: Services['secrets'], accountId: string, of: Hashed): Buffer =>
  secrets.hmac(`erased:${accountId}`, `${of.number}\n${fullName(of).toLowerCase()}`);

const MOST_RETURNED = 100;
/** Returns the employees who were erased and are back: under their id with another name than was put in its place, or with the hash of one who was erased. */
export async function returnedPeople({ db, secrets }: Services, accountId: string) {
  return db.tenant(accountId, async (tx) => {
    const erased = await selectErased(tx, accountId);
    if (erased.length === 0) return [];
    const byId = new Map(erased.map((one) => [one.employeeId, one]));
    const byHash = new Map(erased.map((one) => [one.hash.toString('hex'), one]));
    return (await selectPeople(tx, accountId))
      .flatMap((one) => {
        const before = byId.get(one.employeeId);
        if (before && one.number === insteadOf(before.nth).number) return [];
        const found = before ?? byHash.get(hashOf(secrets, accountId, one).toString('hex'));
        return found ? [{ ...one, erasedAt: found.at.toISOString() }] : [];
      })
      .slice(0, MOST_RETURNED);
  });
}
