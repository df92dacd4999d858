import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { DayNote } from '#contract/office/dayNotes.ts';
import { EMPLOYER_PERMISSIONS, type Permission } from '#contract/platform/permissions.ts';
import type { UserScope } from '#contract/platform/scope.ts';
import { sql } from '#server/platform/db/db.ts';
import { backupCalls } from '../support/backupCalls.ts';
import { givenAdmin, givenEmployer, givenSession, givenUser } from '../support/factories.ts';
import { givenGroup } from '../support/factories.work.ts';
import { ASKED, givenSupervised, MONDAY } from '../support/ledger.ts';
import { useTestApp } from '../support/testApp.ts';

/** Notes on a day. */

const t = useTestApp();
const TUESDAY = '2026-11-24';

async function givenReader(accountId: string, scope: UserScope | null, more: readonly Permission[] = []) {
  const permissions = [...EMPLOYER_PERMISSIONS, ...more];
  const userId = await givenUser(t.db, accountId, { permissions, scope, firstName: 'Kate', lastName: 'Brown' });
  return givenSession(t.db, accountId, userId, { createdAt: ASKED, ttlSeconds: 90 * 86_400 });
}
const add = (token: string, text: string, day = MONDAY) => t.ask('/v2/day-notes', { token, body: { day, text } });
const notesOf = async (token: string, day = MONDAY): Promise<DayNote[]> => {
  const answer = await t.ask(`/v2/day-notes?day=${day}`, { token });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().notes;
};
const textsOf = async (token: string, day = MONDAY) => (await notesOf(token, day)).map(({ text }) => text);
const remove = async (token: string, { _id }: DayNote) =>
  (await t.ask(`/v2/day-notes/${_id}`, { token, method: 'DELETE' })).statusCode;

describe('a note', () => {
  it('is read by name on its day and on the next, newest first, and nowhere else', async () => {
    const { accountId } = await givenSupervised(t);
    const [one, other] = [await givenReader(accountId, null), await givenReader(accountId, null)];
    expect((await add(one, ' Gate B is stuck: use the hatch. ')).statusCode).toBe(200);
    t.clock.advance(60_000);
    await add(one, 'Mended.', TUESDAY);
    expect(await textsOf(other)).toEqual(['Gate B is stuck: use the hatch.']);
    expect(await notesOf(other, TUESDAY)).toMatchObject([
      { day: TUESDAY, text: 'Mended.', by: 'Kate Brown', mayRemove: false },
      { day: MONDAY, at: '2026-11-25T10:00:00.000Z' },
    ]);
    expect(await textsOf(other, '2026-11-25')).toEqual(['Mended.']);
    expect(await textsOf(other, '2026-11-22')).toEqual([]);
    const stranger = await givenEmployer(t.db);
    expect(await textsOf(await givenReader(stranger.accountId, null))).toEqual([]);
  });

  it('has 1 to 500 characters of one line, and a day that can be chosen', async () => {
    const { accountId } = await givenSupervised(t);
    const token = await givenReader(accountId, null);
    for (const text of ['', '   ', 'x'.repeat(501), 'two\nlines', 'half \ud83d'])
      expect((await add(token, text)).statusCode, text).toBe(400);
    expect((await add(token, 'ж'.repeat(500))).statusCode).toBe(200);
    for (const day of ['2026-11-26', '2026-08-27', 'today'])
      expect((await add(token, 'Hello', day)).statusCode, day).toBe(400);
  });

  it('is removed by its author, or by who may correct; in the trail with the day and without the text', async () => {
    const { accountId } = await givenSupervised(t);
    const [author, other] = [await givenReader(accountId, null), await givenReader(accountId, null)];
    const corrects = await givenReader(accountId, null, ['Attendance.CORRECT']);
    const later = () => t.clock.advance(1_000);
    for (const text of ['First', 'Second']) {
      later();
      await add(author, text);
    }
    later();
    const [second, first] = await notesOf(author);
    if (!first || !second) throw new Error('Two notes');
    expect(first.mayRemove).toBe(true);
    expect(await remove(other, first)).toBe(401);
    expect(await remove(author, first)).toBe(200);
    expect(await remove(author, first)).toBe(404);
    later();
    expect(await remove(corrects, second)).toBe(200);
    expect(await textsOf(author)).toEqual([]);
    const trail = await t.db.rows(
      z.object({ action: z.string(), target: z.string(), detail: z.string().nullable() }),
      sql`select action, target, detail from audit_entry where account_id = ${accountId} and action like 'day-note%'
        order by audit_entry_id`,
    );
    const entry = (verb: string, detail: string | null = null) => ({
      ...{ action: `day-note.${verb}`, target: MONDAY, detail },
    });
    expect(trail).toEqual([entry('add'), entry('add'), entry('remove'), entry('remove', 'by Kate Brown')]);
  });

  it('is the 20th of its author on a day and not the 21st; others may still write', async () => {
    const { accountId } = await givenSupervised(t);
    const [one, other] = [await givenReader(accountId, null), await givenReader(accountId, null)];
    const answers = [];
    for (let n = 1; n <= 21; n++) answers.push((await add(one, `Note ${n}`)).statusCode);
    expect(answers).toEqual([...Array(20).fill(200), 409]);
    expect((await add(other, 'Me too')).statusCode).toBe(200);
    expect((await add(one, 'Another day', TUESDAY)).statusCode).toBe(200);
  });

  it('goes with the first note after its day can no longer be chosen', async () => {
    const { accountId } = await givenSupervised(t);
    const token = await givenReader(accountId, null);
    await add(token, 'Old', '2026-08-28');
    t.clock.advance(86_400_000);
    await add(token, 'New');
    const { count } = await t.db.single(
      z.object({ count: z.int() }),
      sql`select count(*)::int as count from day_note where account_id = ${accountId}`,
    );
    expect(count).toBe(1);
  });
});

describe('a note of a user who is limited to some people', () => {
  it('is seen by those whose people include theirs, and their own people are all that they read about', async () => {
    const { accountId, group } = await givenSupervised(t);
    const night = await givenGroup(t.db, accountId, 'time');
    const crew = await givenGroup(t.db, accountId, 'employee');
    const scopes = {
      everybody: null,
      day: { timeGroups: [group] },
      both: { timeGroups: [group, night] },
      crew: { employeeGroups: [crew] },
      'crew by day': { timeGroups: [group], employeeGroups: [crew] },
    } satisfies Record<string, UserScope | null>;
    const tokens = new Map<string, string>();
    for (const [name, scope] of Object.entries(scopes)) tokens.set(name, await givenReader(accountId, scope));
    for (const [name, token] of tokens) expect((await add(token, name)).statusCode).toBe(200);
    const seen = async (name: string) => (await textsOf(tokens.get(name) ?? '')).sort();
    expect(await seen('everybody')).toEqual(['both', 'crew', 'crew by day', 'day', 'everybody']);
    expect(await seen('both')).toEqual(['both', 'crew by day', 'day']);
    expect(await seen('day')).toEqual(['crew by day', 'day']);
    expect(await seen('crew')).toEqual(['crew', 'crew by day']);
    expect(await seen('crew by day')).toEqual(['crew by day']);

    // One that is not seen is not there, whatever its reader may do.
    const [whole] = (await notesOf(tokens.get('everybody') ?? '')).filter(({ text }) => text === 'everybody');
    if (!whole) throw new Error('A note of everybody');
    expect(await remove(await givenReader(accountId, scopes.day, ['Attendance.CORRECT']), whole)).toBe(404);

    // A scope of which nothing is left sees nobody, and so no note.
    await t.db.run(
      sql`update work_group set deleted_at = now() where account_id = ${accountId} and group_id = ${group}`,
    );
    expect(await seen('day')).toEqual([]);
  });
});

it('comes back with a backup, with the people to whom its author was limited', async () => {
  const { accountId, group } = await givenSupervised(t);
  const [everybody, day] = [await givenReader(accountId, null), await givenReader(accountId, { timeGroups: [group] })];
  await add(everybody, 'Of everybody');
  await add(day, 'Of the day shift');
  const admin = await givenAdmin(t.db);
  const by = await givenSession(t.db, admin.accountId, admin.userId, { createdAt: ASKED, ttlSeconds: 86_400 });
  const calls = backupCalls(t, () => by);
  const { archive } = await calls.backUp(accountId);
  const before = await notesOf(everybody);
  for (const note of before) expect(await remove(day, note)).toBe(note.text === 'Of everybody' ? 404 : 200);
  await calls.restore(archive, accountId, 'replace', ['Clock Records']);
  expect(await notesOf(everybody)).toEqual(before);
  expect(await textsOf(day)).toEqual(['Of the day shift']);
});
