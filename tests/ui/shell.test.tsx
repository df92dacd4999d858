import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createWebAuthToken, logOut } from '#contract/access/session.ts';
import { wantTitleFocus } from '#src/lib/titleFocus.ts';
import { captureInstall } from '#src/shell/install.ts';
import { safeRedirect } from '#src/shell/session/guard.ts';
import { UserMenu } from '#src/shell/UserMenu.tsx';
import { notify } from '#src/state/notices.ts';
import { session } from '#src/state/session.ts';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { DataTable } from '#src/ui/DataTable.tsx';
import { PageTitle } from '#src/ui/PageTitle.tsx';
import { SearchBox } from '#src/ui/SearchBox.tsx';
import { answer } from '#tests/support/fakeApi.ts';
import { renderApp, renderWith, signedIn } from '#tests/support/ui.tsx';

describe('notifications', () => {
  beforeEach(async () => {
    await import('#src/shell/Toast.tsx');
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());
  const shown = () => screen.getByRole('status', { name: 'Notifications' }).textContent;
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  test('one at a time, 10 s each, the same text once', async () => {
    renderWith(<div />);
    await act(async () => {
      notify('success', 'First');
      notify('error', 'Second');
      notify('error', 'First');
    });
    await pass(1);
    expect(shown()).toBe('DoneFirst');
    await pass(9_998);
    expect(shown()).toBe('DoneFirst');
    await pass(1);
    expect(shown()).toBe('ErrorSecond');
    await pass(10_000);
    expect(shown()).toBe('');
  });
  test('a message that answers a newer press does not wait behind an older one', async () => {
    renderWith(<div />);
    await act(async () => notify('success', 'Saved'));
    await pass(3_000);
    fireEvent.pointerDown(document.body);
    await act(async () => notify('error', 'Refused'));
    await pass(1);
    expect(shown()).toBe('ErrorRefused');
    await pass(10_000);
    expect(shown()).toBe('');
  });
  test('a message that was hardly seen is then shown again', async () => {
    renderWith(<div />);
    await act(async () => notify('error', 'Hardly'));
    await pass(100);
    fireEvent.keyDown(document.body, { key: 'a' });
    await act(async () => notify('success', 'Saved'));
    await pass(1);
    expect(shown()).toBe('DoneSaved');
    await pass(10_000);
    expect(shown()).toBe('ErrorHardly');
  });
  test('an error that was seen for a while is shown again after what answers a newer press', async () => {
    renderWith(<div />);
    await act(async () => notify('error', 'Not stored'));
    await pass(6_000);
    fireEvent.keyDown(document.body, { key: 'a' });
    await act(async () => notify('success', 'Saved'));
    await pass(1);
    expect(shown()).toBe('DoneSaved');
    await pass(10_000);
    expect(shown()).toBe('ErrorNot stored');
    await pass(10_000);
    expect(shown()).toBe('');
  });
  test('a text that was dismissed may be shown again', async () => {
    renderWith(<div />);
    await act(async () => notify('info', 'Again'));
    await pass(10_000);
    expect(shown()).toBe('');
    await act(async () => notify('info', 'Again'));
    await pass(1);
    expect(shown()).toBe('NoteAgain');
  });
});

describe('the user menu', () => {
  const openMenu = async () => {
    const shown = renderWith(<UserMenu />);
    await shown.user.click(screen.getByRole('button', { name: /^User menu/ }));
    return { ...shown, menu: within(await screen.findByRole('menu')) };
  };
  test.each([
    [{}, 'Ann Smith', 'Sunny Farm'],
    [{ firstName: '', lastName: '' }, 'Unknown User', 'Sunny Farm'],
    [{ role: 'admin', accountName: 'system' } as const, 'Ann Smith', 'System Account'],
  ])('%j is shown as %s, %s', async (changes, name, account) => {
    signedIn(changes);
    const { menu } = await openMenu();
    expect(menu.getByText(name)).toBeTruthy();
    expect(menu.getByText(account)).toBeTruthy();
  });
  test('Log Out ends the session here and on the server', async () => {
    signedIn();
    const ended = answer(logOut, { ok: true });
    const { menu, user } = await openMenu();
    await user.click(menu.getByRole('menuitem', { name: 'Log Out' }));
    await waitFor(() => expect(ended[0]?.headers.get('authorization')).toBe('token-1'));
    expect(session.get()).toBeNull();
  });
  test('Continue on another device shows the code of a fresh link', async () => {
    signedIn();
    answer(createWebAuthToken, { webAuthToken: 'w', url: 'https://farm.test/login/transfer-session/w', expiresIn: 60 });
    const { menu, user } = await openMenu();
    await user.click(menu.getByRole('menuitem', { name: 'Continue on another device' }));
    const code = await screen.findByRole('img', { name: /transfer-session\/w$/ });
    expect(code.querySelectorAll('path')).toHaveLength(1);
  });
  test('Install is offered when the browser offers it, and prompts once', async () => {
    signedIn();
    captureInstall();
    const prompt = vi.fn(async () => undefined);
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt,
      userChoice: Promise.resolve({ outcome: 'accepted' }),
    });
    window.dispatchEvent(offer);
    const { menu, user } = await openMenu();
    await user.click(menu.getByRole('menuitem', { name: 'Install Tallyboard' }));
    expect(prompt).toHaveBeenCalledTimes(1);
    expect(offer.defaultPrevented).toBe(true);
  });
  test('the first stop of the keyboard leads past the bar', async () => {
    signedIn();
    const { user } = renderApp('/employer/figures');
    await screen.findByRole('heading', { name: 'How figures are worked out' });
    await user.tab();
    expect(document.activeElement?.textContent).toBe('Skip to content');
    await user.keyboard('{Enter}');
    expect(document.activeElement?.id).toBe('main');
    await user.tab();
    expect(document.activeElement?.textContent).toBe('Back to the dashboard');
  });
  test('colours can be switched', async () => {
    signedIn();
    const { menu, user } = await openMenu();
    await user.click(menu.getByRole('menuitemradio', { name: 'Dark' }));
    expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('dark');
    await user.click(menu.getByRole('menuitemradio', { name: 'Light' }));
    expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('light');
  });
});

test.each([
  ['invalid-role', 'Your user account is not allowed to log in.'],
  ['no-module-access', 'You do not have access to this module.'],
  ['invalid-session', 'You are not logged in with an active session.'],
  ['teapot', 'Reason code: teapot'],
  // Codes that the router parses as numbers or booleans still work.
  ['42', 'Reason code: 42'],
  ['true', 'Reason code: true'],
])('denied for %s', async (reason, text) => {
  renderApp(`/nologin?reason=${reason}`);
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Permission Denied' })).toBeTruthy();
  expect(document.title).toBe('Permission Denied · Tallyboard');
});

test('the start shows the log-in page with its title and footer', async () => {
  const { router } = renderApp('/');
  expect(await screen.findByRole('heading', { name: 'Login' })).toBeTruthy();
  expect(router.state.location.pathname).toBe('/login');
  expect(document.title).toBe('Login · Tallyboard');
  expect(await screen.findByText('Support: help@example.com')).toBeTruthy();
});

test('a heading that appears takes no focus from a field in which somebody is typing', async () => {
  renderWith(<input aria-label="Name" />);
  screen.getByRole('textbox').focus();
  wantTitleFocus();
  renderWith(<PageTitle>Login</PageTitle>);
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});

test('a route change moves the focus to the heading', async () => {
  const { user } = renderApp('/login');
  await user.click(await screen.findByRole('link', { name: 'Reset Password' }));
  const heading = await screen.findByRole('heading', { name: 'Reset Password' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

test.each([
  ['/employer/overview?date=2026-11-20', '/employer/overview?date=2026-11-20'],
  ['//evil.test/x', undefined],
  ['/\\evil.test', undefined],
  ['https://evil.test', undefined],
  ['/login', undefined],
  ['/nologin?reason=x', undefined],
  [undefined, undefined],
])('after the log-in %s leads to %s', (path, leads) => {
  expect(safeRedirect(path)).toBe(leads);
});

describe('a search', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => vi.useRealTimers());
  const box = () => {
    const onCommit = vi.fn();
    const onClose = vi.fn();
    return {
      onCommit,
      onClose,
      ...renderWith(<SearchBox label="Search accounts" value="" onCommit={onCommit} onClose={onClose} />),
    };
  };
  test('runs after a second without a key', async () => {
    const { user, onCommit } = box();
    await user.type(screen.getByRole('searchbox'), 'farm');
    expect(onCommit).not.toHaveBeenCalled();
    act(() => vi.advanceTimersByTime(1_000));
    expect(onCommit.mock.calls).toEqual([['farm']]);
  });
  test('runs on Enter and on blur, each once', async () => {
    const { user, onCommit } = box();
    await user.type(screen.getByRole('searchbox'), 'a{Enter}');
    await user.type(screen.getByRole('searchbox'), 'b');
    await user.tab();
    act(() => vi.advanceTimersByTime(5_000));
    expect(onCommit.mock.calls).toEqual([['a'], ['ab']]);
  });
  test('Escape empties and closes', async () => {
    const { user, onCommit, onClose } = box();
    await user.type(screen.getByRole('searchbox'), 'a{Enter}{Escape}');
    expect(onCommit.mock.calls).toEqual([['a'], ['']]);
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

test('a dangerous action needs its checkbox, each time again', async () => {
  const onConfirm = vi.fn();
  const dialog = (opened: boolean) => (
    <ConfirmDialog
      opened={opened}
      title="Delete account"
      question="This goes:"
      consequences={['3 devices', '41 employees']}
      tick="I understand the consequences."
      action="Delete"
      onConfirm={onConfirm}
      onClose={() => {}}
    />
  );
  const { user, rerender } = renderWith(dialog(true));
  const button = () => screen.getByRole('button', { name: 'Delete' });
  expect(button()).toHaveProperty('disabled', true);
  expect(screen.getByText('41 employees')).toBeTruthy();
  await user.click(screen.getByLabelText('I understand the consequences.'));
  await user.click(button());
  expect(onConfirm).toHaveBeenCalledTimes(1);
  rerender(dialog(false));
  rerender(dialog(true));
  expect(button()).toHaveProperty('disabled', true);
});

test('a table sorts by what it holds, names as people sort them', async () => {
  const rows = [
    { id: '1', name: 'Row 10', units: 2 },
    { id: '2', name: 'Row 2', units: 10 },
    { id: '3', name: 'Row 1', units: 1.5 },
  ];
  const { user } = renderWith(
    <DataTable
      label="Rows"
      rows={rows}
      rowKey={({ id }) => id}
      empty="No data to display"
      columns={[
        { key: 'name', title: 'Name', value: ({ name }) => name },
        { key: 'units', title: 'Units', value: ({ units }) => units, number: true },
      ]}
    />,
  );
  const order = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.firstElementChild?.textContent);
  await user.click(screen.getByRole('button', { name: 'Name' }));
  expect(order()).toEqual(['Row 1', 'Row 2', 'Row 10']);
  await user.click(screen.getByRole('button', { name: 'Units' }));
  expect(order()).toEqual(['Row 2', 'Row 10', 'Row 1']);
  expect(screen.getByRole('columnheader', { name: 'Units' }).getAttribute('aria-sort')).toBe('descending');
});

test('a table has missing values last, in either direction', async () => {
  const { user } = renderWith(
    <DataTable<{ name: string; units: number | null }>
      label="Rows"
      rows={[
        { name: 'none', units: null },
        { name: 'few', units: 1 },
        { name: 'many', units: 9 },
      ]}
      rowKey={({ name }) => name}
      empty="No data to display"
      columns={[
        { key: 'name', title: 'Name', value: ({ name }) => name },
        { key: 'units', title: 'Units', value: ({ units }) => units, number: true },
      ]}
    />,
  );
  const order = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.firstElementChild?.textContent);
  await user.click(screen.getByRole('button', { name: 'Units' }));
  expect(order()).toEqual(['many', 'few', 'none']);
  await user.click(screen.getByRole('button', { name: 'Units' }));
  expect(order()).toEqual(['few', 'many', 'none']);
});

test('denied with a valid session: it can be ended', async () => {
  signedIn({ modules: [] });
  const ended = answer(logOut, { ok: true });
  const { user, router } = renderApp('/employer');
  await user.click(await screen.findByRole('button', { name: 'Log Out' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(session.get()).toBeNull();
  expect(ended).toHaveLength(1);
});
