import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/access/signIn.ts';
import { networkOf } from '../../platform/http/network.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { browserOf } from '../session/browser.ts';
import type { PasswordHasher } from '../session/passwordHash.ts';
import { CHALLENGE_SECONDS, newChallenge } from './challenge.ts';
import { actingOf } from './change.ts';
import { confirmCaller, logInWithPasskey, passSecondFactor } from './logIns.ts';
import * as options from './options.ts';

const ok = { ok: true } as const;

export function signInRoutes(app: FastifyInstance, services: Services, passwords: PasswordHasher) {
  const { secrets, config } = services;

  route(app, contract.createPasskeyChallenge, ({ now }) => ({
    challenge: newChallenge(secrets, { purpose: 'prove', subject: '' }, now),
    rpId: config.passkeys.rpId,
    expiresIn: CHALLENGE_SECONDS,
  }));

  route(app, contract.logInWithPasskey, async ({ body, request, address, now }) => {
    const opened = await logInWithPasskey(services, body, { browserId: browserOf(request), address, now });
    app.gate.unknown.wasKnown(networkOf(address).host, opened.token);
    return opened;
  });

  route(app, contract.passSecondFactor, async ({ caller, body, request, address, now }) => {
    const opened = await passSecondFactor(services, caller, body, { browserId: browserOf(request), address, now });
    app.gate.unknown.wasKnown(networkOf(address).host, opened.token);
    return opened;
  });

  route(app, contract.stepUp, async (call) => {
    await confirmCaller(services, passwords, call.body, call);
    return ok;
  });

  route(app, contract.getSignIn, (call) => options.optionsOf(services, actingOf(call).user));
  route(app, contract.updateSignIn, async (call) => {
    await options.setWanted(services, actingOf(call), call.body.isWanted);
    return ok;
  });
  route(app, contract.createPasskeyOptions, (call) =>
    options.passkeyOptions(services, actingOf(call), call.body.isShared),
  );
  route(app, contract.addPasskey, (call) => options.addPasskey(services, actingOf(call), call.body));
  route(app, contract.renamePasskey, async (call) => {
    const { params, body } = call;
    await options.renamePasskey(services, actingOf(call), params.passkeyId, body.name);
    return ok;
  });
  route(app, contract.removePasskey, async (call) => ({
    ...ok,
    ...(await options.removePasskey(services, actingOf(call), call.params.passkeyId)),
  }));
  route(app, contract.startApp, (call) => options.startApp(services, actingOf(call)));
  route(app, contract.confirmApp, (call) => options.confirmApp(services, actingOf(call), call.body.code));
  route(app, contract.removeApp, async (call) => {
    await options.removeApp(services, actingOf(call));
    return ok;
  });
  route(app, contract.makeRecoveryCodes, async (call) => ({
    codes: await options.makeRecoveryCodes(services, actingOf(call)),
  }));
}
