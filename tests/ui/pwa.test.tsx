import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { watchBadge } from '#src/pwa/badge.ts';
import { reloadOnLostChunk } from '#src/pwa/chunks.ts';
import { pollVersion } from '#src/pwa/poll.ts';
import { ServerButton } from '#src/shell/ServerButton.tsx';
import { StatusStrip } from '#src/shell/StatusStrip.tsx';
import { reachability } from '#src/state/reachability.ts';
import { upgradeState } from '#src/state/upgrade.ts';
import { isEditing } from '#src/state/work.ts';
import { FormDialog } from '#src/ui/FormDialog.tsx';
import { Hints } from '#src/ui/Hints.tsx';
import { renderWith } from '#tests/support/ui.tsx';

const visibility = (state: 'hidden' | 'visible') => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
  document.dispatchEvent(new Event('visibilitychange'));
};

describe('the version check', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    visibility('visible');
    vi.useRealTimers();
  });
  const begin = (answers: (string | null)[]) => {
    const times: number[] = [];
    const seen: string[] = [];
    const start = Date.now();
    const stop = pollVersion(
      (version) => seen.push(version),
      async () => {
        times.push(Date.now() - start);
        return answers.shift() ?? null;
      },
    );
    return { times, seen, stop };
  };
  test('at start, again 5 s after a failure, then every 15 s', async () => {
    const { times, seen, stop } = begin([null, '1.0.0', '1.0.0', null, '1.0.1']);
    await vi.advanceTimersByTimeAsync(40_500);
    stop();
    expect(times).toEqual([0, 5_000, 20_000, 35_000, 40_000]);
    expect(seen).toEqual(['1.0.0', '1.0.0', '1.0.1']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(times.length).toBe(5);
  });
  test('not while hidden, at once when visible again', async () => {
    const { times, stop } = begin(Array.from({ length: 9 }, () => '1.0.0'));
    await vi.advanceTimersByTimeAsync(1_000);
    visibility('hidden');
    await vi.advanceTimersByTimeAsync(300_000);
    expect(times).toEqual([0]);
    visibility('visible');
    await vi.advanceTimersByTimeAsync(15_000);
    stop();
    expect(times).toEqual([0, 301_000, 316_000]);
  });
  test('once more after a check during which the network came back, however long that took to fail', async () => {
    const times: number[] = [];
    const start = Date.now();
    const stop = pollVersion(
      () => undefined,
      async () => {
        times.push(Date.now() - start);
        if (times.length > 1) return '1.0.0';
        await new Promise((resolve) => setTimeout(resolve, 10_000));
        return null;
      },
    );
    await vi.advanceTimersByTimeAsync(1_000);
    dispatchEvent(new Event('online'));
    visibility('visible');
    await vi.advanceTimersByTimeAsync(25_000);
    stop();
    expect(times).toEqual([0, 10_000, 25_000]);
  });
});

describe('a file of the application that cannot be loaded', () => {
  const lose = (address: string) =>
    dispatchEvent(
      Object.assign(new Event('vite:preloadError'), {
        payload: new TypeError(`Failed to fetch dynamically imported module: ${address}`),
      }),
    );
  const begin = (answer: () => Promise<string | null>) => {
    const reloads: string[][] = [];
    const stop = reloadOnLostChunk(answer, (...reload) => void reloads.push(reload));
    return { reloads, stop };
  };
  test('reloads the page when the server tells its version, once per address', async () => {
    const { reloads, stop } = begin(async () => '1.0.0');
    for (const name of ['a', 'a', 'b']) {
      lose(`https://x.test/assets/${name}.js`);
      await act(async () => undefined);
    }
    stop();
    expect(reloads).toEqual([
      ['network', 'https://x.test/assets/a.js'],
      ['network', 'https://x.test/assets/b.js'],
    ]);
  });
  test('leaves the page as it is without an answer, also when an earlier call is answered meanwhile', async () => {
    const { reloads, stop } = begin(async () => {
      reachability.answered();
      reachability.unanswered();
      return null;
    });
    lose('https://x.test/assets/c.js');
    await act(async () => undefined);
    stop();
    expect(reachability.isOnline()).toBe(true);
    expect(reloads).toEqual([]);
  });
});

describe('offline is a state', () => {
  test('after two calls without an answer or the browser’s event, until any answer', () => {
    reachability.unanswered();
    expect(reachability.isOnline()).toBe(true);
    reachability.unanswered();
    expect(reachability.isOnline()).toBe(false);
    reachability.answered();
    expect(reachability.isOnline()).toBe(true);
    reachability.lost();
    expect(reachability.isOnline()).toBe(false);
  });
  test('the strip says so and goes again; what needs the server waits', async () => {
    let pressed = 0;
    const { user } = renderWith(
      <>
        <StatusStrip />
        <ServerButton onClick={() => (pressed += 1)}>Generate report</ServerButton>
        <Hints />
      </>,
    );
    const button = screen.getByRole('button', { name: 'Generate report' });
    act(() => reachability.lost());
    expect(screen.getByText(/You are offline\./)).toBeTruthy();
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await user.click(button);
    expect(pressed).toBe(0);
    await user.hover(button);
    expect(await screen.findByText('You are offline. This needs a connection.')).toBeTruthy();
    act(() => reachability.answered());
    await waitFor(() => expect(screen.queryByText(/You are offline\./)).toBeNull());
    await user.click(button);
    expect(pressed).toBe(1);
  });
});

test("'Upgrading to {version}' is announced at once", () => {
  renderWith(<StatusStrip />);
  act(() => upgradeState.set('1.10.0'));
  const strip = screen.getByText(/Upgrading to 1\.10\.0/);
  expect(strip.getAttribute('aria-live')).toBe('assertive');
  act(() => upgradeState.set(null));
});

describe('a form that is being edited', () => {
  const dialog = (dirty: boolean, onClose = () => {}) => (
    <FormDialog
      opened
      title="Edit"
      submit="Save"
      dirty={dirty}
      busy={false}
      canSubmit
      onSubmit={(event) => event.preventDefault()}
      onClose={onClose}
    >
      <input aria-label="Name" />
    </FormDialog>
  );
  test('is known to the upgrade', () => {
    const { rerender } = renderWith(dialog(false));
    expect(isEditing()).toBe(false);
    rerender(dialog(true));
    expect(isEditing()).toBe(true);
  });
  test('asks before typed text is lost, and only then', async () => {
    const onClose = vi.fn();
    const { user, rerender } = renderWith(dialog(true, onClose));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).not.toHaveBeenCalled();
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(onClose).toHaveBeenCalledTimes(1);
    rerender(dialog(false, onClose));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalledTimes(2);
  });
});

describe('the badge on the icon', () => {
  const badge = { shown: false };
  const change = (shown: boolean) => async () => {
    badge.shown = shown;
  };
  const watch = (methods: object) => {
    for (const [name, value] of Object.entries(methods))
      Object.defineProperty(navigator, name, { configurable: true, value });
    return watchBadge();
  };
  afterEach(() => {
    visibility('visible');
    act(() => upgradeState.set(null));
    Reflect.deleteProperty(navigator, 'setAppBadge');
    Reflect.deleteProperty(navigator, 'clearAppBadge');
    badge.shown = false;
  });

  test('shows an upgrade while nobody looks, and disappears when somebody does', () => {
    const stop = watch({ setAppBadge: change(true), clearAppBadge: change(false) });
    act(() => upgradeState.set('1.1.0'));
    expect(badge.shown).toBe(false);
    visibility('hidden');
    expect(badge.shown).toBe(true);
    visibility('visible');
    expect(badge.shown).toBe(false);
    stop();
    visibility('hidden');
    expect(badge.shown).toBe(false);
  });
  test('does not show on a hidden page without a reason', () => {
    const stop = watch({ setAppBadge: change(true), clearAppBadge: change(false) });
    visibility('hidden');
    expect(badge.shown).toBe(false);
    stop();
  });
  test('a browser without badges, or that refuses them, works as well', async () => {
    expect(watchBadge()).toBeTypeOf('function');
    const stop = watch({ setAppBadge: async () => Promise.reject(new Error('no')), clearAppBadge: change(false) });
    act(() => upgradeState.set('1.1.0'));
    expect(() => visibility('hidden')).not.toThrow();
    await Promise.resolve();
    stop();
  });
});
