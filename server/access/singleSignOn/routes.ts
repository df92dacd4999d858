import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import * as contract from '#contract/access/singleSignOn.ts';
import { words } from '#contract/platform/words.ts';
import { invalid } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { browserOf } from '../session/browser.ts';
import { actingOf } from '../signIn/change.ts';
import { logOutByProvider } from './backChannel.ts';
import type { Clients } from './clients.ts';
import { finishLogIn, startLogIn } from './flow.ts';
import { accountSignOn, saveAccountSignOn } from './settings.ts';
import * as userLinks from './userLinks.ts';

const ok = { ok: true } as const;
/** A log-out token holds a signature and a few claims. */
const MAX_FORM_BYTES = 16_384;
const query = z.record(z.string(), z.unknown()).catch({});

export async function singleSignOnRoutes(app: FastifyInstance, services: Services, clients: Clients) {
  const { db } = services;

  route(app, contract.listProviders, async () => ({
    providers: await Promise.all(
      clients.all.map(async (client) => {
        const { id, name } = client.provider;
        return { id, name, isAway: !(await client.isThere()) };
      }),
    ),
  }));
  route(app, contract.startSignOn, async ({ body: { provider, again }, request, now }) => ({
    url: await startLogIn(services, clients, provider, { again, browserId: browserOf(request), now }),
  }));
  route(app, contract.finishSignOn, async ({ params, request, reply, address, now }) => {
    const answered = { providerId: params.provider, query: query.parse(request.query), address, now };
    const next = await finishLogIn(services, clients, answered);
    return reply.header('referrer-policy', 'no-referrer').redirect(next, 303);
  });
  await app.register(async (forms) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    route(forms, contract.backChannelLogOut, async ({ params: { provider }, request, address, now }) => {
      const { data } = z.object({ logout_token: z.string().min(1) }).safeParse(request.body);
      if (!data) throw invalid('logout_token', words('A log-out token is required'));
      await logOutByProvider(services, clients, { provider, token: data.logout_token, address, now });
      return ok;
    });
  });

  route(app, contract.listOwnLinks, ({ caller }) => userLinks.listLinks(db, services, caller));
  route(app, contract.startOwnLink, async ({ body, caller, now }) => {
    const { accountId, userId, sessionId, browserId } = caller;
    const linkTo = { accountId, userId, sessionId };
    return { url: await startLogIn(services, clients, body.provider, { linkTo, browserId, now }) };
  });
  route(app, contract.finishOwnLink, async (call) => {
    await userLinks.finishOwnLink(services, actingOf(call), call.body.token, call.caller.browserId);
    return ok;
  });
  route(app, contract.removeOwnLink, async (call) => {
    await userLinks.removeOwnLink(services, actingOf(call), call.query.issuer);
    return ok;
  });

  route(app, contract.listUserLinks, ({ params }) => userLinks.listUserLinks(services, params.userId));
  route(app, contract.addUserLink, (call) =>
    userLinks.addUserLink(services, clients, call.params.userId, call.body, call),
  );
  route(app, contract.removeUserLink, (call) =>
    userLinks.removeUserLink(services, call.params.userId, call.query.issuer, call),
  );

  route(app, contract.getAccountSignOn, ({ params }) => accountSignOn(services, params.accountId));
  route(app, contract.updateAccountSignOn, (call) =>
    saveAccountSignOn(services, call.params.accountId, call.body.settings, call),
  );
}
