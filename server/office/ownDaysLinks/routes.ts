import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/office/ownDaysLinks.ts';
import { words } from '#contract/platform/words.ts';
import { newPin, openPin, sealPin } from '../../attendance/ownDays/pin.ts';
import { raiseDataVersion } from '../../attendance/records.sql.ts';
import { paidDaysOf } from '../../figures/trends/hours.ts';
import type { OneState, State } from '../../figures/trends/oneState.ts';
import { personTrendOf } from '../../figures/trends/person.ts';
import { readRange } from '../../figures/trends/range.ts';
import { sightOf } from '../../figures/trends/roll.ts';
import { audit, by, type UserCall } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, notFound } from '../../platform/http/errors.ts';
import { accountOf } from '../../platform/http/ownAccount.ts';
import { route } from '../../platform/http/route.ts';
import { randomToken, tokenHash } from '../../platform/secrets/secrets.ts';
import type { Services } from '../../platform/services.ts';
import { lockAccount } from '../../platform/tenant/account.ts';
import type { Words } from '../../platform/words/words.ts';
import { addDays, DAY, localDateOf, zoneOf } from '../../platform/zone.ts';
import { answerLink } from '../linkPages/linkPage.ts';
import { deleteLink, type OpenedLink, openLink, replaceLink, savePin, selectLink, selectNamed } from './links.sql.ts';
import { ownDaysPage } from './page.ts';

type OfEmployee = UserCall & { params: { employeeId: string }; query: { accountId?: string | undefined } };

/** Mounts what employees have of their own days (docs/reference/privacy.md#their-own-day): the office's calls for links and PINs, and the page of a link. */
export function ownDaysRoutes(app: FastifyInstance, services: Services, oneState: OneState) {
  const { db, config, secrets } = services;
  // Counted before a PIN is derived, which takes a processor a quarter of a second.
  const counted = ({ caller, now }: UserCall) => app.gate.rateLimiter.take('setup', caller.userId, now);
  route(app, contract.getOwnDaysLink, ({ caller, params: { employeeId }, query, now }) => {
    const accountId = accountOf(caller, query.accountId);
    return db.tenant(accountId, async (tx) => {
      const { sealedPin } = await namedOf(tx, accountId, employeeId, now);
      return {
        link: (await selectLink(tx, accountId, employeeId, now)) ?? null,
        hasPin: openPin(secrets, { accountId, employeeId }, sealedPin) !== undefined,
      };
    });
  });
  route(app, contract.makeOwnDaysLink, async (call) => {
    const { caller, now } = call;
    counted(call);
    const shows = sightOf(caller);
    if (!shows.attendance && !shows.piecework)
      throw conflict(words('The link would show nothing: you see neither attendance nor work.'));
    const token = randomToken();
    const link = await change(db, call, 'ownDays.link', (tx, accountId, employeeId, { isThere }) => {
      if (!isThere) throw conflict(words('The link would show nothing: this employee has left.'));
      const endsAt = new Date(now.getTime() + contract.OWN_DAYS * DAY);
      const made = { accountId, employeeId, tokenHash: tokenHash(token), shows, now, by: caller.username, endsAt };
      return replaceLink(tx, made);
    });
    return { link, address: `${config.publicUrl}/v2/own-days/${token}` };
  });
  route(app, contract.endOwnDaysLink, async (call) => {
    counted(call);
    await change(db, call, 'ownDays.end', async (tx, accountId, employeeId) => {
      if ((await deleteLink(tx, accountId, employeeId)) === 0) throw notFound(words('Link not found'));
    });
    return { ok: true as const };
  });
  route(app, contract.makeOwnDaysPin, async (call) => {
    counted(call);
    const { pin, check } = await newPin(call.now);
    await change(db, call, 'ownDays.pin', async (tx, accountId, employeeId, { isThere }) => {
      if (!isThere) throw conflict(words('No Recorder would ask for the PIN: this employee has left.'));
      await savePin(tx, accountId, employeeId, sealPin(secrets, { accountId, employeeId }, check));
      await raiseDataVersion(tx, accountId, call.now);
    });
    return { pin };
  });
  route(app, contract.endOwnDaysPin, async (call) => {
    counted(call);
    await change(db, call, 'ownDays.pinEnd', async (tx, accountId, employeeId, { sealedPin }) => {
      if (sealedPin === null) throw notFound(words('PIN not found'));
      await savePin(tx, accountId, employeeId, null);
      await raiseDataVersion(tx, accountId, call.now);
    });
    return { ok: true as const };
  });
  route(app, contract.openOwnDays, (call) =>
    answerLink(app, services, call, {
      find: (tx, hash) => openLink(tx, hash, call.now),
      keyOf: ({ accountId, employeeId }) => `${accountId} ${employeeId}`,
      pageOf: (link, words) => oneState({ ...link, now: call.now }, (state) => pageOf(state, link, words, call.now)),
    }),
  );
}

type Named = { name: string; isThere: boolean; sealedPin: string | null };
/** Returns who an employee is, as the trail has it. NOT_FOUND for one of another account, or who was deleted. */
async function namedOf(tx: Db, accountId: string, employeeId: string, now: Date): Promise<Named> {
  const one = await selectNamed(tx, accountId, employeeId, now);
  if (!one) throw notFound(words('Employee not found'));
  return one;
}

function change<T>(
  db: Db,
  call: OfEmployee,
  action: 'ownDays.link' | 'ownDays.end' | 'ownDays.pin' | 'ownDays.pinEnd',
  write: (tx: Db, accountId: string, employeeId: string, employee: Named) => Promise<T>,
): Promise<T> {
  const accountId = accountOf(call.caller, call.query.accountId);
  const { employeeId } = call.params;
  return db.tx(async (tx) => {
    await lockAccount(tx, accountId);
    const employee = await namedOf(tx, accountId, employeeId, call.now);
    const done = await write(tx, accountId, employeeId, employee);
    await audit(tx, { ...by(call), accountId, action, target: employee.name });
    return done;
  });
}

/** Returns the page of a link: the days of the person's page on the screens, without the figures of others beside them. */
async function pageOf({ db, days, dataVersion }: State, link: OpenedLink, words: Words, now: Date): Promise<string> {
  const { accountId, timeZone, employeeId, attendance, piecework } = link;
  const to = localDateOf(zoneOf(timeZone), now.getTime());
  const query = { from: addDays(to, 1 - contract.OWN_DAYS), to };
  const call = { caller: { accountId, timeZone, dataVersion, scope: null }, now, query };
  const range = await readRange(db, days, call, contract.OWN_DAYS);
  const paid = attendance ? await paidDaysOf(db, days, call, employeeId) : null;
  const asked = { accountId, timeZone, now, employeeId };
  const person = await personTrendOf(db, range, asked, { attendance, piecework }, { paid, limited: null });
  return ownDaysPage(link, person, words, now);
}
