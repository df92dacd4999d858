import { z } from 'zod';
import { logIn } from '#contract/access/session.ts';
import { createPasskeyChallenge, createPasskeyOptions, logInWithPasskey, stepUp } from '#contract/access/signIn.ts';
import { createPasswordHasher, LOWEST_HASH_COST } from '#server/access/session/passwordHash.ts';
import { createSoftwareKey } from '#tests/support/authenticator.ts';
import { givenEmployer } from '#tests/support/factories.ts';
import { cpuOf, openRig, printTable, rounded, timed } from './support/rig.ts';

/** Measures a log-in by passkey on the server: challenge, signature and session; the library's first use is reported separately. */
const LOG_INS = Number(process.env.BENCH_LOG_INS ?? 300);
const PASSWORD = 'walnut river cloud';
const rig = await openRig();
try {
  const passwordHash = await createPasswordHasher(LOWEST_HASH_COST).hash(PASSWORD);
  const username = 'bench';
  await givenEmployer(rig.database.db, { username, passwordHash });
  const ask = async <T>(schema: z.ZodType<T>, path: string, body: object, token?: string): Promise<T> => {
    const headers = {
      'content-type': 'application/json',
      'x-device-id': 'bench',
      ...(token && { authorization: token }),
    };
    const answer = await fetch(`${rig.origin}/v2${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return schema.parse(await answer.json());
  };
  const { token } = await ask(logIn.response, logIn.path, { username, password: PASSWORD });
  await ask(z.unknown(), stepUp.path, { password: PASSWORD }, token);
  const options = await ask(createPasskeyOptions.response, createPasskeyOptions.path, { isShared: false }, token);
  const { publicUrl } = rig.services.config;
  const key = createSoftwareKey({ origin: publicUrl, rpId: new URL(publicUrl).hostname });
  const first = await timed(() => ask(z.unknown(), '/sign-in/passkeys', key.make(options), token));
  const times: number[] = [];
  const cpu = await cpuOf(async () => {
    for (let n = 0; n < LOG_INS; n++) {
      const { challenge } = await ask(createPasskeyChallenge.response, createPasskeyChallenge.path, {});
      const signed = key.sign(challenge);
      times.push(await timed(() => ask(logInWithPasskey.response, logInWithPasskey.path, signed)));
    }
  });
  times.sort((a, b) => a - b);
  const at = (part: number) => rounded(times[Math.floor(times.length * part)] ?? 0);
  printTable(`Passkeys, ${LOG_INS} log-ins one after the other`, [
    { what: 'a log-in, p50', ms: at(0.5), budget: '' },
    { what: 'a log-in, p95', ms: at(0.95), budget: 30 },
    { what: 'processor time of a log-in, with its challenge and the client', ms: rounded(cpu / LOG_INS), budget: '' },
    { what: 'a passkey is added, with the first use of the library', ms: rounded(first), budget: 500 },
  ]);
} finally {
  await rig.close();
}
