import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/auditSamples.ts';
import { audit } from '../audit/audit.ts';
import { sendEnded, sendLinkPage } from '../http/linkPage.ts';
import { route } from '../http/route.ts';
import { inTurn } from '../http/turn.ts';
import { tokenHash } from '../secrets/secrets.ts';
import type { Services } from '../services.ts';
import { countGuess } from '../session/passwords.ts';
import type { JudgedDays } from '../trends/judgedDays.ts';
import { samplePage } from './page.ts';
import { listSamples, openSample } from './samples.sql.ts';
import { createSample, endSampleOf } from './samples.ts';

/** Mounts the calls of auditors' samples (spec/records.md H3): the employer's, and the page of a link. */
export function sampleRoutes(app: FastifyInstance, services: Services, days: JudgedDays) {
  const { db } = services;
  route(app, contract.listAuditSamples, async ({ caller: { accountId }, now }) => ({
    samples: await db.tenant(accountId, (tx) => listSamples(tx, accountId, now)),
  }));
  route(app, contract.createAuditSample, (call) => {
    app.gate.rateLimiter.take('report', call.caller.accountId, call.now);
    return inTurn(services.files, call.reply, call.caller.accountId, () =>
      createSample(services, days, call, call.body),
    );
  });
  route(app, contract.endAuditSample, async (call) => {
    await endSampleOf(services, call.params.sampleId, call);
    return { ok: true as const };
  });
  route(app, contract.openAuditSample, async ({ params, now, address, reply }) => {
    // Tries of links that do not exist are few for an address; those of one that does are few for the link.
    const guess = await countGuess(services, 'linkAddress', address);
    const sample = await db.tx((tx) => openSample(tx, tokenHash(params.token), now));
    if (!sample) return sendEnded(reply);
    await guess.wasRight();
    const { accountId, name: target } = sample;
    app.gate.rateLimiter.take('link', sample._id, now);
    const html = await inTurn(services.files, reply, accountId, () => samplePage(db, days, sample, now));
    await db.tenant(accountId, (tx) =>
      audit(tx, { accountId, at: now, actor: 'auditor', address, action: 'sample.open', target }),
    );
    return sendLinkPage(reply, html);
  });
}
