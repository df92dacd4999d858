import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createAuthenticate } from '#server/access/session/authenticate.ts';
import { buildApp } from '#server/app.ts';
import { sql } from '#server/platform/db/db.ts';
import { DatabaseUnavailable } from '#server/platform/db/errors.ts';
import { registerErrors } from '#server/platform/http/errors.ts';
import { metricsRoutes } from '#server/platform/http/metrics.ts';
import { loggedBy } from '#server/platform/http/requestLog.ts';
import { staticRoutes } from '#server/platform/http/static.ts';
import { givenAccount } from '#tests/support/factories.ts';
import { givenDevice } from '#tests/support/factories.work.ts';
import { createInProcessJobs } from '#tests/support/jobs.ts';
import { useTestApp } from '#tests/support/testApp.ts';

const t = useTestApp({
  env: {
    ALLOWED_ORIGINS: 'https://pay.example',
    SUPPORT_CONTACT: 'help@tally.example',
    METRICS_TOKEN: 'a-token-of-24-characters',
  },
});

describe('health', () => {
  test('the process answers, and is ready when its database is', async () => {
    expect((await t.ask('/healthz')).json()).toEqual({ status: 'ok' });
    const asked = vi.spyOn(t.services.db, 'single');
    // Tokens are looked up in batches: a hundred requests at once are one statement.
    await Promise.all(Array.from({ length: 100 }, () => t.ask('/readyz')));
    expect(asked.mock.calls.length).toBeLessThan(20);
    asked.mockRestore();
    const ready = await t.ask('/readyz');
    expect([ready.statusCode, ready.json(), ready.headers['cache-control']]).toEqual([
      200,
      { status: 'ready' },
      'no-store',
    ]);
  });
});

describe('configuration of the web application', () => {
  test('comes from the environment; by default it is the same origin', async () => {
    const reply = await t.ask('/config.json');
    expect(reply.json()).toEqual({
      apiHost: '',
      deviceHost: '',
      userHost: '',
      recorderUrl: expect.stringMatching(/^http.*\/rc\/$/),
      supportContact: 'help@tally.example',
      copyright: '© Tallyboard',
      passkeyDomain: '',
    });
    expect(reply.headers['cache-control']).toBe('no-cache');
  });
});

describe('metrics', () => {
  test('count answers by route, never by address', async () => {
    await t.ask('/v2/available');
    await t.ask('/v2/account/00000000-0000-7000-8000-000000000000?token=secret');
    const reply = await t.ask('/metrics');
    expect(reply.body).toMatch(/tallyboard_http_answers_total\{method="GET",route="\/v2\/available",status="200"\} \d/);
    expect(reply.body).toContain('tallyboard_http_request_seconds_bucket');
    expect(reply.body).toContain('nodejs_eventloop_lag_seconds');
    expect(reply.body).not.toContain('secret');
    expect(reply.body).not.toContain('00000000-0000-7000');
  });

  test('count what an operator watches: mails, silent devices, quarantined punches, disk', async () => {
    const accountId = await givenAccount(t.db);
    const contactAt = (minutesAgo: number) => new Date(t.clock.now().getTime() - minutesAgo * 60_000).toISOString();
    for (const minutes of [1, 20, 90]) await givenDevice(t.db, accountId, { lastContact: contactAt(minutes) });
    // The devices of an inactive account are refused, so their silence must raise no alarm.
    const closed = await givenAccount(t.db);
    await givenDevice(t.db, closed, { lastContact: contactAt(90) });
    await t.db.run(sql`update account set is_active = false where account_id = ${closed}`);
    await t.db.run(sql`insert into mail (mail_id, purpose, recipient, subject, body_text, body_html, message_id, status, created_at,
      next_attempt_at) values (gen_random_uuid(), 'notice', 'a@b.test', '', '', '', 'm', 'failed', now(), now())`);
    const { body } = await t.ask('/metrics');
    for (const line of [
      'tallyboard_database_answers 1',
      'tallyboard_read_only 0',
      'tallyboard_mails{state="failed"} 1',
      'tallyboard_mails{state="retrying"} 0',
      'tallyboard_devices 3',
      'tallyboard_silent_devices{longer_than="10m"} 2',
      'tallyboard_silent_devices{longer_than="1h"} 1',
      'tallyboard_set_aside_punches{standing="quarantined"} 0',
    ])
      expect(body.split('\n')).toContain(line);
    expect(Number(/^tallyboard_disk_free_bytes (\S+)$/m.exec(body)?.[1])).toBeGreaterThan(0);
  });

  test('are told by account where the operator wants it', async () => {
    const accountId = await givenAccount(t.db, { code: 'farm-7' });
    const contactAt = (minutesAgo: number) => new Date(t.clock.now().getTime() - minutesAgo * 60_000).toISOString();
    for (const minutes of [1, 90]) await givenDevice(t.db, accountId, { lastContact: contactAt(minutes) });
    await t.db.run(sql`insert into backup_schedule (account_id, frequency, weekday, time, keep, rehearse, since, next_at)
      values (${accountId}, 'daily', 7, '02:00', 7, true, ${contactAt(60)}::timestamptz, now())`);
    expect((await t.ask('/metrics')).body).not.toContain('farm-7');
    const config = { ...t.services.config, metricsByAccount: true };
    const app = await buildApp(
      { ...t.services, config, jobs: createInProcessJobs() },
      loggedBy(pino({ level: 'silent' })),
    );
    const { body } = await app.inject({ url: '/metrics' });
    await app.close();
    for (const line of [
      'tallyboard_account_devices{account="farm-7"} 2',
      'tallyboard_account_silent_devices{account="farm-7"} 1',
      'tallyboard_account_backup_age_seconds{account="farm-7"} 3600',
    ])
      expect(body.split('\n')).toContain(line);
  });

  test.each(['deploy/alerts.yml', 'deploy/grafana.json'])('%s asks for nothing that is not measured', async (path) => {
    const { body } = await t.ask('/metrics');
    const known = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    );
    const named = readFileSync(path, 'utf8').match(/\b(tallyboard|process|nodejs)_\w+/g) ?? [];
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  test('do not exist for others, unless they have the token', async () => {
    const from = (headers: Record<string, string>, remoteAddress = '203.0.113.9') =>
      t.app.inject({ url: '/metrics', remoteAddress, headers }).then(({ statusCode }) => statusCode);
    expect(await from({})).toBe(404);
    expect(await from({ authorization: 'Bearer a-token-of-24-charactert' })).toBe(404);
    expect(await from({ authorization: 'Bearer a-token-of-24-characters' })).toBe(200);
    expect(await from({}, '127.0.0.1')).toBe(200);
    expect(await from({}, '::1')).toBe(200);
    // A proxy on this machine is local, but the client that it forwards is not.
    expect(await from({ 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1')).toBe(404);
    expect(await from({ forwarded: 'for=127.0.0.1' }, '127.0.0.1')).toBe(404);
  });

  test('without METRICS_TOKEN no token opens them', async () => {
    const app = Fastify();
    registerErrors(app);
    metricsRoutes(app, {});
    const reply = await app.inject({
      url: '/metrics',
      remoteAddress: '203.0.113.9',
      headers: { authorization: 'Bearer undefined' },
    });
    expect(reply.statusCode).toBe(404);
  });
});

describe('the log of an outage', () => {
  const unavailable = () => Promise.reject(new DatabaseUnavailable(new Error('it was stopped')));
  /** A server whose database answers nothing, and the lines that it logs. */
  async function withoutDatabase() {
    const lines: { msg: string; refused?: number }[] = [];
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
    const db = new Proxy(t.services.db, { get: () => unavailable });
    const services = { ...t.services, db, ingestDb: db, authenticate: createAuthenticate(db), log };
    const app = await buildApp({ ...services, jobs: createInProcessJobs() }, loggedBy(log));
    await app.ready();
    // What it said when it was put together.
    lines.length = 0;
    return { app, lines };
  }

  test('is one line, and the number of refused requests when it is over: terminals repeat for hours', async () => {
    const { app, lines } = await withoutDatabase();
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    try {
      const target = '/iclock/cdata?SN=OUTAGE1&table=ATTLOG';
      for (let i = 0; i < 20; i++) {
        const reply = await app.inject({ method: 'POST', url: target, payload: '7\t2026-11-20 08:00:00\t0\t1' });
        expect(reply.statusCode).toBe(503);
        vi.advanceTimersByTime(1_500);
      }
      expect((await app.inject({ url: '/v2/session', headers: { authorization: 'x'.repeat(43) } })).statusCode).toBe(
        503,
      );
      expect(lines.map(({ msg }) => msg)).toEqual(['request']);
      vi.advanceTimersByTime(10_000);
      expect(lines.slice(1)).toMatchObject([{ msg: 'requests are no longer refused', refused: 21, seconds: 30 }]);
      expect(JSON.stringify(lines)).not.toContain('stack');
    } finally {
      vi.useRealTimers();
      await app.close();
    }
  });
});

describe('other origins', () => {
  const ask = (origin: string | undefined, method: 'GET' | 'OPTIONS' = 'GET') =>
    t.app.inject({
      url: '/v2/available',
      method,
      headers: { ...(origin && { origin }), 'access-control-request-method': 'GET' },
    });

  test('that are listed may read answers and ask before they send', async () => {
    expect((await ask('https://pay.example')).headers['access-control-allow-origin']).toBe('https://pay.example');
    const preflight = await ask('https://pay.example', 'OPTIONS');
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers['access-control-allow-headers']).toContain('authorization');
    expect(preflight.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  test.each(['https://pay.example.evil.test', 'http://pay.example', 'https://PAY.example', 'null', undefined])(
    '%s may not',
    async (origin) => {
      expect((await ask(origin)).headers).not.toHaveProperty('access-control-allow-origin');
      expect((await ask(origin, 'OPTIONS')).headers).not.toHaveProperty('access-control-allow-methods');
    },
  );
});

describe('the web application', () => {
  const script = 'console.log("shell")\n'.repeat(100);
  const html = `<!doctype html><script>guard()</script><style>body{margin:0}</style><script type="module" src="/assets/app-1.js"></script>`;
  const loginPage = '<!doctype html><script>guard()</script><title>Log-in</title>';
  const recorder = '<!doctype html><title>Recorder</title>';
  const help = '<!doctype html><title>Help</title>';
  let directory: string;
  let app: FastifyInstance;
  const config = {
    publicUrl: 'https://tally.example',
    rcUrl: 'https://tally.example/rc/',
    apiHost: 'https://api.example',
    deviceHost: '',
    userHost: '',
    supportContact: '',
    copyright: '',
    providers: [],
  };
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'tb-dist-'));
    for (const folder of ['dist/assets', 'dist.previous/assets', 'dist/icons', 'dist/rc', 'dist/help'])
      mkdirSync(join(directory, folder), { recursive: true });
    const write = (name: string, body: string | Buffer) => writeFileSync(join(directory, name), body);
    write('dist/index.html', html);
    write('dist/login.html', loginPage);
    write('dist/sw.js', script);
    write('dist/rc/index.html', recorder);
    write('dist/rc/sw.js', script);
    write('dist/help/index.html', help);
    write('dist/assets/app-1.js', script);
    write('dist/assets/app-1.js.br', brotliCompressSync(script));
    write('dist/assets/app-1.js.gz', gzipSync(script));
    write('dist/icons/icon.svg', '<svg/>');
    write('dist/.inputs', 'not for anybody');
    write('dist.previous/assets/old-1.js', 'old()');
    write('secret.txt', 'outside');
    app = Fastify();
    registerErrors(app);
    staticRoutes(app, {
      config,
      directory: join(directory, 'dist'),
      previousDirectory: join(directory, 'dist.previous'),
    });
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  test.each([
    '/',
    '/index.html',
    '/employer/overview?cacheKey=1',
    '/login/transfer-session/eyJhbGci.eyJzdWIi.c2lnbmF0dXJl',
  ])('%s is the page, asked for each time', async (url) => {
    const reply = await get(url, { accept: 'text/html' });
    expect([reply.statusCode, reply.body]).toEqual([200, html]);
    expect(reply.headers['cache-control']).toBe('no-cache');
  });

  test.each(['/login', '/login?next=1', '/login.html'])(
    '%s is the lighter page, as guarded as the page',
    async (url) => {
      const reply = await get(url, { accept: 'text/html' });
      expect([reply.statusCode, reply.body]).toEqual([200, loginPage]);
      expect(reply.headers['cache-control']).toBe('no-cache');
      const { headers } = await get('/', { accept: 'text/html' });
      const withoutHashes = (policy: unknown) => String(policy).replaceAll(/ 'sha256-[^']+'/g, '');
      expect(withoutHashes(reply.headers['content-security-policy'])).toBe(
        withoutHashes(headers['content-security-policy']),
      );
      expect(reply.headers['content-security-policy']).toContain("'sha256-");
    },
  );

  test('the help is pages of its own, as guarded as the page; a page that it lacks is missing', async () => {
    expect((await get('/help')).headers.location).toBe('/help/');
    const { body, headers } = await get('/help/', { accept: 'text/html' });
    expect(body).toBe(help);
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).toMatch(/script-src 'self';.*connect-src 'self';/);
    expect((await get('/help/gone.html', { accept: 'text/html' })).statusCode).toBe(404);
  });

  test('the Recorder’s page may use the camera and WebAssembly; no other page may', async () => {
    expect((await get('/rc')).headers.location).toBe('/rc/');
    const { body, headers } = await get('/rc/', { accept: 'text/html' });
    expect(body).toBe(recorder);
    expect(headers['permissions-policy']).toContain('camera=(self)');
    expect(headers['content-security-policy']).toMatch(
      /script-src 'self' 'wasm-unsafe-eval'.*trusted-types recorder-worker$/,
    );
    const dashboard = await get('/', { accept: 'text/html' });
    expect(dashboard.headers['permissions-policy']).toContain('camera=()');
    expect(dashboard.headers['content-security-policy']).not.toContain('wasm');
    expect((await get('/rc/assets/gone-9.js')).statusCode).toBe(404);
    expect((await get('/rc/anything')).statusCode).toBe(404);
  });

  test.each([
    '/assets/gone-9.js',
    '/assets/',
    '/icons/none.png',
    '/v2/nothing',
    '/iclock/nothing',
    '/manifest.webmanifest',
  ])('%s is missing and never the page', async (url) => {
    const reply = await get(url);
    expect([reply.statusCode, reply.json().errorCode]).toEqual([404, 'NOT_FOUND']);
  });

  test.each(['/../secret.txt', '/%2e%2e/secret.txt', '/assets/..%2f..%2fsecret.txt', '/.inputs', '/%c0%ae'])(
    '%s gives nothing away',
    async (url) => {
      const { body } = await get(url);
      expect(body).not.toContain('outside');
      expect(body).not.toContain('not for anybody');
    },
  );

  test('files named by their hash are cached for a year, including those of the previous build', async () => {
    const [now, before] = [await get('/assets/app-1.js'), await get('/assets/old-1.js')];
    expect(now.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect([before.statusCode, before.body]).toEqual([200, 'old()']);
    expect((await get('/sw.js')).headers['cache-control']).toBe('no-cache');
  });

  test('are sent in the best encoding, and not again when unchanged', async () => {
    const plain = await get('/assets/app-1.js');
    const brotli = await get('/assets/app-1.js', { 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await get('/assets/app-1.js', { 'accept-encoding': 'gzip, br;q=0' });
    expect([
      plain.headers['content-encoding'],
      brotli.headers['content-encoding'],
      gzip.headers['content-encoding'],
    ]).toEqual([undefined, 'br', 'gzip']);
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script);
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(script);
    expect(new Set([plain.headers.etag, brotli.headers.etag, gzip.headers.etag]).size).toBe(3);
    for (const { headers } of [plain, brotli, gzip]) {
      const again = await get('/assets/app-1.js', { 'if-none-match': String(headers.etag) });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }
    expect((await get('/assets/app-1.js', { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  test('runs its own scripts only, inline ones by their hash', async () => {
    const { headers } = await get('/');
    const policy = Object.fromEntries(
      String(headers['content-security-policy'])
        .split('; ')
        .map((part) => [part.split(' ')[0], part.split(' ').slice(1)]),
    );
    expect(policy['default-src']).toEqual(["'none'"]);
    expect(policy['script-src']).toEqual(["'self'", "'sha256-JHLvb4xNjXS+xqzA28jkoJD7jYxmjvUnQ4n2L+5Gnmw='"]);
    expect(policy['style-src']?.[1]).toMatch(/^'sha256-/);
    expect(policy['connect-src']).toEqual(["'self'", 'https://api.example']);
    expect(policy['frame-ancestors']).toEqual(["'none'"]);
    expect(policy['require-trusted-types-for']).toEqual(["'script'"]);
    expect(policy['trusted-types']).toEqual(['service-worker', 'report-view']);
    expect(JSON.stringify({ ...policy, 'style-src-attr': [] })).not.toContain('unsafe');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
  });
});

test('terminals get none of the page’s headers: they copy headers into small buffers', async () => {
  const { headers } = await t.ask('/iclock/getrequest?SN=UNKNOWN1');
  for (const name of [
    'content-security-policy',
    'permissions-policy',
    'strict-transport-security',
    'referrer-policy',
    'vary',
  ])
    expect(headers).not.toHaveProperty(name);
});

test('the page of the API loads nothing of another origin, and stands in nobody’s frame', async () => {
  const { headers, statusCode } = await t.ask('/v2/docs');
  expect(statusCode).toBe(200);
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy).not.toMatch(/https:|\*|unsafe-eval/);
  expect(headers['cross-origin-opener-policy']).toBe('same-origin');
});
