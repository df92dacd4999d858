import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as contract from '#contract/platform/mail.ts';
import { sql } from '#server/platform/db/db.ts';
import { enqueueMail, type NewMail, sendActivationCodeMail } from '#server/platform/mail/mail.ts';
import { sendDueMails } from '#server/platform/mail/sender.ts';
import { createMailTransport, type MailTransport } from '#server/platform/mail/transport.ts';
import { givenAccount, givenAdmin } from '../support/factories.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();
const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});
beforeEach(() => rm(join(t.dataDir, 'outbox'), { recursive: true, force: true }));

const mail = (more: Partial<NewMail> = {}): NewMail => ({
  purpose: 'notice',
  accountId: null,
  recipient: 'jane@orchard.test',
  subject: 'Hello',
  text: 'Hello there',
  html: '<p>Hello there</p>',
  now: t.clock.now(),
  ...more,
});
const enqueue = (more?: Partial<NewMail>) => t.db.tx((tx) => enqueueMail(tx, mail(more)));
const rows = () =>
  t.db.rows(
    z.object({ status: z.string(), attempts: z.int(), error: z.string().nullable(), text: z.string() }),
    sql`select status, attempts::int, last_error as error, body_text as text from mail order by created_at, mail_id`,
  );

type Received = { from: string; to: string[]; source: string };
/** A mail server on a port of its own; `refuse` decides on each recipient. */
async function smtp(refuse: (address: string) => Error | undefined = () => undefined, options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(refuse(address)),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        received.push({ from, to: envelope.rcptTo.map((to) => to.address), source: Buffer.concat(chunks).toString() });
        done();
      });
    },
    ...options,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const transport = transportTo(`smtp://127.0.0.1:${port}`);
  closers.push(() => new Promise((resolve) => server.close(() => resolve())));
  return { received, transport };
}
function transportTo(smtpUrl: string): MailTransport {
  const transport = createMailTransport({
    smtpUrl,
    mailFrom: 'Tallyboard <noreply@tallyboard.test>',
    dataDir: t.dataDir,
  });
  closers.push(() => transport.close());
  return transport;
}

const smtpError = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });

it('sends by SMTP, text and HTML, from the configured address', async () => {
  const { received, transport } = await smtp();
  await enqueue({ subject: 'Grüße aus Żagań' });
  expect(await sendDueMails(t.services, transport)).toBe(1);
  expect(received).toMatchObject([{ from: 'noreply@tallyboard.test', to: ['jane@orchard.test'] }]);
  const read = await PostalMime.parse(received[0]?.source ?? '');
  expect(read).toMatchObject({
    subject: 'Grüße aus Żagań',
    from: { name: 'Tallyboard' },
    to: [{ address: 'jane@orchard.test' }],
  });
  expect([read.text?.trim(), read.html?.trim()]).toEqual(['Hello there', '<p>Hello there</p>']);
  expect(await sendDueMails(t.services, transport)).toBe(0);
  expect(await rows()).toMatchObject([{ status: 'sent', attempts: 1 }]);
});

it('without SMTP_URL writes .eml files that a mail program opens', async () => {
  await enqueue();
  await t.jobs.send('mail.send', {});
  await t.jobs.drain();
  const names = await readdir(join(t.dataDir, 'outbox'));
  expect(names).toHaveLength(1);
  expect(names[0]).toMatch(/^[0-9a-f-]{36}\.eml$/);
  const source = await readFile(join(t.dataDir, 'outbox', names[0] ?? ''), 'utf8');
  expect(source).toContain('\r\n');
  expect(await PostalMime.parse(source)).toMatchObject({ subject: 'Hello', to: [{ address: 'jane@orchard.test' }] });
});

it('deletes .eml files after 90 days, as the table does', async () => {
  const outbox = join(t.dataDir, 'outbox');
  await enqueue();
  await t.jobs.send('mail.send', {});
  await t.jobs.drain();
  const [recent = ''] = (await readdir(outbox)).slice(-1);
  await writeFile(join(outbox, 'old.eml'), 'a link that sets a password');
  await writeFile(join(outbox, 'unfinished.eml.part'), 'a li');
  const written = (days: number) => new Date(t.clock.now().getTime() - days * 86_400_000);
  for (const name of ['old.eml', 'unfinished.eml.part']) await utimes(join(outbox, name), written(91), written(91));
  await utimes(join(outbox, recent), written(89), written(89));
  await t.jobs.send('mail.clean', {});
  await t.jobs.drain();
  const left = await readdir(outbox);
  expect([left.includes(recent), left.filter((name) => /old|unfinished/.test(name))]).toEqual([true, []]);
});

it('a server that is down: the request does not fail, the mail waits 1, 5, 15, 60 minutes and is given up after 24 hours', async () => {
  const transport = transportTo('smtp://127.0.0.1:1');
  await enqueue();
  const times: number[] = [];
  // Minute by minute until the third hour, then in steps of five.
  for (let minute = 0; minute <= 26 * 60; ) {
    const before = (await rows())[0]?.attempts ?? 0;
    await sendDueMails(t.services, transport);
    const [row] = await rows();
    if ((row?.attempts ?? 0) > before) times.push(minute);
    if (row?.status === 'failed') break;
    const minutes = minute < 180 ? 1 : 5;
    minute += minutes;
    t.clock.advance(minutes * 60_000);
  }
  expect(times.slice(0, 6)).toEqual([0, 1, 6, 21, 81, 141]);
  expect(times.at(-1)).toBeLessThanOrEqual(24 * 60);
  expect((await rows())[0]).toMatchObject({ status: 'failed', error: expect.stringContaining('ECONNREFUSED') });
});

it('a 4xx is tried again and succeeds, a 5xx is not', async () => {
  let patience = 2;
  const { received, transport } = await smtp((address) => {
    if (address.startsWith('never')) return smtpError(550, 'No such user');
    return patience-- > 0 ? smtpError(451, 'Greylisted') : undefined;
  });
  await enqueue({ recipient: 'never@orchard.test' });
  await sendDueMails(t.services, transport);
  expect(await rows()).toMatchObject([{ status: 'failed', attempts: 1, error: expect.stringContaining('550') }]);
  t.clock.advance(1);
  await enqueue();
  for (const wait of [0, 60_000, 300_000]) {
    t.clock.advance(wait);
    await sendDueMails(t.services, transport);
  }
  expect(received).toHaveLength(1);
  expect((await rows())[1]).toMatchObject({ status: 'sent', attempts: 3 });
});

it('a mail is sent once, however many senders there are', async () => {
  const { received, transport } = await smtp();
  for (let i = 0; i < 40; i++) await enqueue({ recipient: `user${i}@orchard.test` });
  const sent = await Promise.all([1, 2, 3, 4].map(() => sendDueMails(t.services, transport)));
  expect(sent.reduce((sum, n) => sum + n, 0)).toBe(40);
  expect(new Set(received.map(({ to }) => to[0])).size).toBe(40);
  expect(received).toHaveLength(40);
});

it('a sender that dies after sending leaves a mail that goes out again with the same Message-ID, and only after its lease', async () => {
  const { received, transport } = await smtp();
  await enqueue();
  const dies: MailTransport = {
    send: async (outgoing) => {
      await transport.send(outgoing);
      // The process is gone, so it records nothing any more.
      await new Promise(() => undefined);
    },
    close: () => undefined,
  };
  void sendDueMails(t.services, dies);
  await expect.poll(() => received.length).toBe(1);
  expect(await sendDueMails(t.services, transport)).toBe(0);
  t.clock.advance(121_000);
  expect(await sendDueMails(t.services, transport)).toBe(1);
  const ids = await Promise.all(received.map(async ({ source }) => (await PostalMime.parse(source)).messageId));
  expect(ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
});

it('a sender that returns after its lease does not send again what another has sent', async () => {
  const { received, transport } = await smtp();
  await enqueue();
  const late: MailTransport = {
    send: async () => {
      t.clock.advance(121_000);
      await sendDueMails(t.services, transport);
      throw new Error('timeout');
    },
    close: () => undefined,
  };
  await sendDueMails(t.services, late);
  expect(await rows()).toMatchObject([{ status: 'sent', attempts: 2 }]);
  t.clock.advance(3_600_000);
  expect([await sendDueMails(t.services, transport), received.length]).toEqual([0, 1]);
});

it('a key makes a mail the only one of its kind, and a rolled back request leaves none', async () => {
  expect(await enqueue({ key: 'delivery-1.jane' })).toBe('queued');
  expect(await enqueue({ key: 'delivery-1.jane' })).toBe('known');
  const failing = t.db.tx(async (tx) => {
    await enqueueMail(tx, mail());
    throw new Error('undone');
  });
  await expect(failing).rejects.toThrow('undone');
  expect(await rows()).toHaveLength(1);
});

it('fifty injections into each field leave exactly the intended headers and envelope', async () => {
  const { received, transport } = await smtp();
  const breaks = ['\r\n', '\n', '\r', '\u2028', '\0', '\v', '%0d%0a', '\r\n\r\n', '\n\n', '\u0085'];
  const payloads = [
    'Bcc: evil@x.test',
    'Subject: forged',
    'Content-Type: text/html',
    '.\r\nMAIL FROM:<evil@x.test>',
    'To: <evil@x.test>',
  ];
  const injections = breaks.flatMap((br) => payloads.map((payload) => `Hello${br}${payload}`));
  expect(injections).toHaveLength(50);
  const accountId = await givenAccount(t.db);
  for (const evil of injections) {
    expect(await enqueue({ recipient: `jane@orchard.test${evil}` })).toBe('refused');
    await enqueue({ subject: evil });
    await enqueue({ key: `${randomUUID()}${evil}` });
    await enqueue({ text: evil, html: evil });
    const words = { accountName: evil, deviceDescription: evil, code: evil };
    await t.db.tx((tx) =>
      sendActivationCodeMail(tx, t.services, {
        ...words,
        accountId,
        recipient: 'jane@orchard.test',
        now: t.clock.now(),
      }),
    );
  }
  expect(await sendDueMails(t.services, transport)).toBe(200);
  const intended = ['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'];
  for (const { from, to, source } of received) {
    expect([from, to]).toEqual(['noreply@tallyboard.test', ['jane@orchard.test']]);
    const read = await PostalMime.parse(source);
    expect(read.headers.map(({ key }) => key).sort(), source.slice(0, 400)).toEqual(intended);
    expect(read.to).toMatchObject([{ address: 'jane@orchard.test' }]);
    expect(read.bcc ?? []).toEqual([]);
  }
});

it('an account sends at most 500 mails a day; passwords are not counted', async () => {
  const accountId = await givenAccount(t.db);
  await t.db.run(sql`
    insert into mail (mail_id, owner_account_id, purpose, recipient, subject, body_text, body_html, message_id, status, created_at,
      next_attempt_at)
    select gen_random_uuid(), ${accountId}::uuid, 'alert', 'a@b.test', '', '', '', i::text, 'sent', ${t.clock.now()}, now()
    from generate_series(1, 499) i`);
  expect(await enqueue({ accountId, purpose: 'alert' })).toBe('queued');
  expect(await enqueue({ accountId, purpose: 'alert' })).toBe('refused');
  expect(await enqueue({ accountId, purpose: 'reset' })).toBe('queued');
  t.clock.advance(24 * 3_600_000 + 1);
  expect(await enqueue({ accountId, purpose: 'alert' })).toBe('queued');
});

it('the code of an activation mail is sealed until it is sent, and deleted from the database afterwards', async () => {
  const accountId = await givenAccount(t.db);
  const words = { accountName: 'Farm', deviceDescription: 'Gate', code: 'QRST2345' };
  await t.db.tx((tx) =>
    sendActivationCodeMail(tx, t.services, { ...words, accountId, recipient: 'a@b.test', now: t.clock.now() }),
  );
  const [waiting] = await rows();
  expect(waiting?.text).not.toContain('QRST2345');
  const { received, transport } = await smtp();
  await sendDueMails(t.services, transport);
  expect((await PostalMime.parse(received[0]?.source ?? '')).text).toContain('QRST2345');
  expect(await rows()).toMatchObject([{ status: 'sent', text: '' }]);
});

describe('the administrators’ view of mail', () => {
  const status = async (token: string) => (await t.ask('/v2/mail/status', { token })).json();

  it('shows that there is no mail server, and calls no mail sent', async () => {
    const { token } = await givenAdmin(t.db);
    expect(await status(token)).toMatchObject({ hasServer: false, failed: 0, retrying: 0 });
    const test = await t.ask('/v2/mail/test', { token, method: 'POST' });
    expect(test.json()).toEqual({ ok: true, sent: false });
    expect(await readdir(join(t.dataDir, 'outbox'))).toHaveLength(1);
    const reset = await t.ask('/v2/session/password-reset', { body: { identity: 'nobody' } });
    expect(reset.json()).toEqual({ ok: true, sent: false });
  });

  it('lists what failed and what is tried again, with the reason, without the text', async () => {
    const { token } = await givenAdmin(t.db);
    const { transport } = await smtp((address) => {
      if (address.startsWith('gone')) return smtpError(550, 'No such mailbox');
      return address.startsWith('slow') ? smtpError(450, 'Come back later') : undefined;
    });
    for (const recipient of ['gone@orchard.test', 'slow@orchard.test', 'jane@orchard.test'])
      await enqueue({ recipient });
    await sendDueMails(t.services, transport);
    expect(await status(token)).toMatchObject({ failed: 1, retrying: 1 });
    const { results } = (await t.ask('/v2/mail/unsent', { token })).json();
    const said = z.array(contract.unsentMail).parse(results);
    const of = (recipient: string) => said.find((mail) => mail.recipient === recipient);
    expect(said).toHaveLength(2);
    expect(of('gone@orchard.test')).toMatchObject({ reason: expect.stringContaining('550'), nextAttemptAt: null });
    expect(of('slow@orchard.test')).toMatchObject({
      reason: expect.stringContaining('450'),
      nextAttemptAt: '2026-11-20T10:01:00.000Z',
    });
    expect(JSON.stringify(results)).not.toContain('Hello');
  });
});

describe('with a mail server that does not answer', () => {
  const away = useTestApp({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
  it('a test mail is refused with the reason, and calls report that mails are sent', async () => {
    const { token } = await givenAdmin(away.db);
    const test = await away.ask('/v2/mail/test', { token, method: 'POST' });
    expect([test.statusCode, test.json()]).toMatchObject([
      409,
      { errorCode: 'CONFLICT', message: expect.stringMatching(/^The mail was not taken: .*ECONNREFUSED/) },
    ]);
    const reset = await away.ask('/v2/session/password-reset', { body: { identity: 'nobody' } });
    expect(reset.json()).toEqual({ ok: true, sent: true });
  });
});
