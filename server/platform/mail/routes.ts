import type { FastifyInstance } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import * as contract from '#contract/platform/mail.ts';
import { msg, words } from '#contract/platform/words.ts';
import { audit, by } from '../audit/audit.ts';
import { conflict, tooMany } from '../http/errors.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { createThrottle } from '../throttle/throttle.ts';
import { wordsIn } from '../words/words.ts';
import { countUnsentMails, listUnsentMails } from './mail.sql.ts';
import { mailedAnswer } from './mail.ts';
import { testMail } from './templates.ts';
import { createMailTransport } from './transport.ts';

/** Mounts what administrators see of mail: whether a mail server is set up, which mails did not go out, and a test mail. */
export function mailRoutes(app: FastifyInstance, services: Services) {
  const { config, db } = services;
  route(app, contract.getMailStatus, async () => ({
    hasServer: config.smtpUrl !== undefined,
    sender: config.mailFrom,
    ...(await countUnsentMails(db)),
  }));

  route(app, contract.listUnsentMails, async () => ({ results: await listUnsentMails(db) }));

  route(app, contract.sendTestMail, async (call) => {
    const { caller, now } = call;
    const limits = [{ name: 'testAlertUser' as const, subject: `mail ${caller.userId}` }];
    const { waitSeconds } = await createThrottle(services).tryOnce(limits);
    if (waitSeconds > 0) throw tooMany(waitSeconds, words('Too many test mails. Please wait and try again.'));
    const transport = createMailTransport(config);
    const mailId = uuidv7({ msecs: now.getTime() });
    try {
      const given = { username: caller.username, supportContact: config.supportContact };
      const text = testMail(given, wordsIn(caller.language));
      await transport.send({ ...text, mailId, recipient: caller.email, messageId: `<test.${mailId}@tallyboard>` });
    } catch (error) {
      throw conflict(
        msg('The mail was not taken: {why}', { why: error instanceof Error ? error.message : msg('unknown reason') }),
      );
    } finally {
      transport.close();
    }
    const { accountId, email: target } = caller;
    await db.tx((tx) => audit(tx, { ...by(call), accountId, action: 'mail.test', target }));
    return mailedAnswer(config);
  });
}
