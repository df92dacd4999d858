import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/office/auditSamples.ts';
import type { OneState } from '../../figures/trends/oneState.ts';
import { audit } from '../../platform/audit/audit.ts';
import { route } from '../../platform/http/route.ts';
import { inTurn } from '../../platform/http/turn.ts';
import type { Services } from '../../platform/services.ts';
import { answerLink } from '../linkPages/linkPage.ts';
import { samplePage } from './page.ts';
import { isKnownOpening, listSamples, openSample } from './samples.sql.ts';
import { createSample, endSampleOf } from './samples.ts';

/** Mounts the calls of auditors' samples (docs/reference/records.md#an-auditors-sample): the employer's, and the page of a link. */
export function sampleRoutes(app: FastifyInstance, services: Services, oneState: OneState) {
  const { db } = services;
  route(app, contract.listAuditSamples, async ({ caller: { accountId }, now }) => ({
    samples: await db.tenant(accountId, (tx) => listSamples(tx, accountId, now)),
  }));
  route(app, contract.createAuditSample, (call) => {
    app.gate.rateLimiter.take('report', call.caller.accountId, call.now);
    return inTurn(services.files, call.reply, call.caller.accountId, () =>
      createSample(services, oneState, call, call.body),
    );
  });
  route(app, contract.endAuditSample, async (call) => {
    await endSampleOf(services, call.params.sampleId, call);
    return { ok: true as const };
  });
  route(app, contract.openAuditSample, (call) =>
    answerLink(app, services, call, {
      find: (tx, hash) => openSample(tx, hash, call.now),
      keyOf: ({ _id }) => _id,
      async pageOf(sample, words) {
        const { accountId, name: target } = sample;
        const { now: at, address } = call;
        const page = await oneState({ ...sample, now: at }, (state) => samplePage(state, sample, words, at));
        await db.tenant(accountId, async (tx) => {
          if (!(await isKnownOpening(tx, accountId, { name: target, address, now: at })))
            await audit(tx, { accountId, at, actor: 'auditor', address, action: 'sample.open', target });
        });
        return page;
      },
    }),
  );
}
