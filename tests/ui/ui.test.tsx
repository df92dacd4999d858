import { act, fireEvent, screen } from '@testing-library/react';
import fc from 'fast-check';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { DataTable } from '#src/ui/DataTable.tsx';
import { DateField } from '#src/ui/DateField.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Hints } from '#src/ui/Hints.tsx';
import { helper, hint } from '#src/ui/hint.ts';
import { lazyDialog } from '#src/ui/lazyDialog.tsx';
import { ReasonButton } from '#src/ui/ReasonButton.tsx';
import { TimeField } from '#src/ui/TimeField.tsx';
import { later } from '#tests/support/fakeApi.ts';
import { cellsOfCsv, hostileText, spoiled } from '#tests/support/hostileCells.ts';
import { renderWith } from '#tests/support/ui.tsx';

describe('hints', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => void vi.useRealTimers());
  /** Longer than a hint stays after the pointer leaves its control. */
  const rest = () => act(() => vi.advanceTimersByTimeAsync(400));
  const show = (text = 'How it is counted') =>
    renderWith(
      <>
        <button type="button" {...hint(text)}>
          <span>About</span>
        </button>
        <button type="button">Plain</button>
        <Hints />
      </>,
    );
  const bubble = () => screen.queryByRole('tooltip')?.textContent ?? null;

  test('appear beside the control under the pointer, and disappear when it moves to another', async () => {
    const { user } = show();
    await user.hover(screen.getByText('About'));
    expect((await screen.findByRole('tooltip')).textContent).toBe('How it is counted');
    await user.hover(screen.getByText('Plain'));
    await expect.poll(bubble).toBeNull();
  });
  test('appear for the keyboard, and Escape hides them', async () => {
    const { user } = show();
    await user.tab();
    expect((await screen.findByRole('tooltip')).textContent).toBe('How it is counted');
    await user.keyboard('{Escape}');
    await expect.poll(bubble).toBeNull();
  });
  test('stay while the pointer is on them', async () => {
    const { user } = show();
    await user.hover(screen.getByText('About'));
    await user.hover(await screen.findByRole('tooltip'));
    await rest();
    expect(bubble()).toBe('How it is counted');
  });
  describe('by touch', () => {
    const tap = (user: ReturnType<typeof show>['user'], target: Element) => user.pointer({ keys: '[TouchA]', target });
    const showHelper = () =>
      renderWith(
        <>
          <button type="button" {...helper('How it is counted')}>
            About
          </button>
          <ReasonButton reason="You are offline.">Save</ReasonButton>
          <button type="button" {...hint('Back to today')}>
            Clear
          </button>
          <button type="button">Plain</button>
          <Hints />
        </>,
      );

    test('a tap on a helper shows it and it stays; a tap elsewhere hides it', async () => {
      const { user } = showHelper();
      await tap(user, screen.getByText('About'));
      expect((await screen.findByRole('tooltip')).textContent).toBe('How it is counted');
      await rest();
      expect(bubble()).toBe('How it is counted');
      await tap(user, screen.getByRole('tooltip'));
      expect(bubble()).toBe('How it is counted');
      await tap(user, screen.getByText('Plain'));
      await expect.poll(bubble).toBeNull();
    });
    test('a second tap hides it again', async () => {
      const { user } = showHelper();
      await tap(user, screen.getByText('About'));
      await screen.findByRole('tooltip');
      await tap(user, screen.getByText('About'));
      await expect.poll(bubble).toBeNull();
    });
    test('a disabled button says why', async () => {
      const { user } = showHelper();
      await tap(user, screen.getByText('Save'));
      expect((await screen.findByRole('tooltip')).textContent).toBe('You are offline.');
      await rest();
      expect(bubble()).toBe('You are offline.');
    });
    test('a button that does something does only that', async () => {
      const { user } = showHelper();
      await tap(user, screen.getByText('Clear'));
      await rest();
      expect(bubble()).toBeNull();
    });
  });
  test('follow a text that changes', async () => {
    const { user } = show('Refreshes in 2 s');
    await user.hover(screen.getByText('About'));
    await screen.findByRole('tooltip');
    await act(async () => screen.getByText('About').parentElement?.setAttribute('data-hint', 'Refreshes in 1 s'));
    await expect.poll(bubble).toBe('Refreshes in 1 s');
  });
  test('are available to a screen reader without being shown', () => {
    show();
    expect(screen.getByRole('button', { name: 'About' }).getAttribute('aria-description')).toBe('How it is counted');
  });
});

test('Escape closes the dialog that was opened last, and then the one below', async () => {
  const closed: string[] = [];
  function Both() {
    const [asking, setAsking] = useState(true);
    return (
      <>
        <Dialog opened onClose={() => closed.push('below')} title="Below">
          <button type="button">Something</button>
        </Dialog>
        <Dialog
          opened={asking}
          onClose={() => {
            closed.push('above');
            setAsking(false);
          }}
          title="Above"
        >
          <button type="button">Else</button>
        </Dialog>
      </>
    );
  }
  const { user } = renderWith(<Both />);
  await screen.findByRole('dialog', { name: 'Above' });
  await user.keyboard('{Escape}');
  expect(closed).toEqual(['above']);
  await user.keyboard('{Escape}');
  expect(closed).toEqual(['above', 'below']);
});

describe('a dialog or menu that is loaded when it is opened', () => {
  type DialogProps = { onClose: () => void };
  const content = () =>
    Promise.resolve({
      default: ({ onClose }: DialogProps) => (
        <Dialog opened onClose={onClose} title="Late">
          Who
        </Dialog>
      ),
    });
  function Page({ load }: { load: Parameters<typeof lazyDialog<DialogProps>>[0] }) {
    const [Part] = useState(() => lazyDialog(load));
    const [opened, setOpened] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpened(true)}>
          Open
        </button>
        {opened && <Part onClose={() => setOpened(false)} />}
      </>
    );
  }

  test('shows its frame at once, and returns the focus', async () => {
    const slow = later<void>();
    const { user } = renderWith(<Page load={() => slow.promise.then(content)} />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    expect(screen.getByRole('status', { name: 'Loading dialog' })).toBeTruthy();
    slow.settle();
    const dialog = await screen.findByRole('dialog', { name: 'Late' });
    expect(screen.queryByRole('status', { name: 'Loading dialog' })).toBeNull();
    await expect.poll(() => dialog.contains(document.activeElement)).toBe(true);
    await user.keyboard('{Escape}');
    await expect.poll(() => document.activeElement?.textContent).toBe('Open');
  });

  test('returns the focus where a browser does not focus a pressed button, such as Safari', async () => {
    const { user } = renderWith(<Page load={content} />);
    const opener = screen.getByRole('button', { name: 'Open' });
    fireEvent.pointerDown(opener);
    fireEvent.click(opener);
    expect(document.activeElement).toBe(document.body);
    const dialog = await screen.findByRole('dialog', { name: 'Late' });
    await expect.poll(() => dialog.contains(document.activeElement)).toBe(true);
    await user.keyboard('{Escape}');
    await expect.poll(() => document.activeElement).toBe(opener);
  });

  test.each([
    ['with its row', true],
    ['before its row, which goes when the list is fetched again', false],
  ])('gives the focus to the page where what opened it is deleted: closed %s', async (_, atOnce) => {
    const fetchedAgain = later<void>();
    function Row({ onDeleted }: { onDeleted: () => void }) {
      const [opened, setOpened] = useState(false);
      const confirm = () => {
        if (!atOnce) setOpened(false);
        void fetchedAgain.promise.then(onDeleted);
      };
      const question = { title: 'Delete it', question: 'Sure?', action: 'Delete', onConfirm: confirm };
      return (
        <>
          <button type="button" onClick={() => setOpened(true)}>
            Open
          </button>
          <ConfirmDialog opened={opened} onClose={() => setOpened(false)} {...question} />
        </>
      );
    }
    function List() {
      const [deleted, setDeleted] = useState(false);
      return (
        <main id="main" tabIndex={-1}>
          {!deleted && <Row onDeleted={() => setDeleted(true)} />}
        </main>
      );
    }
    const { user } = renderWith(<List />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    if (!atOnce) await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    fetchedAgain.settle();
    await expect.poll(() => screen.queryByRole('button', { name: 'Open', hidden: true })).toBeNull();
    await expect.poll(() => document.activeElement).toBe(document.getElementById('main'));
  });

  test('gives the focus back to a button that waited for an answer, pressed by keyboard', async () => {
    function Asking() {
      const [is, setIs] = useState<'closed' | 'asking' | 'open'>('closed');
      // A disabled button loses the focus in a browser.
      const ask = ({ currentTarget }: { currentTarget: HTMLElement }) => {
        currentTarget.blur();
        setIs('asking');
        setTimeout(() => setIs('open'), 10);
      };
      return (
        <>
          <button type="button" disabled={is === 'asking'} onClick={ask}>
            Ask
          </button>
          {is === 'open' && (
            <ConfirmDialog
              opened
              onClose={() => setIs('closed')}
              {...{ title: 'Title', question: 'Sure?', action: 'Yes', onConfirm: () => {} }}
            />
          )}
        </>
      );
    }
    const { user } = renderWith(<Asking />);
    const button = screen.getByRole('button', { name: 'Ask' });
    button.focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('button', { name: 'Yes' });
    await user.keyboard('{Escape}');
    await expect.poll(() => document.activeElement).toBe(button);
  });

  test('can be closed before its code has loaded', async () => {
    const { user } = renderWith(<Page load={() => new Promise(() => {})} />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('status', { name: 'Loading dialog' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('status', { name: 'Loading dialog' })).toBeNull();
  });
});

test('the CSV of a table contains what was typed and starts no formula, like the server’s files', async () => {
  const names = fc.sample(hostileText, { numRuns: 2_000, seed: 1 });
  let file: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((object) => {
    if (object instanceof Blob) file = object;
    return 'blob:table';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const { user } = renderWith(
    <DataTable
      label="Names"
      columns={[
        { key: 'name', title: 'Name', value: ({ name }: { name: string }) => name },
        { key: 'units', title: 'Units', value: () => -1.5, number: true },
      ]}
      rows={names.map((name, index) => ({ name, index }))}
      rowKey={({ index }) => String(index)}
      exportName="names"
      empty="No data to display"
    />,
  );
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: 'CSV' }));
  const [header, ...lines] = cellsOfCsv((await file?.text()) ?? '');
  expect(header).toEqual(['Name', 'Units']);
  expect(
    spoiled(
      names,
      lines.map(([name]) => name),
    ),
  ).toEqual([]);
  expect(new Set(lines.map(([, units]) => units))).toEqual(new Set(['-1.5']));
  vi.restoreAllMocks();
});

describe('fields of dates and times', () => {
  const dates: string[] = [];
  function Dated({ first = '2026-11-20', ...props }: { first?: string } & Partial<Parameters<typeof DateField>[0]>) {
    const [date, setDate] = useState(first);
    const onChange = (next: string) => {
      dates.push(next);
      setDate(next);
    };
    return <DateField label="Day" {...props} value={date} onChange={onChange} />;
  }
  const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Day' });
  beforeEach(() => void dates.splice(0));

  test('a date is typed day first, and shown in words when the field is left', async () => {
    const { user } = renderWith(<Dated />);
    expect(field().value).toBe('20 Nov 2026');
    await user.clear(field());
    await user.type(field(), '3/11/2026');
    expect(dates).toEqual(['2026-11-03']);
    await user.tab();
    expect(field().value).toBe('3 Nov 2026');
  });
  test('a day outside the bounds and a text that is no day leave the date as it was', async () => {
    const { user } = renderWith(<Dated max="2026-11-20" />);
    for (const text of ['21 Nov 2026', 'soon']) {
      await user.clear(field());
      await user.type(field(), text);
      await user.tab();
      expect(field().value).toBe('20 Nov 2026');
    }
    expect(dates).toEqual([]);
  });
  test('it is picked from a month as well', async () => {
    const { user } = renderWith(<Dated />);
    await user.click(field());
    await user.click(await screen.findByRole('button', { name: /\b3 November 2026|November 3, 2026/ }));
    expect([dates, field().value]).toEqual([['2026-11-03'], '3 Nov 2026']);
  });
  test('only an optional one is emptied', async () => {
    const { user, unmount } = renderWith(<Dated optional />);
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect([dates, field().value]).toEqual([[''], '']);
    unmount();
    renderWith(<Dated />);
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
    await user.clear(field());
    await user.tab();
    expect([dates, field().value]).toEqual([[''], '20 Nov 2026']);
  });
  test('Escape closes its month, and then the dialog around it', async () => {
    const onClose = vi.fn();
    const { user } = renderWith(
      <Dialog opened onClose={onClose} title="Around">
        <Dated />
      </Dialog>,
    );
    await user.click(await screen.findByRole('textbox', { name: 'Day' }));
    await screen.findByRole('button', { name: 'Next month' });
    await user.keyboard('{Escape}');
    await expect.poll(() => screen.queryByRole('button', { name: 'Next month' })).toBeNull();
    expect(onClose).not.toHaveBeenCalled();
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });

  test('a time is typed freely, and what is none is said when the field is left', async () => {
    function Timed() {
      const [time, setTime] = useState('');
      return <TimeField label="Time" value={time} onChange={setTime} />;
    }
    const { user } = renderWith(<Timed />);
    const time = screen.getByRole<HTMLInputElement>('textbox', { name: 'Time' });
    await user.type(time, '730');
    await user.tab();
    expect(time.value).toBe('07:30');
    await user.clear(time);
    await user.type(time, '7:99');
    expect(screen.queryByText('A time, such as 07:00')).toBeNull();
    await user.tab();
    expect(screen.getByText('A time, such as 07:00')).toBeTruthy();
  });
});
