import type { z } from 'zod';
import {
  MAX_LEFT_OUT_NAMED,
  MAX_PREVIEW_LINES,
  type PayProfile,
  type previewPayFile,
} from '#contract/money/payFiles.ts';
import { english, words } from '#contract/platform/words.ts';
import type { State } from '../../figures/trends/oneState.ts';
import type { UserCall } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, notFound } from '../../platform/http/errors.ts';
import { type Computed, computeFile } from './make.ts';
import { type Part, selectSentParts } from './payFiles.sql.ts';
import { selectProfile } from './profiles.sql.ts';
import { codeOf, refusalOf } from './render.ts';
import { shown } from './stored.ts';

/** Payroll files as payroll would read them, before they are made. */

/** Returns what a file of a lock would hold, refused as `computeFile`; by a profile, payroll's code of each line and what stops the file. NOT_FOUND for another account's profile. */
export async function previewFile(
  state: State,
  { lockId, profileId }: { lockId: string; profileId?: string | undefined },
  call: Pick<UserCall, 'caller' | 'now'>,
): Promise<z.input<typeof previewPayFile.response>> {
  const { accountId } = call.caller;
  const { db } = state;
  const profile = await profileOf(db, accountId, profileId);
  const computed = await computeFile(state, lockId, call);
  const leftOutPeople = computed.leftOut
    .slice(0, MAX_LEFT_OUT_NAMED)
    .map(({ employeeId, number, firstName, lastName }) => ({ _id: employeeId, number, firstName, lastName }));
  const { earlier, later } = computed;
  const contents = { ...computed.contents, earlier, later, leftOutPeople };
  if (!profile) return { ...contents, byProfile: null };
  const { settings } = profile;
  const all = partsOf(computed).flatMap(({ lines, firstLine, employeeId, number, firstName, lastName }) =>
    lines.map((line, nth) => ({
      ...{ line, nth: firstLine + nth, code: codeOf(settings, line) },
      employee: { _id: employeeId, number, firstName, lastName },
    })),
  );
  const lines = [...all.filter(({ code }) => code === ''), ...all.filter(({ code }) => code !== '')]
    .slice(0, MAX_PREVIEW_LINES)
    .map(({ line, nth, code, employee }) => ({ employee, ...shown(line, nth, computed.cents), code }));
  const said = await stoppedBy(db, accountId, computed, profile);
  return { ...contents, byProfile: { refusal: said && english(said), words: said, lines } };
}

/** Throws CONFLICT where a download by the profile would be refused, NOT_FOUND for another account's. */
export async function requireDownload(db: Db, accountId: string, computed: Computed, profileId: string | undefined) {
  const profile = await profileOf(db, accountId, profileId);
  const refusal = profile && (await stoppedBy(db, accountId, computed, profile));
  if (refusal) throw conflict(refusal);
}

async function profileOf(db: Db, accountId: string, profileId: string | undefined): Promise<PayProfile | null> {
  if (profileId === undefined) return null;
  const profile = await db.tenant(accountId, (tx) => selectProfile(tx, accountId, profileId));
  if (!profile) throw notFound(words('Profile not found'));
  return profile;
}

async function stoppedBy(db: Db, accountId: string, computed: Computed, profile: PayProfile) {
  const { contents, cents, people } = computed;
  const { from, to, isDelta } = contents;
  const employeeIds = people.map(({ employeeId }) => employeeId);
  const earlier = isDelta
    ? await db.tenant(accountId, (tx) => selectSentParts(tx, accountId, { from, to, employeeIds }))
    : [];
  return refusalOf(partsOf(computed), earlier, profile, { from, to, cents });
}

/** Returns the lines of a file as they would be numbered in it. */
function partsOf({ people }: Computed): Part[] {
  let firstLine = 1;
  return people.map((employee) => {
    const part = { ...employee, firstLine };
    firstLine += employee.lines.length;
    return part;
  });
}
