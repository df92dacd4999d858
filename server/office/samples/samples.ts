import { v7 as uuidv7 } from 'uuid';
import type { AuditSample } from '#contract/office/auditSamples.ts';
import { MAX_SAMPLES } from '#contract/office/auditSamples.ts';
import { MAX_RANGE_DAYS } from '#contract/platform/limits.ts';
import { msg, words } from '#contract/platform/words.ts';
import { loadCalendar } from '../../attendance/calendars.ts';
import { byNumber } from '../../attendance/order.ts';
import { payPeriodsIn, withinDates } from '../../figures/pay/payPeriods.ts';
import { selectPresent } from '../../figures/trends/judgedDays.sql.ts';
import type { OneState, State } from '../../figures/trends/oneState.ts';
import { askedDays, readRoster } from '../../figures/trends/range.ts';
import { audit, by, type UserCall } from '../../platform/audit/audit.ts';
import { notFound, permissionDenied, Refusal } from '../../platform/http/errors.ts';
import { randomToken, tokenHash } from '../../platform/secrets/secrets.ts';
import type { Services } from '../../platform/services.ts';
import { lockAccount } from '../../platform/tenant/account.ts';
import { DAY, datesOf, localDateOf, zoneOf } from '../../platform/zone.ts';
import { draw } from './draw.ts';
import { type DrawnPeriod, endSample, insertSample, listSamples } from './samples.sql.ts';

type Drawing = { name: string; dates: { from: string; to: string }; seed?: string | undefined; days: number };
/**
 * Draws people of each pay period among those who worked in it, and makes the link that shows them. Only the link's hash is stored. DATE_OUT_OF_RANGE
 * for days that are not over or not stored; LIMIT_REACHED with MAX_SAMPLES links.
 */
export async function createSample(
  { db, config }: Services,
  oneState: OneState,
  call: UserCall,
  { name, dates, seed: given, days }: Drawing,
): Promise<{ sample: AuditSample; link: string }> {
  const { caller, now } = call;
  const { accountId, timeZone } = caller;
  if (!caller.permissions.includes('Stats.GET_ATTENDANCE_INFORMATION')) throw permissionDenied();
  const { from, to } = askedDays({ caller, now, query: dates, isOfAnyAge: true }, MAX_RANGE_DAYS);
  if (to >= localDateOf(zoneOf(timeZone), now.getTime()))
    throw new Refusal('DATE_OUT_OF_RANGE', words('Choose days that are over.'));
  const seed = given || randomToken().slice(0, 8);
  const periods = await oneState({ accountId, timeZone, now }, (state) => drawPeriods(state, call, { from, to }, seed));
  const token = randomToken();
  const sample = await db.tx(async (tx) => {
    await lockAccount(tx, accountId);
    if ((await listSamples(tx, accountId, now)).length >= MAX_SAMPLES)
      throw new Refusal(
        'LIMIT_REACHED',
        msg('An account has at most {most} links. End one first.', { most: MAX_SAMPLES }),
      );
    const made = await insertSample(tx, {
      ...{ accountId, sampleId: uuidv7({ msecs: now.getTime() }), tokenHash: tokenHash(token), name, seed, from, to },
      ...{ periods, now, by: caller.username, endsAt: new Date(now.getTime() + days * DAY) },
    });
    const detail = msg(
      '{from} to {to}, {people, plural, one {# person} other {# people}}, seed {seed}, ends {endsAt}',
      {
        ...{ from, to, people: made.people, seed, endsAt: made.endsAt },
      },
    );
    await audit(tx, { ...by(call), accountId, action: 'sample.draw', target: name, detail });
    return made;
  });
  return { sample, link: `${config.publicUrl}/v2/audit-sample/${token}` };
}

async function drawPeriods(
  { db, days: judged, dataVersion }: State,
  { caller: { accountId, timeZone }, now }: UserCall,
  dates: { from: string; to: string },
  seed: string,
): Promise<DrawnPeriod[]> {
  const { versions, live } = await judged.judge({ accountId, timeZone, dataVersion, now }, dates.from, dates.to);
  const roster = await readRoster(db, accountId);
  const { hoursRules } = await db.tenant(accountId, (tx) => loadCalendar(tx, accountId));
  const periods: DrawnPeriod[] = [];
  for (const whole of payPeriodsIn(hoursRules, dates.from, dates.to).reverse()) {
    const period = withinDates(whole, dates);
    const days = datesOf(period.from, period.to).filter((day) => versions.has(day));
    const rows = await db.tenant(accountId, (tx) => selectPresent(tx, accountId, days));
    const ids = new Set(rows.map(({ employeeId }) => employeeId));
    for (const [date, { people }] of live)
      if (date >= period.from && date <= period.to)
        for (const { status, employee } of people) if (status === 'present') ids.add(employee._id);
    const worked = [...ids].flatMap((id) => roster.get(id) ?? []);
    const drawn = draw(seed, period.from, worked).sort((a, b) => byNumber(a.number, b.number));
    periods.push({ ...period, of: worked.length, people: drawn.map(({ employeeId }) => employeeId) });
  }
  return periods;
}

/** Ends a link before its time. NOT_FOUND for one that has ended. */
export const endSampleOf = ({ db }: Pick<Services, 'db'>, sampleId: string, call: UserCall) =>
  db.tx(async (tx) => {
    const { accountId } = call.caller;
    const ended = await endSample(tx, accountId, sampleId, call.now);
    if (!ended) throw notFound(words('Sample not found'));
    await audit(tx, { ...by(call), accountId, action: 'sample.end', target: ended.name });
  });
