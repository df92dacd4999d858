import { expect, it } from 'vitest';
import { COMMON_PASSWORDS } from '#contract/platform/commonPasswords.ts';
import { newPassword, passwordProblem } from '#contract/platform/password.ts';
import { personalWords } from '#server/access/session/rules.ts';

/** One corpus for the validator that browser and server share. `jane` of Orchard Farms, code orchard1. */
const personal = personalWords({
  username: 'jane.doe',
  email: 'jdoe99@orchard.test',
  accountName: 'Orchard Farms',
  accountCode: 'orchard1',
});

const tooShort = ['', 'a', 'abc', 'short', 'Abc123!?', '123456789', 'ninechars', '         ', 'x7$Kp2!mQ', 'ääääääää'];
const tooLong = [129, 130, 200, 500, 1_000, 10_000].map((length) => 'xy7-'.repeat(length).slice(0, length));
const repeated = [
  'aaaaaaaaaa',
  '1111111111',
  'ababababab',
  'abcabcabcabc',
  '..........',
  'AaAaAaAaAa',
  '          ',
  '121212121212',
];
const common = [...COMMON_PASSWORDS].filter(
  (word) => word.length >= 10 && word.length <= 128 && new Set(word).size >= 4,
);
const commonSpelt = [
  'PASSWORD123',
  'Password-123',
  'p.a.s.s.w.o.r.d.1.2.3',
  'Qwertyuiop!',
  '1q2w3e4r5t',
  'I-Love-You-123',
  'ADMIN123456',
];
const named = [
  'tallyboard',
  'Tallyboard1',
  'tallyboard99',
  'TALLYBOARD!!',
  '1tallyboard',
  'jane.doe12',
  'JANE.DOE!!',
  '12jane.doe',
  'jdoe991234',
  'orchard farms',
  'OrchardFarms'.replace('F', ' F'),
  'orchard1abc',
  'orchard1orchard1',
  'tallyboardtallyboard',
  'xx-orchard1',
];
const good = [
  'orchard rain at nine',
  'correct horse battery stapler',
  ' leading and trailing ',
  'ünïcödé pässwörter',
  'пароль длинный',
  '密码密码很长的密码吧真的',
  '🍎🍊🍋🍌🍉🍇',
  'no-digits-here-at-all',
  'NOLOWERCASEATALLHERE',
  '8306149275163',
  'tab\tand space ok',
  'x7$Kp2!mQz',
  "'; drop table user;--",
  '<script>alert(1)</script>',
  'jane.doe likes long walks',
  'xy7-'.repeat(32),
  'demo-employer',
];

const refused: [string, string[], RegExp][] = [
  ['too short', tooShort, /at least 10/],
  ['too long', tooLong, /at most 128/],
  ['repeated', repeated, /repeats/],
  ['common', common.slice(0, 160), /common/],
  ['common, spelt otherwise', commonSpelt, /common/],
  ['a name that others know', named, /too close to a name/],
];

it.each(refused)('refuses what is %s, with the reason', (_what, passwords, reason) => {
  for (const password of passwords) expect(passwordProblem(password, personal), password).toMatch(reason);
});

it('takes any characters, and every password that is long and not predictable', () => {
  for (const password of good) expect(passwordProblem(password, personal), password).toBeNull();
});

it('the schema says what the function says', () => {
  for (const password of [...refused.flatMap(([, passwords]) => passwords), ...good]) {
    const problem = passwordProblem(password);
    const parsed = newPassword.safeParse(password);
    expect(parsed.success ? null : parsed.error.issues[0]?.message, password).toBe(problem);
    // Passwords are neither trimmed nor truncated.
    if (parsed.success) expect(parsed.data).toBe(password);
  }
});

it('is a corpus of at least 200 cases', () => {
  expect(refused.flatMap(([, passwords]) => passwords).length + good.length).toBeGreaterThanOrEqual(200);
});
