import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { msg, words } from '#contract/platform/words.ts';
import * as contract from '#contract/reports/alerts.ts';
import type { Db } from '../../platform/db/db.ts';
import { requireProof } from '../../platform/http/admission.ts';
import type { UserCaller } from '../../platform/http/callers.ts';
import { permissionDenied, Refusal, tooMany } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { enqueueMail, mailedAnswer, wakeMail } from '../../platform/mail/mail.ts';
import { reportToStrangersMail } from '../../platform/mail/templates.ts';
import { readUnsubscribe } from '../../platform/mail/unsubscribe.ts';
import type { Services } from '../../platform/services.ts';
import { createThrottle } from '../../platform/throttle/throttle.ts';
import { wordsIn, wordsOfBrowser } from '../../platform/words/words.ts';
import { localDateOf, zoneOf } from '../../platform/zone.ts';
import { listAlertsOf, selectRecipients } from './alerts.sql.ts';
import { composeEvents, composeSummary, isSummary } from './compose.ts';
import { countUnread, listDeliveries, markRead } from './deliveries.sql.ts';
import { previewReport } from './reports.ts';
import { allowedTargets, createAlertOf, deleteAlertOf, maySeeFigures, updateAlertOf } from './saving.ts';
import { nextSlots } from './slots.ts';
import type { Writing } from './summary.ts';
import { UNSUBSCRIBE_POLICY, unsubscribe, unsubscribePage } from './unsubscribe.ts';

const ok = { ok: true } as const;
const LISTED_DELIVERIES = 100;
const NEXT_FIRINGS = 5;

type Saving = { caller: UserCaller; body: contract.AlertInput; now: Date };

export function alertRoutes(app: FastifyInstance, services: Services) {
  const { db, config, jobs } = services;

  route(app, contract.listAlerts, ({ caller, params }) =>
    db.tenant(caller.accountId, async (tx) => ({
      results: await listAlertsOf(tx, caller.accountId, params.category, caller),
    })),
  );
  /**
   * Returns the addresses of no user of the account to which the alert mails a report. It outlasts the session then: throws STEP_UP_REQUIRED without a
   * proof of who calls.
   */
  const provenStrangers = async (tx: Db, { caller, body, now }: Saving): Promise<string[]> => {
    if (!body.report) return [];
    const recipients = await selectRecipients(tx, caller.accountId, body.emailRecipients);
    const strangers = recipients.flatMap(({ isUser, address }) => (isUser ? [] : address));
    if (strangers.length > 0) requireProof({ stepUp: 'factor' }, caller, body, now);
    return strangers;
  };
  /** Saves an alert, and writes to its user where a report goes to strangers: a stolen session would do that without a word. */
  const save = async (call: Saving, saving: (tx: Db) => Promise<contract.Alert>): Promise<contract.Alert> => {
    const { caller, body, now } = call;
    const { accountId, firstName, language, email: recipient } = caller;
    const { saved, isNoticed } = await db.tx(async (tx) => {
      const { strangers, saved } = await tx.tenant(accountId, async (own) => ({
        strangers: await provenStrangers(own, call),
        saved: await saving(own),
      }));
      if (strangers.length === 0 || !body.viaEmail) return { saved, isNoticed: false };
      const { supportContact } = config;
      const text = reportToStrangersMail(
        { firstName, alert: saved.description, addresses: strangers, supportContact },
        wordsIn(language),
      );
      await enqueueMail(tx, { ...text, purpose: 'notice', accountId, recipient, now });
      return { saved, isNoticed: true };
    });
    if (isNoticed) await wakeMail(jobs);
    return saved;
  };
  route(app, contract.createAlert, (call) => save(call, (tx) => createAlertOf(tx, call, call.body)));
  route(app, contract.updateAlert, (call) =>
    save(call, (tx) => updateAlertOf(tx, call, call.params.alertId, call.body)),
  );
  route(app, contract.deleteAlert, async (call) => {
    await db.tenant(call.caller.accountId, (tx) => deleteAlertOf(tx, call, call.params.alertId));
    return ok;
  });

  /** Composes the summary that a saved or unsaved alert would send now, whose words are chosen afterwards; its groups must be the account's own. */
  const sayNow = async (caller: UserCaller, input: contract.AlertInput, now: Date): Promise<Writing> => {
    const { accountId, timeZone, license, accountName, scope } = caller;
    if (!maySeeFigures(caller, input)) throw permissionDenied();
    const { targetGroups } = await db.tenant(accountId, (tx) => allowedTargets(tx, caller, license, input));
    const localDate = localDateOf(zoneOf(timeZone), now.getTime());
    const whose = { accountId, license, accountName, timeZone, scope, targetGroups, localDate, at: now.getTime() };
    const { event, report, category } = input;
    if (isSummary(category)) return composeSummary(db, config, { ...input, ...whose, category, minutesLate: 0 });
    if (report) return previewReport(services, { ...input, ...whose, report });
    if (!event) throw new Error('An alert about nothing was let through');
    const { found, summaryOf } = await composeEvents(db, config, { ...input, ...whose, event });
    return summaryOf(found);
  };
  route(app, contract.previewAlert, async ({ caller, body, now }) => ({
    summary: (await sayNow(caller, body, now))(wordsIn(caller.language)),
    nextFirings: nextSlots(body, caller.timeZone, now.getTime(), NEXT_FIRINGS).map(({ dueAt }) =>
      new Date(dueAt).toISOString(),
    ),
  }));
  route(app, contract.checkRecipients, async ({ caller, body }) => {
    const found = await db.tenant(caller.accountId, (tx) =>
      selectRecipients(tx, caller.accountId, body.emailRecipients),
    );
    const limited = found.filter(({ isUser, isLimited, address }) => isUser && isLimited && address !== caller.email);
    return {
      outside: found.flatMap(({ isUser, address }) => (isUser ? [] : address)),
      limited: limited.map(({ address }) => address),
    };
  });
  route(app, contract.sendTestAlert, async ({ caller, body, now, hold }) => {
    const { waitSeconds } = await createThrottle(services).tryOnce([{ name: 'testAlertUser', subject: caller.userId }]);
    if (waitSeconds > 0) throw tooMany(waitSeconds, words('Too many test mails. Please wait and try again.'));
    const own = wordsIn(caller.language);
    const { empty: _, content: __, ...mail } = (await sayNow(caller, body, now))(own);
    const queued = await db.tx(async (tx) => {
      await hold(tx);
      return enqueueMail(tx, {
        ...mail,
        subject: own.say(msg('Test: {subject}', { subject: mail.subject })),
        purpose: 'alert',
        accountId: caller.accountId,
        recipient: caller.email,
        now,
      });
    });
    if (queued === 'refused')
      throw new Refusal('LIMIT_REACHED', words('The mail was not sent: the account has sent its mails of the day.'));
    await wakeMail(jobs);
    return mailedAnswer(config);
  });

  unsubscribeRoutes(app, services);

  route(app, contract.listAlertDeliveries, ({ caller }) => {
    return db.tenant(caller.accountId, async (tx) => ({
      results: (await listDeliveries(tx, caller, LISTED_DELIVERIES)).map((delivery) =>
        maySeeFigures(caller, delivery) ? delivery : { ...delivery, subject: null, text: null, report: null },
      ),
      unread: await countUnread(tx, caller),
    }));
  });
  route(app, contract.markAlertDeliveriesRead, async ({ caller: { accountId, userId }, now }) => {
    await db.tenant(accountId, (tx) => markRead(tx, accountId, userId, now));
    return ok;
  });
}

type Asked = { reply: FastifyReply; request: FastifyRequest };
/** Mounts the endpoints for recipients, who need not be users. */
function unsubscribeRoutes(app: FastifyInstance, { db, secrets }: Services) {
  // In the language of the browser: that of the account would tell whether the link is valid.
  const page = ({ reply, request }: Asked, state: 'question' | 'done') =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', UNSUBSCRIBE_POLICY)
      .header('referrer-policy', 'no-referrer')
      .send(unsubscribePage(state, wordsOfBrowser(request.headers)));
  app.register(async (forms) => {
    // A form without fields, from the page or from a mail program: the token is in the address.
    const types = ['application/x-www-form-urlencoded', 'multipart/form-data'];
    forms.addContentTypeParser(types, { parseAs: 'buffer', bodyLimit: 4_096 }, (_request, _body, done) => done(null));
    route(forms, contract.askUnsubscribe, (call) => page(call, 'question'));
    route(forms, contract.unsubscribeAlert, async (call) => {
      const { params, now, address } = call;
      const subscription = readUnsubscribe(secrets, params.token);
      if (subscription) await unsubscribe(db, subscription, { now, address });
      return page(call, 'done');
    });
  });
}
