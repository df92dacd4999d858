import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapeHtml, renderMail } from '#server/platform/mail/render.ts';
import { headerText, isMailAddress, MAIL_GIVE_UP_MS, nextAttempt } from '#server/platform/mail/rules.ts';
import * as templates from '#server/platform/mail/templates.ts';

const start = new Date('2026-11-20T10:00:00Z');
const MINUTE = 60_000;

it('tries again after 1, 5, 15, then every 60 minutes, for 24 hours', () => {
  let at = start;
  const gaps: number[] = [];
  for (let attempts = 1; ; attempts++) {
    const next = nextAttempt({ attempts, createdAt: start }, { isPermanent: false }, at);
    if (!next) break;
    gaps.push((next.getTime() - at.getTime()) / MINUTE);
    at = next;
  }
  expect(gaps.slice(0, 6)).toEqual([1, 5, 15, 60, 60, 60]);
  expect(new Set(gaps.slice(3))).toEqual(new Set([60]));
  expect(at.getTime() - start.getTime()).toBeGreaterThan(MAIL_GIVE_UP_MS - 61 * MINUTE);
  expect(at.getTime() - start.getTime()).toBeLessThanOrEqual(MAIL_GIVE_UP_MS);
});

it('gives up at once when the server said never', () => {
  expect(nextAttempt({ attempts: 1, createdAt: start }, { isPermanent: true }, start)).toBeNull();
});

it.each(['a@b.co', 'first.last+tag@sub.example.org', "o'neil@farm.test", 'user@münchen.test', 'admin@localhost'])(
  '%s is an address',
  (address) => expect(isMailAddress(address)).toBe(true),
);
it.each([
  'a@b.co\r\nBcc: x@evil.test',
  'a@b.co\nBcc: x',
  'a@b.co,c@d.co',
  'a@b.co;c@d.co',
  'A <a@b.co>',
  '<a@b.co>',
  'a b@c.co',
  '"a"@b.co',
  'a@b.co ',
  'a@b@c.co',
  'a@',
  '@b.co',
  'a@-b.co',
  'a@b.co\0',
  'a@b.co\u2028x',
  `${'x'.repeat(65)}@b.co`,
  `a@${'b'.repeat(254)}.co`,
  '',
])('%j is none', (address) => expect(isMailAddress(address)).toBe(false));

it('a header is one line of bearable length, whatever it is made of', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      const line = headerText(text);
      expect(line).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      expect(line.length).toBeLessThanOrEqual(200);
    }),
  );
  expect(headerText('Hello\r\nBcc: evil@x.test')).toBe('Hello Bcc: evil@x.test');
});

it('what people typed is text in HTML, never markup', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 80 }), (text) => {
      const { html } = renderMail({
        title: text,
        blocks: [
          { kind: 'text', text },
          { kind: 'code', text },
        ],
        footer: text,
      });
      const { html: plain } = renderMail({
        title: 'x',
        blocks: [
          { kind: 'text', text: 'x' },
          { kind: 'code', text: 'x' },
        ],
        footer: 'x',
      });
      const tags = (source: string) => source.replaceAll('<br>', '').match(/<[a-z!/][^>]*>/gi);
      expect(tags(html)).toEqual(tags(plain));
    }),
  );
  expect(escapeHtml(`<img src=x onerror="alert('1')">&`)).toBe(
    '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;',
  );
});

it('every template says the same in both forms, with its link, and how long it lasts', () => {
  const supportContact = 'help@tallyboard.test';
  const url = 'https://tallyboard.test/login/password-reset/abc?x=1&y=2';
  const recorderUrl = 'https://tallyboard.test/rc/';
  const common = { firstName: 'Jo <b>', supportContact, url };
  const mails = [
    templates.resetMail(common),
    templates.invitationMail({ ...common, username: 'jo', accountName: 'Farm & Sons' }),
    templates.passwordChangedMail({ ...common, byWhom: 'an administrator' }),
    templates.emailChangedMail(common),
    templates.activationCodeMail({
      accountName: 'Farm',
      deviceDescription: 'Gate <1>',
      code: 'ABCD2345',
      recorderUrl,
      supportContact,
    }),
  ];
  for (const { subject, text, html } of mails) {
    expect(subject).toContain('Tallyboard');
    expect(text).toContain(supportContact);
    expect(html).toContain('width=device-width');
    expect(html).not.toMatch(/<b>|<1>|<script|<img|src=/);
    // The mail contains only the intended URLs.
    for (const [address] of html.matchAll(/https?:\/\/[^"<\s]+/g))
      expect([url, recorderUrl, `${recorderUrl}#ABCD2345`]).toContain(address.replaceAll('&amp;', '&'));
  }
  expect(mails[0]?.text).toContain(url);
  expect(mails[0]?.text).toContain('1 hour');
  expect(mails[1]?.text).toContain('72 hours');
  expect(mails[4]?.text).toContain('ABCD2345');
  expect(mails[4]?.text).toContain('24 hours');
});
