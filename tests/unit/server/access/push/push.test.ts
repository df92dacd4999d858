import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encryptFor, isBrowserKey } from '#server/access/push/encrypt.ts';
import { nextAttempt, outcomeOf } from '#server/access/push/rules.ts';
import { vapidKeyOf } from '#server/access/push/vapid.ts';
import { isPublicAddress, isPushEndpoint } from '#server/platform/pushService/endpoint.ts';
import { createSecrets } from '#server/platform/secrets/secrets.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

it('encrypts as RFC 8291 does in its appendix A', () => {
  const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
  const randomness = {
    privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  };
  const sent = encryptFor({ p256dh, auth: 'BTBZMqHH6r4Tts7J_aSIgg' }, 'When I grow up, I want to be a watermelon', {
    randomness,
  });
  expect(sent.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_' +
      'yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

it('takes keys that are points of the curve only', () => {
  expect(isBrowserKey('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4')).toBe(
    true,
  );
  for (const key of ['', 'BA', Buffer.concat([Buffer.of(4), randomBytes(64)]).toString('base64url'), 'A'.repeat(87)])
    expect(isBrowserKey(key), key).toBe(false);
});

it('the VAPID key comes of the instance key alone, and of another one is another', () => {
  const keyOf = (byte: number) => vapidKeyOf(createSecrets(Buffer.alloc(32, byte))).publicKey.toString('base64url');
  expect(keyOf(1)).toBe(keyOf(1));
  expect(keyOf(1)).not.toBe(keyOf(2));
  expect(bytes(keyOf(1))).toHaveLength(65);
  // A derived number that is not a valid private key is skipped.
  const numbers = [Buffer.alloc(32, 255), Buffer.alloc(32), Buffer.alloc(32, 7)];
  const passing = { derive: (_purpose: string, n: string) => numbers[Number(n)] ?? Buffer.alloc(32, 9) };
  const seven = { derive: () => Buffer.alloc(32, 7) };
  expect(vapidKeyOf(passing).publicKey).toEqual(vapidKeyOf(seven).publicKey);
});

describe('an address of a push service', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:DEF-_',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
    'https://web.push.apple.com/QGuQ',
    'https://wns2-par02p.notify.windows.com/w/?token=BQYA',
    'https://push.farm.example/x',
    'https://a.relay.example/x',
  ])('messages go to %s', (endpoint) =>
    expect(isPushEndpoint(endpoint, ['push.farm.example', '*.relay.example'])).toBe(true),
  );
  it.each([
    '',
    'fcm.googleapis.com',
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com',
    'https://fcm.googleapis.com:443/x',
    'https://fcm.googleapis.com:8443/x',
    'https://FCM.googleapis.com/x',
    'https://fcm.googleapis.com./x',
    'https://user@fcm.googleapis.com/x',
    'https://user:word@fcm.googleapis.com/x',
    'https://fcm.googleapis.com/a/../x',
    'https://fcm.googleapis.com/x#y',
    'https://fcm.googleapis.com\\@evil.example/x',
    ' https://fcm.googleapis.com/x',
    'https://fcm.googleapis.com/x\n',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evilfcm.googleapis.com/x',
    'https://push.apple.com/x',
    'https://.push.apple.com/x',
    'https://a..push.apple.com/x',
    'https://evilpush.apple.com/x',
    'https://notify.windows.com/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://localhost/x',
    'https://push.farm.example/x',
    'file:///etc/passwd',
    'javascript:alert(1)',
  ])('and nowhere else: %j', (endpoint) => expect(isPushEndpoint(endpoint, [])).toBe(false));
});

it('only addresses of the public internet', () => {
  for (const address of ['142.250.1.2', '8.8.8.8', '172.32.0.1', '2a00:1450:4001::5f', '2606:4700::1'])
    expect(isPublicAddress(address), address).toBe(true);
  for (const address of [
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.255'],
    ...['192.168.1.5', '192.0.0.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '64:ff9b::a00:1', 'fe80::1', 'fd00::1', 'ff02::1'],
    ...['2001::1', '2001:db8::1', '2002:a00:1::', '', 'fcm.googleapis.com', '8.8.8', '010.0.0.1'],
  ])
    expect(isPublicAddress(address), address).toBe(false);
});

describe('what was not sent is tried again', () => {
  const dueAt = new Date('2026-11-20T07:15:00Z');
  const after = (minutes: number) => new Date(dueAt.getTime() + minutes * 60_000);
  const minutesUntil = (attempts: number, now: number, retryAfter?: string) => {
    const next = nextAttempt({ dueAt, attempts }, retryAfter, after(now));
    return next && (next.getTime() - dueAt.getTime()) / 60_000;
  };
  it.each<[number, number, string | undefined, number | undefined]>([
    [1, 0, undefined, 1],
    [2, 1, undefined, 6],
    [3, 6, undefined, 21],
    [4, 21, undefined, 36],
    [6, 45, undefined, 60],
    [6, 46, undefined, undefined],
    [1, 0, '120', 2],
    [1, 0, '5', 1],
    [1, 0, '3600', 60],
    [1, 0, '3601', undefined],
    [1, 0, 'Fri, 20 Nov 2026 07:45:00 GMT', 30],
    [1, 0, 'Fri, 20 Nov 2026 07:00:00 GMT', 1],
    [1, 0, 'Fri, 20 Nov 2026 08:15:01 GMT', undefined],
    [1, 0, 'Fri, 99 Nov 2026 07:45:00 GMT', 1],
    [1, 0, '2026-11-20T07:45:00Z', 1],
    [1, 0, '-5', 1],
    [1, 0, '9'.repeat(400), 1],
  ])('after try %i at minute %i (Retry-After %s): minute %s', (attempts, now, retryAfter, next) =>
    expect(minutesUntil(attempts, now, retryAfter)).toBe(next),
  );
  it.each([
    [200, 'sent'],
    [201, 'sent'],
    [202, 'sent'],
    [301, 'refused'],
    [307, 'refused'],
    [400, 'refused'],
    [401, 'refused'],
    [403, 'refused'],
    [404, 'gone'],
    [410, 'gone'],
    [413, 'refused'],
    [429, 'again'],
    [500, 'again'],
    [503, 'again'],
  ])('an answer of %i: %s', (status, outcome) => expect(outcomeOf(status)).toBe(outcome));
});
