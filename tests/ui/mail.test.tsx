import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { getAccount } from '#contract/access/accounts.ts';
import { listUserLinks } from '#contract/access/singleSignOn.ts';
import {
  getUser,
  getUserSignIn,
  listUsers,
  makeInvitationLink,
  withdrawInvitationLink,
} from '#contract/access/users.ts';
import { getMailStatus, listUnsentMails, OUTBOX_NOTE, sendTestMail } from '#contract/platform/mail.ts';
import { answer, refused } from '#tests/support/fakeApi.ts';
import { idOf, sampleAccount, sampleUser } from '#tests/support/manageSamples.ts';
import { renderApp, signedIn } from '#tests/support/ui.tsx';

const WITHOUT = { hasServer: false, sender: 'Tallyboard <t@example.com>', failed: 0, retrying: 0 };
const WITH = { ...WITHOUT, hasServer: true };
beforeEach(() => {
  signedIn({ role: 'admin', accountName: 'system' });
  answer(listUsers, { users: [], lastIndex: 0 });
  answer(listUnsentMails, { results: [] });
});

describe('the banner over the lists', () => {
  test('says that no mail server is set up, and links to what to do', async () => {
    answer(getMailStatus, WITHOUT);
    const { user } = renderApp('/manage/users/all');
    await screen.findByText(
      /^No mail server is set up: invitations, activation codes and alerts are written to the outbox/,
    );
    await user.click(screen.getByRole('link', { name: 'What to do' }));
    expect(await screen.findByText(/Set SMTP_URL and start the server again/)).toBeTruthy();
  });
  test('says how many were not delivered', async () => {
    answer(getMailStatus, { ...WITH, failed: 1 });
    renderApp('/manage/users/all');
    expect(await screen.findByText(/^1 mail was not delivered\./)).toBeTruthy();
  });
  test('is not there when all is well', async () => {
    const asked = answer(getMailStatus, WITH);
    renderApp('/manage/users/all');
    await screen.findByText('No users matching your search criteria were found.');
    await expect.poll(() => asked.length).toBe(1);
    expect(screen.queryByText(/mail server|not delivered/)).toBeNull();
  });
});

describe('the Mail page', () => {
  test('lists what was not delivered with the reason', async () => {
    answer(getMailStatus, { ...WITH, failed: 1, retrying: 1 });
    const mail = { purpose: 'alert', attempts: 3, createdAt: '2026-11-20T08:00:00.000Z' };
    answer(listUnsentMails, {
      results: [
        { ...mail, _id: idOf(1), recipient: 'gone@farm.example', reason: '550 No such mailbox', nextAttemptAt: null },
        { ...mail, _id: idOf(2), recipient: 'slow@farm.example', reason: 'Timeout', nextAttemptAt: mail.createdAt },
      ],
    });
    renderApp('/manage/mail');
    const row = (await screen.findByText('gone@farm.example')).closest('tr');
    expect(row?.textContent).toMatch(/Alert.*550 No such mailbox.*Given up/);
    expect(screen.getByText('slow@farm.example').closest('tr')?.textContent).not.toContain('Given up');
  });
  test.each([
    [WITH, 'Every mail was delivered to the mail server.'],
    [WITHOUT, 'Nothing is sent: mails are in the outbox.'],
  ])('says that every mail was taken only where something takes them: %o', async (status, words) => {
    answer(getMailStatus, status);
    renderApp('/manage/mail');
    expect(await screen.findByText(words)).toBeTruthy();
  });
  test.each([
    [true, 'Test mail sent to you'],
    [false, OUTBOX_NOTE],
  ])('a test mail says what became of it (sent: %s)', async (sent, words) => {
    answer(getMailStatus, { ...WITHOUT, hasServer: sent });
    answer(sendTestMail, { ok: true, sent });
    const { user } = renderApp('/manage/mail');
    await user.click(await screen.findByRole('button', { name: 'Send test mail to me' }));
    expect(await screen.findByText(words)).toBeTruthy();
  });
  test('says why a test mail was refused', async () => {
    answer(getMailStatus, WITH);
    answer(sendTestMail, refused(409, 'CONFLICT', 'The mail was not taken: connect ECONNREFUSED'));
    const { user } = renderApp('/manage/mail');
    await user.click(await screen.findByRole('button', { name: 'Send test mail to me' }));
    expect((await screen.findByRole('alert')).textContent).toContain('connect ECONNREFUSED');
  });
});

test('an invitation link is made once, to be copied and handed over', async () => {
  answer(getUser, sampleUser({ _id: idOf(101), role: 'admin', hasPassword: false }));
  // Unanswered, they are a lost connection, without which no link is made.
  answer(getUserSignIn, { passkeys: 0, hasApp: false, recoveryCodes: 0 });
  answer(listUserLinks, { links: [], providers: [] });
  const url = 'https://tally.example/login/password-reset/secret';
  const made = answer(makeInvitationLink, { url, expiresAt: '2026-11-23T10:00:00.000Z' });
  const { user } = renderApp(`/manage/users/edit/${idOf(101)}/password`);
  const panel = await screen.findByRole('region', { name: 'Invitation link' });
  await user.click(within(panel).getByRole('button', { name: 'Make invitation link' }));
  expect(await within(panel).findByText(url)).toBeTruthy();
  await user.click(within(panel).getByRole('button', { name: 'Copy link' }));
  expect(await navigator.clipboard.readText()).toBe(url);
  expect(made).toHaveLength(1);
});

test('an open invitation says until when, and is withdrawn; an Owner gets a set-up link', async () => {
  const invited = (invitedUntil: string | null) =>
    answer(
      getUser,
      sampleUser({
        ...{ _id: idOf(101), hasPassword: false, invitedUntil },
        permissions: { api: ['Setup.MANAGE'] },
      }),
    );
  invited('2026-12-20T10:00:00.000Z');
  answer(getAccount, sampleAccount());
  answer(getUserSignIn, { passkeys: 0, hasApp: false, recoveryCodes: 0 });
  const withdrawn = answer(withdrawInvitationLink, { ok: true });
  const url = 'https://tally.example/login/password-reset/secret?redirect=/employer/settings';
  const made = answer(makeInvitationLink, { url, expiresAt: '2026-12-20T10:00:00.000Z' });
  const { user } = renderApp(`/manage/users/edit/${idOf(101)}/password`);
  const panel = within(await screen.findByRole('region', { name: 'Invitation link' }));
  panel.getByText(/^An invitation works until /);
  await user.click(panel.getByRole('button', { name: 'Make set-up link' }));
  await panel.findByText(url);
  await panel.findByRole('img', { name: 'QR code of the link' });
  expect(made[0]?.query).toEqual({ purpose: 'set-up' });
  invited(null);
  await user.click(panel.getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(panel.queryByText(url)).toBeNull());
  expect(withdrawn).toHaveLength(1);
  await waitFor(() => expect(panel.queryByRole('button', { name: 'Withdraw' })).toBeNull());
});

test('an invitation link is not offered for a user who has set a password', async () => {
  answer(getUser, sampleUser({ _id: idOf(101), role: 'admin' }));
  renderApp(`/manage/users/edit/${idOf(101)}/password`);
  await screen.findByRole('button', { name: 'Send password reset email' });
  expect(screen.queryByRole('region', { name: 'Invitation link' })).toBeNull();
});
