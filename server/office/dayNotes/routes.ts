import type { FastifyInstance } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import * as contract from '#contract/office/dayNotes.ts';
import { MAX_LISTED_NOTES, MAX_OWN_NOTES } from '#contract/platform/limits.ts';
import { msg, words } from '#contract/platform/words.ts';
import { pickableDays, pickedDay } from '../../figures/stats/loadDay.ts';
import { audit, by } from '../../platform/audit/audit.ts';
import type { UserCaller } from '../../platform/http/callers.ts';
import { notFound, Refusal } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { lockAccount } from '../../platform/tenant/account.ts';
import { addDays } from '../../platform/zone.ts';
import {
  countNotesOf,
  deleteNote,
  deleteNotesBefore,
  insertNote,
  type StoredNote,
  selectNote,
  selectNotes,
} from './dayNotes.sql.ts';
import { seesNotesOf } from './seen.ts';

/** Notes on a day that the next shift sees. */
export function dayNoteRoutes(app: FastifyInstance, { db }: Services) {
  route(app, contract.listDayNotes, async ({ caller, query, now }) => {
    const day = pickedDay(caller.timeZone, now, query.day);
    const notes = await db.tenant(caller.accountId, (tx) =>
      selectNotes(tx, caller.accountId, { from: addDays(day, -1), to: day }),
    );
    const seen = notes.filter(({ scope }) => seesNotesOf(caller.scope, scope));
    return { notes: seen.slice(0, MAX_LISTED_NOTES).map((one) => noteFor(caller, one)) };
  });

  route(app, contract.addDayNote, (call) => {
    const { caller, body, now } = call;
    const { accountId, timeZone, scope, userId, fullName } = caller;
    app.gate.rateLimiter.take('correction', userId, now);
    const day = pickedDay(timeZone, now, body.day);
    return db.tenant(accountId, async (tx) => {
      await lockAccount(tx, accountId);
      await deleteNotesBefore(tx, accountId, pickableDays(timeZone, now).from);
      // One's own alone: a limit of the account's would tell how much others write.
      if ((await countNotesOf(tx, accountId, userId, day)) >= MAX_OWN_NOTES)
        throw new Refusal(
          'LIMIT_REACHED',
          msg('You have left {most} notes on this day. Remove one first.', { most: MAX_OWN_NOTES }),
        );
      const id = uuidv7({ msecs: now.getTime() });
      const note = await insertNote(tx, accountId, {
        ...{ id, day, text: body.text, scope, madeBy: userId, by: fullName, now },
      });
      await audit(tx, { ...by(call), accountId, action: 'day-note.add', target: day });
      return call.answered(tx, noteFor(caller, note));
    });
  });

  route(app, contract.removeDayNote, (call) => {
    const { caller, params } = call;
    const { accountId } = caller;
    return db.tenant(accountId, async (tx) => {
      await lockAccount(tx, accountId);
      const note = await selectNote(tx, accountId, params.noteId);
      if (!note || !seesNotesOf(caller.scope, note.scope)) throw notFound(words('Note not found'));
      if (!mayRemove(caller, note)) throw new Refusal('PERMISSION_DENIED', words('Only its author removes this note.'));
      await deleteNote(tx, accountId, note._id);
      const detail = note.madeBy === caller.userId ? undefined : msg('by {name}', { name: note.by });
      await audit(tx, { ...by(call), accountId, action: 'day-note.remove', target: note.day, detail });
      return call.answered(tx, { ok: true as const });
    });
  });
}

const mayRemove = ({ userId, permissions }: UserCaller, { madeBy }: StoredNote) =>
  madeBy === userId || permissions.includes('Attendance.CORRECT');
const noteFor = (caller: UserCaller, note: StoredNote) => {
  const { _id, day, text, by: author, at } = note;
  return { _id, day, text, by: author, at, mayRemove: mayRemove(caller, note) };
};
