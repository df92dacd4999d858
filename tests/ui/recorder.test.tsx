import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { type ReactNode, useLayoutEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pinBits } from '#contract/figures/ownDayFigures.ts';
import { labelText } from '#contract/masterData/containerLabels.ts';
import { derive } from '#recorder/app/code.ts';
import { pinOf, tryPin } from '#recorder/app/pin.ts';
import { Recorder } from '#recorder/app/recorder.ts';
import { saveUnsent } from '#recorder/app/saved.ts';
import { hourOf } from '#recorder/app/times.ts';
import { momentNow } from '#recorder/app/working.ts';
import { App } from '#recorder/screens/App.tsx';
import { ScanBox } from '#recorder/screens/ScanBox.tsx';
import { adopt } from '#recorder/store/activate.ts';
import { findFull, noteDelivered, takeContainers, undoDelivered } from '#recorder/store/containers.ts';
import { allRunning, type Job, putJob } from '#recorder/store/jobs.ts';
import { latest, put, release } from '#recorder/store/log.ts';
import {
  type Activation,
  readMeta,
  readSending,
  readSettings,
  type Settings,
  writeMeta,
} from '#recorder/store/meta.ts';
import { takeChanges } from '#recorder/store/roster.ts';
import { ACCOUNT, activation, FakeServer, piece } from '#tests/unit/recorder/recorder.support.ts';

/** The Recorder's screens on a database in memory, beside a server in memory. */
const opened: Recorder[] = [];
const newRecorder = () => {
  const recorder = new Recorder();
  opened.push(recorder);
  return recorder;
};
const PEOPLE = [
  {
    _id: '0193a000-0000-7000-8000-000000000011',
    number: '1001',
    firstName: 'Thandi',
    lastName: 'Mokoena',
    timeId: '7',
  },
  { _id: '0193a000-0000-7000-8000-000000000012', number: '1002', firstName: 'Pieter', lastName: 'Botha', timeId: '8' },
];
let server: FakeServer;
beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  server = new FakeServer();
  server.now = Date.now();
  server.employees = PEOPLE.map((person) => ({ ...person, isActive: true }));
  vi.stubGlobal('fetch', async (path: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
    server.now = Date.now();
    const reply = await server.transport(path, body, headers.authorization ?? null);
    if (!reply) throw new TypeError('No network');
    return new Response(reply.text, { status: reply.status, headers: { 'content-type': reply.type } });
  });
});
afterEach(() => {
  for (const recorder of opened.splice(0)) recorder.standAside();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const appleJob: Job = {
  id: 'job apples',
  kind: 'job',
  lookup1: 'APPLE',
  lookup2: null,
  perScan: 10_000,
  usual: 10_000,
  usedAt: 1,
  timedSince: null,
};
/** Returns a started device for a crew, with its last jobs. */
async function givenStarted({
  lastContact = null,
  kind = 'unmanaged',
  ...settings
}: Partial<Settings & Pick<Activation, 'kind'>> & { lastContact?: number | null } = {}) {
  const recorder = newRecorder();
  await recorder.db.run('readwrite', async (stores) => {
    await adopt(stores, activation({ kind }));
    await writeMeta(stores, 'settings', {
      ...(await readSettings(stores)),
      mode: 'crew',
      isStarted: true,
      ...settings,
    });
    await writeMeta(stores, 'sending', { ...(await readSending(stores)), lastContact });
    await takeChanges(
      stores,
      { employees: PEOPLE.map((person) => ({ ...person, isActive: true })), lookups: [] },
      true,
    );
    await putJob(stores, appleJob);
  });
  await recorder.start();
  return recorder;
}
const show = (recorder: Recorder) => render(<App recorder={recorder} code="" onUseHere={() => undefined} />);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
/** Types as a hardware scanner does. */
/** Types as a scanner does: its keys have the times at which it sent them, however busy this machine is. */
const scanKeys = (text: string) => pressKeys([...text, 'Enter'], performance.now());
const pressKeys = (keys: readonly string[], sentAt: number) => {
  for (const [place, key] of keys.entries()) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true });
    Object.defineProperty(event, 'timeStamp', { value: sentAt + place });
    document.dispatchEvent(event);
  }
};
const scan = (text: string) => act(() => scanKeys(text));

it('takes two badges of a scanner without Enter that come 150 ms after each other', async () => {
  show(await givenStarted());
  await press('Count');
  await press('Team');
  const sentAt = performance.now();
  act(() => {
    pressKeys([...'TB1:1001'], sentAt);
    pressKeys([...'9999'], sentAt + 150);
  });
  await screen.findByText(/Not known: 9999/);
  await press('Record anyway');
  await screen.findByText('9999', { selector: 'li' });
  screen.getByText('Thandi M.', { selector: 'li' });
});

describe('a badge that is nobody’s', () => {
  it.each(['Shared', 'Team'])('is asked about where %s is gathered', async (way) => {
    show(await givenStarted());
    await press('Count');
    await press(way);
    scan('9999');
    await screen.findByText(/Not known: 9999/);
    expect(screen.queryByText('9999', { selector: 'li' })).toBeNull();
    await press('Record anyway');
    await screen.findByText('9999', { selector: 'li' });
  });
  it('is asked about before their working time starts', async () => {
    show(await givenStarted());
    await press('More');
    await press('Working time');
    await press('Start');
    scan('9999');
    await screen.findByText(/Not known: 9999/);
    expect(screen.getByText('0 working')).toBeDefined();
    await press('Record anyway');
    await screen.findByText('1 working');
  });
  it('is clocked with a name, which is typed for as long as it takes, and then known here', async () => {
    show(await givenStarted());
    await press('Clock');
    scan('9999');
    await screen.findByText(/Not known: 9999/);
    const field = screen.getByRole('textbox', { name: 'Name of a new person' });
    await act(() => fireEvent.change(field, { target: { value: 'Sipho Dlamini' } }));
    await press('Record anyway');
    await screen.findByText('Sipho Dlamini');
    scan('9999');
    await screen.findByText(/Already recorded/);
  });
  it('has no day', async () => {
    show(await givenStarted());
    await press('More');
    await press('My day');
    await screen.findByText('Scan your badge to see your day');
    scan('9999');
    await screen.findByText('Not known: 9999');
    scan('TB1:1001');
    await screen.findByText('Thandi M.');
    expect(screen.queryByText('Not known: 9999')).toBeNull();
  });
});

it('takes a badge from the moment at which the screen is there, before React has run its later effects', () => {
  const seen: string[] = [];
  function ScannedAtOnce({ children }: { children: ReactNode }) {
    useLayoutEffect(() => scanKeys('TB1:1001'), []);
    return children;
  }
  render(
    <ScannedAtOnce>
      <ScanBox onText={(text) => seen.push(text)} mayType={false} />
    </ScannedAtOnce>,
  );
  expect(seen).toEqual(['TB1:1001']);
});

it('tells a person their own total of the week after a scan, without a connection, as known on this device', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No network')));
  // A Wednesday at 16:02 in the account's zone.
  const now = Date.parse('2026-11-25T14:02:00.000Z');
  vi.useFakeTimers({ toFake: ['Date'], now: now - 9 * 3_600_000 - 86_400_000 });
  const before = await givenStarted();
  const how = { means: 'scanner' } as const;
  const work = async (recorder: Recorder, hours: number) => {
    await recorder.capturing.clock('TB1:1001', 'in', how);
    await recorder.capturing.count('TB1:1001', { job: appleJob, team: null }, how);
    vi.setSystemTime(Date.now() + hours * 3_600_000);
  };
  await work(before, 8);
  await before.capturing.clock('TB1:1001', 'out', how);
  before.standAside();

  vi.setSystemTime(now - 9 * 3_600_000);
  const recorder = newRecorder();
  await recorder.start();
  show(recorder);
  await work(recorder, 9);
  await press('OUT');
  await screen.findByRole('button', { name: 'OUT', pressed: true });
  scan('TB1:1001');
  await screen.findByText('Out 16:02');
  screen.getByText('9:00 h today · 17:00 h this week');
  screen.getByText('as known on this device');
  await press('Count');
  scan('TB1:1001');
  // By the page's own clock, which this test leaves alone, it is the same minute.
  await press('Record again');
  await screen.findByText('20 today · 30 this week');
  // Somebody else's total is not theirs.
  scan('TB1:1002');
  await screen.findByText('10 today · 10 this week');
});

describe('a delivery point', () => {
  const kind = { _id: '0193a000-0000-7000-8000-0000000000b1', name: 'Bin', units: '350', lookup1Code: null, hours: 16 };
  const given = async () => {
    const recorder = await givenStarted({ mode: 'delivery' });
    const at = Date.now() - 2 * 3_600_000;
    const employeeId = PEOPLE[0]?._id ?? '';
    const told = { number: '4711', at: new Date(at).toISOString(), until: new Date(at + 16 * 3_600_000).toISOString() };
    await recorder.act(async (stores) => {
      await writeMeta(stores, 'containerKinds', [kind]);
      const what = { crew: 'North', lookup1Code: 'APPLE', lookup2Code: null };
      await takeContainers(stores, [{ ...told, employeeId, ...what }], true);
    });
    show(recorder);
    await screen.findByText('Scan a container');
    const delivered = async () =>
      (await recorder.db.run('readonly', (stores) => latest(stores, 10))).flatMap((record) =>
        record.kind === 'delivery' ? [[record.container, record.verdict, record.weight, record.fault]] : [],
      );
    return { recorder, delivered };
  };
  const label = labelText(ACCOUNT, kind._id, '4711');

  it('says whose a container is, takes its weight from a scale, and accepts it once', async () => {
    const { delivered } = await given();
    scan(label);
    await screen.findByText('Thandi M., North');
    screen.getByText(/stood 2 h$/);
    scan('412,5 kg');
    await press('Accept 412.5 kg');
    await screen.findByText(/^Accepted/);
    expect(await delivered()).toEqual([['4711', 'accept', '412.5', undefined]]);
    // It is empty now; what is said last of it counts.
    scan(label);
    await screen.findByText('Thandi M., North');
    await screen.findByText(/^Accepted \d/, { selector: 'section *' });
    await press('Reject');
    fireEvent.change(screen.getByLabelText('Why is it rejected?'), { target: { value: 'Bruised' } });
    await press('Reject');
    await waitFor(async () => expect(await delivered()).toHaveLength(2));
    scan(label);
    await screen.findByText(/^Rejected \d/, { selector: 'section *' });
  });

  it('is full again once what was said of it is undone, whatever is undone first', async () => {
    const { recorder, delivered } = await given();
    await recorder.act(async (stores) => {
      await noteDelivered(stores, '4711', 100, { group: 'accepted', verdict: 'accept' });
      await noteDelivered(stores, '4711', 200, { group: 'rejected', verdict: 'reject' });
      await undoDelivered(stores, '4711', 'accepted');
      await undoDelivered(stores, '4711', 'rejected');
    });
    scan(label);
    await screen.findByText('Thandi M., North');
    expect(screen.queryByText(/^Accepted|^Rejected/, { selector: 'section *' })).toBeNull();
    expect(await recorder.db.run('readonly', (stores) => findFull(stores, '4711', Date.now()))).toBeDefined();
    expect(await delivered()).toEqual([]);
  });

  it('was accepted before a rejection that is undone, and is so again', async () => {
    const { delivered } = await given();
    scan(label);
    await press('Accept');
    await screen.findByText(/^Accepted/);
    scan(label);
    await press('Reject');
    fireEvent.change(await screen.findByLabelText('Why is it rejected?'), { target: { value: 'Bruised' } });
    await press('Reject');
    await waitFor(async () => expect(await delivered()).toHaveLength(2));
    await press('Undo');
    await waitFor(async () => expect(await delivered()).toEqual([['4711', 'accept', undefined, undefined]]));
    scan(label);
    await screen.findByText(/^Accepted \d/, { selector: 'section *' });
  });

  it('does not take a weight in another unit for a container', async () => {
    await given();
    scan(label);
    await screen.findByText('Thandi M., North');
    scan('85 lb');
    await screen.findByText(/cannot be read/);
    await screen.findByText('Thandi M., North');
  });

  it('asks whether a whole number is the weight or the next container, and takes neither by itself', async () => {
    const { delivered } = await given();
    scan('300');
    await screen.findByRole('heading', { name: '300' });
    scan('4711');
    await screen.findByText('Is 4711 a weight or a container?');
    expect(screen.queryByRole('button', { name: /Accept/ })).toBeNull();
    await press('4711 kg');
    await screen.findByRole('button', { name: 'Accept 4711 kg' });
    scan('4711');
    await press('Container');
    await screen.findByRole('heading', { name: '4711' });
    await screen.findByText('Thandi M., North');
    screen.getByText('Neither accepted nor rejected: 300');
    await press('Accept');
    await screen.findByText(/^Accepted/);
    expect(await delivered()).toEqual([['4711', 'accept', undefined, undefined]]);
  });

  it('rejects with a reason, and an undone one is as it was', async () => {
    const { delivered } = await given();
    scan(label);
    await press('Reject');
    expect(screen.getByRole('button', { name: 'Reject' })).toHaveProperty('disabled', true);
    // Keys of a test are as fast as a scanner's.
    fireEvent.change(screen.getByLabelText('Why is it rejected?'), { target: { value: 'Bruised' } });
    await press('Reject');
    await screen.findByText(/^Rejected/);
    expect(await delivered()).toEqual([['4711', 'reject', undefined, 'Bruised']]);
    await press('Undo');
    await waitFor(async () => expect(await delivered()).toEqual([]));
    scan(label);
    await screen.findByText('Thandi M., North');
  });
});

describe('containers', () => {
  const kind = { _id: '0193a000-0000-7000-8000-0000000000b1', name: 'Bin', units: '350', lookup1Code: null, hours: 16 };
  const bin = (number: string) => labelText(ACCOUNT, kind._id, number);
  const given = async (more: Partial<Settings> = {}) => {
    const recorder = await givenStarted(more);
    await recorder.act((stores) => writeMeta(stores, 'containerKinds', [kind]));
    show(recorder);
    await press('Count');
    await press('Containers');
    return recorder;
  };
  const counted = async (recorder: Recorder) =>
    (await recorder.db.run('readonly', (stores) => latest(stores, 10))).flatMap((record) =>
      record.kind === 'piece' ? [[record.person.number, record.units, record.container?.number]] : [],
    );

  it('are counted after a badge, each at once, and a full one says whose it is; undone it is empty', async () => {
    const recorder = await given();
    await screen.findByText('Scan a badge');
    scan(bin('4711'));
    await screen.findByText('4711 is a container: scan a badge first.');
    scan('TB1:1001');
    await screen.findByText('Scan the containers of Thandi M.');
    scan(bin('4711'));
    await screen.findByText('+350');
    scan(bin('4712'));
    await screen.findByText('4712', { selector: '.who' });
    scan('TB1:1002');
    await screen.findByText('Scan the containers of Pieter B.');
    scan(bin('4711'));
    await screen.findByText(/^Already counted: Thandi M., \d\d:\d\d$/);
    expect(await counted(recorder)).toEqual([
      ['1001', '350', '4712'],
      ['1001', '350', '4711'],
    ]);
    scan(bin('4713'));
    await screen.findByText('4713', { selector: '.who' });
    await press('Undo');
    await waitFor(async () => expect(await counted(recorder)).toHaveLength(2));
    scan(bin('4713'));
    await waitFor(async () => expect(await counted(recorder)).toHaveLength(3));
  });

  it('are gathered before the badge, where that comes last', async () => {
    const recorder = await given({ isBadgeLast: true });
    scan(bin('1'));
    await screen.findByText('1 container: scan the badge');
    scan(bin('1'));
    scan(bin('2'));
    await screen.findByText('2 containers: scan the badge');
    expect(await counted(recorder)).toEqual([]);
    scan('TB1:1001');
    await screen.findByText('1, 2', { selector: '.who' });
    expect(await counted(recorder)).toHaveLength(2);
    scan(bin('2'));
    await screen.findByText(/^Already counted: Thandi M./);
  });

  it('are of the work that was chosen when they were scanned, whatever is chosen by the time of the badge', async () => {
    const recorder = await given({ isBadgeLast: true });
    await recorder.act((stores) => putJob(stores, { ...appleJob, id: 'job pears', lookup1: 'PEAR', usedAt: 0 }));
    scan(bin('1'));
    await screen.findByText('1 container: scan the badge');
    await press('Change');
    await press(/^PEAR × 10$/);
    await screen.findByText('PEAR');
    scan(bin('2'));
    await screen.findByText('2 containers: scan the badge');
    scan('TB1:1001');
    await screen.findByText('1, 2', { selector: '.who' });
    const records = await recorder.db.run('readonly', (stores) => latest(stores, 10));
    const work = records.flatMap((one) => (one.kind === 'piece' ? [[one.container, one.lookup1]] : []));
    expect(work.sort()).toEqual([
      [{ number: '1', kindId: kind._id }, 'APPLE'],
      [{ number: '2', kindId: kind._id }, 'PEAR'],
    ]);
  });

  const settingsOf = (recorder: Recorder) => recorder.db.run('readonly', readSettings);
  it('are looked up again with the badge: one that was counted elsewhere meanwhile is reported, and the others stay gathered', async () => {
    const recorder = await given({ isBadgeLast: true });
    for (const number of ['1', '2', '3']) scan(bin(number));
    await screen.findByText('3 containers: scan the badge');
    const at = new Date(Date.now() - 60_000).toISOString();
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const whose = { employeeId: PEOPLE[1]?._id ?? '', crew: null, lookup1Code: null, lookup2Code: null };
    await recorder.act((stores) => takeContainers(stores, [{ number: '2', at, until, ...whose }], false));
    scan('TB1:1001');
    await screen.findByText(/^Already counted: Pieter B., \d\d:\d\d$/);
    await screen.findByText('2 containers: scan the badge');
    expect(await counted(recorder)).toEqual([]);
    // Counted and waiting no longer in one step: the page may end after it.
    vi.spyOn(recorder, 'saveSettings').mockResolvedValue(undefined);
    scan('TB1:1001');
    await screen.findByText('1, 3', { selector: '.who' });
    expect((await settingsOf(recorder)).gathered).toEqual([]);
    expect(await counted(recorder)).toHaveLength(2);
  });

  it('are shown to wait for their badge only once they are stored, and told where they cannot be', async () => {
    const recorder = await given({ isBadgeLast: true });
    const { saveSettings } = recorder;
    const stored = Promise.withResolvers<undefined>();
    const saving = vi.spyOn(recorder, 'saveSettings').mockImplementation(async (change) => {
      await stored.promise;
      await saveSettings(change);
    });
    scan(bin('1'));
    scan(bin('2'));
    await waitFor(() => expect(saving).toHaveBeenCalledTimes(2));
    expect(screen.queryByText(/scan the badge/)).toBeNull();
    stored.resolve(undefined);
    await screen.findByText('2 containers: scan the badge');
    expect((await settingsOf(recorder)).gathered).toHaveLength(2);
    saving.mockRejectedValueOnce(new DOMException('', 'QuotaExceededError'));
    scan(bin('3'));
    await screen.findByText(/This device has no room left/);
    await screen.findByText('2 containers: scan the badge');
    scan('TB1:1001');
    await screen.findByText('1, 2', { selector: '.who' });
  });

  it('that wait for their badge, and the way of counting, do not go over to another account', async () => {
    const recorder = await given({ isBadgeLast: true, team: 'team-of-a' });
    scan(bin('1'));
    await screen.findByText('1 container: scan the badge');
    await waitFor(async () => expect((await settingsOf(recorder)).gathered).toHaveLength(1));
    await recorder.act((stores) => adopt(stores, activation({ accountId: kind._id })));
    expect(await settingsOf(recorder)).toMatchObject({ gathered: [], way: 'one', team: null, isStarted: false });
    await waitFor(() => expect(screen.queryByText('1 container: scan the badge')).toBeNull());
  });

  it('are asked about where a number may be a badge, and refused of another account', async () => {
    const recorder = await given();
    scan('TB1:1001');
    await screen.findByText('Scan the containers of Thandi M.');
    scan('1002');
    await screen.findByText('Is 1002 a badge or a container?');
    await press('Container');
    await screen.findByText('1002', { selector: '.who' });
    scan('1002');
    await press('Badge');
    await screen.findByText('Scan the containers of Pieter B.');
    // What nobody's badge says is a container: a farm's own numbers.
    scan('BIN-77');
    await screen.findByText('BIN-77', { selector: '.who' });
    scan(labelText(kind._id, kind._id, '5'));
    await screen.findByText('Label 5 is of another account.');
    scan(labelText(ACCOUNT, ACCOUNT, '6'));
    await screen.findByText('The kind of container 6 is not known here.');
    expect(await counted(recorder)).toEqual([
      ['1002', '350', 'BIN-77'],
      ['1001', '350', '1002'],
    ]);
  });
});

it('corrects the value after earlier corrections', async () => {
  show(await givenStarted());
  await press('Count');
  scan('TB1:1001');
  await screen.findByText(/\+10/);
  await press('More');
  await press('Correct');
  await press('OK');
  const other = async (units: string) => {
    await press('Other units');
    const field = within(await screen.findByRole('dialog')).getByLabelText('Units');
    await userEvent.clear(field);
    await userEvent.type(field, `${units}{Enter}`);
  };
  await other('7');
  await screen.findByText('-3 recorded');
  await other('8');
  await screen.findByText('1 recorded');
  expect(screen.getByText(/→ 8/)).toBeDefined();
  const original = screen.getByText(/→ 8/).closest('li');
  if (!original) throw new Error('A record is a list item.');
  await userEvent.click(within(original).getByRole('button', { name: 'Remove' }));
  await screen.findByText('-8 recorded');
  await screen.findByText(/→ 0/);
});

it('shows at the end of the day a scan without a direction as an IN', async () => {
  const recorder = await givenStarted();
  await recorder.capturing.clock('TB1:1001', 'auto', { means: 'scanner' });
  show(recorder);
  await press('More');
  await press('End of day');
  await press('OK');
  const row = (await screen.findByRole('rowheader', { name: 'Thandi M.' })).closest('tr');
  const [inAt, outAt] = [...(row?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent);
  expect(inAt).toMatch(/^\d\d:\d\d$/);
  expect(outAt).toBe('');
});

it('tells the server that the day is ended, until something is recorded', async () => {
  const recorder = await givenStarted();
  show(recorder);
  await waitFor(() => expect(server.reports.at(-1)).toMatchObject({ dayEnded: false }));
  await press('More');
  await press('End of day');
  await press('OK');
  await waitFor(() => expect(server.reports.at(-1)).toMatchObject({ dayEnded: true, pending: 0 }));
  await press('Close');
  await press('Clock');
  await press('IN');
  scan('TB1:1001');
  await screen.findByText('Thandi M.');
  recorder.sendNow();
  await waitFor(() => expect(server.reports.at(-1)).toMatchObject({ dayEnded: false }));
});

describe('a correction that is pressed twice', () => {
  const unitsOnDisk = (recorder: Recorder) =>
    recorder.db.run('readonly', async (stores) =>
      (await latest(stores, 200)).map((record) => (record.kind === 'piece' ? Number(record.units) : 0)),
    );
  const removeTwice = async (recorder: Recorder) => {
    const [remove] = await screen.findAllByRole('button', { name: 'Remove' });
    act(() => {
      remove?.click();
      remove?.click();
    });
    // Scans are handled in order, so once a later scan is done both are.
    await recorder.capturing.count('TB1:1002', { job: appleJob, team: null }, { means: 'scanner', isAgain: true });
  };
  it.each([
    ['held', [10]],
    ['queued', [10, -10, 10]],
  ])('takes a record that is %s back once', async (state, left) => {
    const recorder = await givenStarted();
    const taken = await recorder.capturing.count('TB1:1001', { job: appleJob, team: null }, { means: 'scanner' });
    if (taken.kind !== 'taken') throw new Error('It is counted.');
    if (state === 'queued')
      await recorder.db.run('readwrite', (stores) => release(stores, (taken.records[0]?.heldUntil ?? 0) + 1));
    show(recorder);
    await press('More');
    await press('Correct');
    await press('OK');
    await removeTwice(recorder);
    await waitFor(async () => expect(await unitsOnDisk(recorder)).toEqual(left));
  });
});

it('records again once, however often it is pressed', async () => {
  const recorder = await givenStarted();
  show(recorder);
  await press('IN');
  scan('TB1:1001');
  await screen.findByText('Thandi M.');
  scan('TB1:1001');
  const again = await screen.findByRole('button', { name: 'Record again' });
  act(() => {
    again.click();
    again.click();
  });
  await recorder.capturing.clock('TB1:1002', 'in', { means: 'scanner' });
  expect(await recorder.db.run('readonly', (stores) => latest(stores, 200))).toHaveLength(3);
});

it('records a badge once that is read again while it is being stored', async () => {
  const recorder = await givenStarted();
  const clocked = [0, 1].map(() => recorder.capturing.clock('TB1:1001', 'in', { means: 'scanner' }));
  expect((await Promise.all(clocked)).map(({ kind }) => kind)).toEqual(['taken', 'repeat']);
  const counted = [0, 1].map(() =>
    recorder.capturing.count('TB1:1001', { job: appleJob, team: null }, { means: 'scanner' }),
  );
  expect((await Promise.all(counted)).map(({ kind }) => kind)).toEqual(['taken', 'repeat']);
});

it('recognises a badge that was scanned before a reload', async () => {
  const before = await givenStarted();
  expect(await before.capturing.clock('TB1:1001', 'in', { means: 'camera' })).toMatchObject({ kind: 'taken' });
  before.standAside();
  const after = newRecorder();
  await after.start();
  expect(await after.capturing.clock('TB1:1001', 'in', { means: 'camera' })).toMatchObject({ kind: 'repeat' });
  expect(await after.capturing.clock('TB1:1001', 'out', { means: 'camera' })).toMatchObject({ kind: 'taken' });
  expect(await after.capturing.clock('TB1:1002', 'in', { means: 'camera' })).toMatchObject({ kind: 'taken' });
});

it('saves unsent records in files of 5,000, each with its own digest', async () => {
  const recorder = await givenStarted();
  const [first] = await recorder.db.run('readonly', async () => [piece()]);
  await recorder.db.run('readwrite', async (stores) => {
    for (let number = 1; number <= 5_001; number += 1)
      await put(stores, {
        ...(first as ReturnType<typeof piece> & { kind: 'piece' }), // piece() makes one of pieces
        id: `abcdefghijkm-${number}`,
        group: `g${number}`,
        from: { reading: 1, plus: 0 },
        wall: 1,
        state: 'refused',
        heldUntil: 0,
        sequence: number,
        at: '2026-11-20T05:00:00.000Z',
        body: '{}',
      });
  });
  const files: Blob[] = [];
  const names: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob); // nothing else is saved
    return 'blob:test';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  await saveUnsent(recorder);
  expect(names).toEqual([expect.stringMatching(/-1\.json$/), expect.stringMatching(/-2\.json$/)]);
  const counts = [];
  for (const file of files) {
    const { sha256, body } = JSON.parse(await file.text());
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body));
    expect(Buffer.from(digest).toString('hex')).toBe(sha256);
    counts.push(JSON.parse(body).pieceworkEntries.length);
  }
  expect(counts).toEqual([5_000, 1]);
});

describe('a device that is full', () => {
  /** Makes writes fail while the storage is full; there is room again once the ballast is deleted. */
  const givenFull = (hasBallast: boolean) => {
    const disk = { isFull: true, hasBallast };
    const add = IDBObjectStore.prototype.add;
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function adding(this: IDBObjectStore, ...given) {
      if (disk.isFull) throw new DOMException('No room', 'QuotaExceededError');
      return add.apply(this, given);
    });
    const drop = async () => {
      const isFreed = disk.hasBallast;
      if (isFreed) Object.assign(disk, { isFull: false, hasBallast: false });
      return isFreed;
    };
    vi.stubGlobal('caches', { open: async () => ({ match: async () => disk.hasBallast, delete: drop }) });
    return disk;
  };
  afterEach(() => vi.restoreAllMocks());
  it('gives its ballast up and records', async () => {
    const recorder = await givenStarted();
    const disk = givenFull(true);
    expect(await recorder.capturing.clock('TB1:1001', 'in', { means: 'camera' })).toMatchObject({ kind: 'taken' });
    expect(disk.hasBallast).toBe(false);
  });
  it('says that nothing was recorded, and accepts the badge again once there is room', async () => {
    const recorder = await givenStarted();
    show(recorder);
    const disk = givenFull(false);
    await press('IN');
    scan('TB1:1001');
    await screen.findByText(/Not recorded\. This device has no room left\./);
    disk.isFull = false;
    scan('TB1:1001');
    await screen.findByText('Thandi M.');
    expect(await recorder.db.run('readonly', (stores) => latest(stores, 200))).toHaveLength(1);
  });
  it('keeps the people who share, and records them once there is room', async () => {
    const recorder = await givenStarted();
    show(recorder);
    await press('Count');
    await press('Shared');
    scan('TB1:1001');
    await screen.findByText('Thandi M.', { selector: 'li' });
    const disk = givenFull(false);
    await press('Done');
    await screen.findByText(/Not recorded\. This device has no room left\./);
    disk.isFull = false;
    await press('OK');
    await press('Done');
    await screen.findByText(/\+10/);
  });
});

it('says of each record whether it was counted as Shared or Team, and of one person’s own not', async () => {
  const recorder = await givenStarted();
  const picked = [await recorder.capturing.pick('TB1:1001'), await recorder.capturing.pick('TB1:1002')];
  const people = picked.flatMap((found) => (found.kind === 'picked' ? [found.person] : []));
  const [one] = people;
  if (!one) throw new Error('Both are known.');
  const team = { id: 'team', kind: 'team', members: people } as const;
  await recorder.capturing.credit(people, appleJob, { means: 'scanner', counting: 'shared' });
  await recorder.capturing.credit([one], appleJob, { means: 'scanner', counting: 'shared' });
  await recorder.capturing.count('TB1:1001', { job: appleJob, team }, { means: 'scanner', isAgain: true });
  await recorder.capturing.count('TB1:1001', { job: appleJob, team: null }, { means: 'scanner', isAgain: true });
  const records = await recorder.db.run('readonly', (stores) => latest(stores, 200));
  const countings = records.map((record) => record.kind === 'piece' && (record.counting ?? 'one')).toReversed();
  expect(countings).toEqual(['shared', 'shared', 'one', 'team', 'team', 'one']);
});

it('applies a release once nobody scanned for a minute, and not while people who share are collected', async () => {
  const recorder = await givenStarted();
  show(recorder);
  await press('Count');
  await press('Shared');
  const update = vi.fn();
  recorder.offerUpdate(update);
  const inAMinute = performance.now() + 61_000;
  scan('TB1:1001');
  await screen.findByText('Thandi M.', { selector: 'li' });
  const clock = vi.spyOn(performance, 'now').mockReturnValue(inAMinute + 61_000);
  recorder.offerUpdate(update);
  expect(update).not.toHaveBeenCalled();
  await press('Done');
  await screen.findByText(/\+10/);
  recorder.offerUpdate(update);
  expect(update).not.toHaveBeenCalled();
  clock.mockReturnValue(inAMinute + 200_000);
  recorder.offerUpdate(update);
  expect(update).toHaveBeenCalledOnce();
  clock.mockRestore();
});

describe('a release that cannot open its database', () => {
  const openNewer = () =>
    new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open('recorder', 99);
      opening.onsuccess = () => {
        opening.result.close();
        resolve();
      };
      opening.onerror = () => reject(opening.error);
    });
  it('says so while there is no newer one, and applies it as soon as it waits', async () => {
    await openNewer();
    const recorder = newRecorder();
    show(recorder);
    await recorder.start();
    await screen.findByRole('heading', { name: 'Connect to update.' });
    const update = vi.fn();
    recorder.offerUpdate(update);
    expect(update).toHaveBeenCalledOnce();
  });
  it('applies one that waited before', async () => {
    await openNewer();
    const recorder = newRecorder();
    const update = vi.fn();
    recorder.offerUpdate(update);
    expect(update).not.toHaveBeenCalled();
    await recorder.start();
    expect(update).toHaveBeenCalledOnce();
  });
  it('says that the storage does not open', async () => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('No', 'SecurityError');
      },
    });
    const recorder = newRecorder();
    show(recorder);
    await recorder.start();
    await screen.findByRole('heading', { name: /This browser cannot keep records/ });
  });
});

describe('a device without contact to the server', () => {
  const DAY = 86_400_000;
  beforeEach(() => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No network')));
  });
  it.each([
    [2, 'warn'],
    [6, 'warn'],
    [8, 'bad'],
  ])('after %i days its strip is %s', async (days, tone) => {
    show(await givenStarted({ kind: 'standalone', lastContact: Date.now() - days * DAY - 60_000 }));
    const strip = (await screen.findByText(`${days} days since the last sending`)).closest('.strip');
    await waitFor(() => expect(strip?.textContent).toContain('offline since'));
    expect(strip?.getAttribute('data-tone')).toBe(tone);
  });
  it('shows since when, even on a page that was loaded later', async () => {
    const lastContact = Date.now() - 3 * 3_600_000;
    show(await givenStarted({ lastContact }));
    await screen.findByText(`0 waiting, offline since ${hourOf(lastContact, 'Africa/Johannesburg')}`);
  });
});

it('pauses after five unknown numbers, on each screen of a kiosk', async () => {
  const recorder = await givenStarted({ mode: 'kiosk' });
  show(recorder);
  await press('IN');
  for (const number of ['9001', '9002', '9003', '9004', '9005']) {
    scan(number);
    await screen.findByText(`Not known: ${number}`);
  }
  const resting = 'It rests for 30 s after many unknown numbers.';
  await screen.findByText(resting);
  await press('More');
  await press('My day');
  await screen.findByText(resting);
  await press('Close');
  await press('Clock');
  await screen.findByText(resting);
  scan('TB1:1001');
  // The next scan is accepted, which shows that this one was not.
  await recorder.capturing.clock('TB1:1002', 'in', { means: 'camera' });
  expect(await recorder.db.run('readonly', (stores) => latest(stores, 200))).toHaveLength(1);
});

it('is set up in the language of the person who does it', async () => {
  vi.stubGlobal('isSecureContext', true);
  const recorder = newRecorder();
  show(recorder);
  await recorder.start();
  await userEvent.selectOptions(await screen.findByLabelText('Language'), 'Español');
  await screen.findByRole('heading', { name: 'Configurar este dispositivo' });
  screen.getByText('Traducción aún no revisada por un hablante nativo');
  expect(document.documentElement.lang).toBe('es');
});

it('counts as its language does: decimals, and one in the singular', async () => {
  const recorder = await givenStarted({ language: 'fr' });
  await recorder.act((stores) => putJob(stores, { ...appleJob, perScan: 1_500 }));
  show(recorder);
  await press('Compter');
  scan('TB1:1001');
  await screen.findByText(/\+1,5/);
  screen.getByText(/× 1,5/);
  await press('Plus');
  await press('Fin de journée');
  await press('OK');
  await screen.findByText('1 enregistrement attend. Connectez cet appareil avant de le quitter.');
});

it('shows the seconds within which a scan counts as doubled', async () => {
  show(await givenStarted());
  await press('More');
  await press('Settings');
  await press('OK');
  const field = await screen.findByLabelText('Ignore doubled clocking for (s)');
  await userEvent.clear(field);
  await userEvent.type(field, '601');
  expect(field).toHaveProperty('ariaInvalid', 'true');
  screen.getByText('0 – 600');
});

it('shows a settled time as the server has it, why a record was refused, and accepts no negative total', async () => {
  const recorder = await givenStarted();
  const how = { means: 'camera', isAnyway: true } as const;
  const taken = await recorder.capturing.count('4711', { job: appleJob, team: null }, how);
  const [record] = taken.kind === 'taken' ? taken.records : [];
  if (!record) throw new Error('It is counted.');
  await recorder.db.run('readwrite', (stores) =>
    put(stores, {
      ...record,
      state: 'refused',
      reason: 'unknown-employee',
      answeredAt: Date.now(),
      at: '2026-11-20T05:07:00.000Z',
      body: '{}',
    }),
  );
  show(recorder);
  await press('More');
  await press('Correct');
  await press('OK');
  const row = (await screen.findByText('Refused: Not known: 4711')).closest('li');
  expect(row?.textContent).toMatch(/^07:07/);
  await press('Other units');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.clear(dialog.getByLabelText('Units'));
  await userEvent.type(dialog.getByLabelText('Units'), '-1');
  expect(dialog.getByRole('button', { name: 'OK' })).toHaveProperty('disabled', true);
});

it('continues working time where OUT is undone', async () => {
  const recorder = await givenStarted();
  const timedSince = await recorder.db.run('readwrite', (stores) => momentNow(stores, recorder.clocks.now()));
  const working = async () => (await recorder.db.run('readonly', allRunning)).length;
  await recorder.capturing.count('TB1:1001', { job: { ...appleJob, timedSince }, team: null }, { means: 'camera' });
  expect(await working()).toBe(1);
  show(recorder);
  await press('OUT');
  await screen.findByRole('button', { name: 'OUT', pressed: true });
  scan('TB1:1001');
  await screen.findByText(/Out \d\d:\d\d/);
  expect(await working()).toBe(0);
  await press('Undo');
  await waitFor(async () => expect(await working()).toBe(1));
  scan('TB1:1001');
  await screen.findByText(/Out \d\d:\d\d/);
});

it('says that it is too late where the record is being sent', async () => {
  const recorder = await givenStarted();
  show(recorder);
  await press('IN');
  scan('TB1:1001');
  await screen.findByText('Thandi M.');
  await recorder.db.run('readwrite', (stores) => release(stores, Date.now() + 60_000));
  await press('Undo');
  await screen.findByText('Ask the office to correct it.');
});

describe('work that the office has planned', () => {
  it('begins by itself, says who set it, is counted, and gives way to a choice here, which the office is told', async () => {
    const at = Date.now() - 60_000;
    const planned = (id: string, ms: number, lookup1Code: string) => ({
      ...{ _id: id, at: new Date(ms).toISOString(), by: 'Maria Steyn', lookup1Code, lookup2Code: null },
      unitsPerScan: '2.5',
    });
    server.plans = [planned('p1', at, 'PEAR'), planned('p2', at + 3_600_000, 'FIG')];
    server.syncRequested = true;
    const recorder = await givenStarted();
    show(recorder);
    await press('Count');
    expect(await screen.findByText('PEAR')).toBeTruthy();
    expect(screen.getByText(/^Set by Maria Steyn for \d\d:\d\d$/)).toBeTruthy();
    expect(screen.getByText(/^FIG × 2\.5: Set by Maria Steyn for /)).toBeTruthy();
    scan('TB1:1001');
    expect(await screen.findByText('+2.5')).toBeTruthy();

    await press('Change');
    await press(/^APPLE × 10$/);
    expect(await screen.findByText('APPLE')).toBeTruthy();
    expect(screen.queryByText(/^Set by Maria Steyn for \d\d:\d\d$/)).toBeNull();
    recorder.sendNow();
    await waitFor(() =>
      expect(server.reports.at(-1)).toMatchObject({
        work: {
          taken: ['p1', 'p2'],
          changed: [{ planId: 'p1', lookup1Code: 'APPLE', lookup2Code: null, unitsPerScan: '10' }],
        },
      }),
    );
    // What the office has set is one press away.
    await press('Change');
    await press(/^PEAR × 2\.5$/);
    expect(await screen.findByText('PEAR')).toBeTruthy();
  });
});

describe('My day', () => {
  const [thandi] = PEOPLE;
  const open = async (recorder: Recorder) => {
    show(recorder);
    await press('More');
    await press('My day');
    await screen.findByText('Scan your badge to see your day');
    scan('TB1:1001');
    await screen.findByText('Thandi M.');
  };
  const acts = async (recorder: Recorder) =>
    (await recorder.db.run('readonly', (stores) => latest(stores, 200))).filter((record) => record.kind === 'day');
  const sent = async (recorder: Recorder) => {
    await recorder.db.run('readwrite', (stores) => release(stores, Date.now() + 11_000));
    recorder.sendNow();
  };

  it('is agreed to by the badge, without a connection, and is sent with the figures as they were shown', async () => {
    const recorder = await givenStarted();
    const online = server.transport;
    Object.assign(server, { transport: async () => null });
    await recorder.capturing.clock('TB1:1001', 'in', { means: 'camera' });
    await recorder.capturing.count('TB1:1001', { job: appleJob, team: null }, { means: 'camera' });
    await open(recorder);
    await press('Agree');
    await screen.findByText(/^Agreed \d\d:\d\d$/);
    expect(screen.queryByRole('button', { name: 'Agree' })).toBeNull();
    screen.getByRole('button', { name: 'Something is wrong' });
    expect(await acts(recorder)).toMatchObject([{ wrong: null, means: 'scanner', state: 'held' }]);
    Object.assign(server, { transport: online });
    await sent(recorder);
    await waitFor(() => expect(server.stored.size).toBe(3));
    const [act] = [...server.stored.values()].filter(({ shown }) => shown !== undefined);
    expect(act).toMatchObject({ employeeNumber: '1001', means: 'scanner' });
    expect(act).not.toHaveProperty('wrong');
    expect(act?.shown).toMatchObject({
      in: expect.stringMatching(/Z$/),
      out: null,
      pieces: [{ lookup1Code: 'APPLE', lookup2Code: null, units: '10' }],
    });
  });

  it('is disputed in four ways, again if need be; what is recorded afterwards is a day to agree to', async () => {
    const recorder = await givenStarted();
    await recorder.capturing.clock('TB1:1001', 'in', { means: 'camera' });
    await open(recorder);
    await press('Something is wrong');
    const dialog = within(await screen.findByRole('dialog', { name: 'What is wrong?' }));
    expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      ...['Not my hours', 'Pieces missing', 'Wrong product', 'Other', 'Cancel'],
    ]);
    await userEvent.click(dialog.getByRole('button', { name: 'Pieces missing' }));
    await screen.findByText(/^Pieces missing: for the office, \d\d:\d\d$/);
    await press('Agree');
    await screen.findByText(/^Agreed/);
    expect((await acts(recorder)).map((act) => act.kind === 'day' && String(act.wrong)).sort()).toEqual([
      'null',
      'pieces',
    ]);
    await recorder.capturing.count('TB1:1001', { job: appleJob, team: null }, { means: 'camera' });
    scan('TB1:1001');
    await screen.findByRole('button', { name: 'Agree' });
    expect(screen.queryByText(/^Agreed/)).toBeNull();
  });

  it('is shown again with the present figures of the office, of an earlier day too, until it is agreed to', async () => {
    const recorder = await givenStarted();
    await recorder.capturing.clock('TB1:1001', 'in', { means: 'camera' });
    await open(recorder);
    await press('Agree');
    await screen.findByText(/^Agreed/);
    const [act] = await acts(recorder);
    const today = act?.kind === 'day' ? act.day : '';
    const figures = (units: string) => ({
      ...{ in: `${today}T04:11:00.000Z`, out: null },
      pieces: [{ lookup1Code: 'APPLE', lookup2Code: null, units }],
    });
    server.ownDays = [
      { employeeId: thandi?._id, day: today, figures: figures('21') },
      { employeeId: thandi?._id, day: '2026-11-02', figures: figures('22') },
      { employeeId: PEOPLE[1]?._id, day: today, figures: figures('23') },
    ];
    recorder.sendNow();
    await waitFor(async () =>
      expect(await recorder.db.run('readonly', (s) => readMeta(s, 'toldDays'))).toHaveLength(3),
    );
    scan('TB1:1001');
    await screen.findByText('21 APPLE');
    screen.getByRole('heading', { name: '2 November 2026' });
    screen.getByText('22 APPLE');
    expect(screen.queryByText('23 APPLE')).toBeNull();
    expect(screen.getAllByText('The office has other figures now:')).toHaveLength(2);
    for (const left of [1, 0]) {
      await userEvent.click(screen.getAllByRole('button', { name: 'Agree' })[0] as HTMLElement);
      await waitFor(() => expect(screen.queryAllByRole('button', { name: 'Agree' })).toHaveLength(left));
    }
    screen.getByText(/^Agreed/);
    screen.getByText('21 APPLE');
    expect(screen.queryByText('22 APPLE')).toBeNull();
    // Once the office has heard it, it tells of none of them: what was agreed to stays.
    server.ownDays = [];
    recorder.sendNow();
    await waitFor(async () => expect(await recorder.db.run('readonly', (s) => readMeta(s, 'toldDays'))).toEqual([]));
    scan('TB1:1001');
    await screen.findByText('21 APPLE');
    screen.getByText(/^Agreed/);
  });

  /** Returns what a Recorder is told of a PIN, by a salt of which no wrong PIN here has the same bits. */
  const checkOf = async (code: string) => {
    for (let nth = 0; ; nth++) {
      const salt = `${code}${nth}`.padStart(32, '0');
      const bits = await Promise.all(
        [code, ...WRONG_PINS.filter((one) => one !== code)].map(async (one) => pinBits(await derive(one, salt))),
      );
      if (bits.indexOf(bits[0] ?? '', 1) < 0) return `${salt}.${bits[0]}`;
    }
  };
  const WRONG_PINS = ['1111', '1112', '1113', '1114', '1115', '1116', '0417'];
  /** Starts a Recorder with somebody's day, to which they answer with this PIN. */
  const givenPin = async (code: string) => {
    const pinCheck = await checkOf(code);
    server.employees = server.employees.map((one, nth) => (nth === 0 ? { ...one, pinCheck } : one));
    const recorder = await givenStarted();
    await recorder.capturing.clock('TB1:1001', 'in', { means: 'camera' });
    const employees = PEOPLE.map((one, nth) => ({ ...one, isActive: true, ...(nth === 0 && { pinCheck }) }));
    await recorder.db.run('readwrite', (stores) => takeChanges(stores, { employees, lookups: [] }, false));
    return recorder;
  };
  const type = (text: string) => userEvent.type(screen.getByLabelText('Your PIN'), text, { delay: 1 });

  it('takes what is typed while a PIN is checked as the next PIN', async () => {
    const recorder = await givenPin('0417');
    await open(recorder);
    await press('Agree');
    const derive = crypto.subtle.deriveBits.bind(crypto.subtle);
    const slow = Promise.withResolvers<void>();
    const checks = vi.spyOn(crypto.subtle, 'deriveBits').mockImplementation(async (...how) => {
      await slow.promise;
      return derive(...how);
    });
    await type('1111{Enter}');
    await waitFor(() => expect(checks).toHaveBeenCalledOnce());
    await type('0417{Enter}');
    slow.resolve();
    await screen.findByText('Wrong PIN.');
    // Nothing is checked while another is.
    expect(checks).toHaveBeenCalledOnce();
    await type('{Enter}');
    await screen.findByText(/^Agreed/);
    checks.mockRestore();
  });

  it('asks for the PIN where there is one, and five wrong ones wait 30 s, whatever is reloaded', async () => {
    const recorder = await givenPin('0417');
    await open(recorder);
    await press('Agree');
    for (let nth = 1; nth < 5; nth++) {
      await type(`111${nth}{Enter}`);
      await screen.findByText('Wrong PIN.');
    }
    expect(await acts(recorder)).toEqual([]);
    // The page is loaded again: the tries are on disk.
    const pin = await pinOf(recorder, { _id: PEOPLE[0]?._id ?? '', number: null, timeId: null, badge: '' });
    if (!pin) throw new Error('No PIN');
    const reloaded = newRecorder();
    expect(await tryPin(reloaded, pin, '1115')).toEqual({ key: null, wait: 30_000 });
    const tried = await tryPin(reloaded, pin, '0417');
    expect(tried).toEqual({ key: null, wait: expect.any(Number) });
    expect(tried.key === null && tried.wait).toBeGreaterThan(20_000);
    await type('0417{Enter}');
    await screen.findByText(/^Try again in [23]\d s\.$/);
    expect(await acts(recorder)).toEqual([]);
    await recorder.db.run('readwrite', (s) => writeMeta(s, 'pinTries', []));
    await type('0417{Enter}');
    await screen.findByText(/^Agreed/);
    expect(await acts(recorder)).toHaveLength(1);
  });

  it('asks for the PIN that the office made since, without the wait of the one before, which is taken no more', async () => {
    const recorder = await givenPin('0417');
    await open(recorder);
    await press('Agree');
    await type('1111{Enter}');
    await screen.findByText('Wrong PIN.');
    expect(document.activeElement).toBe(screen.getByLabelText('Your PIN'));
    const before = await pinOf(recorder, { _id: PEOPLE[0]?._id ?? '', number: null, timeId: null, badge: '' });
    if (!before) throw new Error('No PIN');
    for (let nth = 2; nth < 6; nth++) await tryPin(recorder, before, `111${nth}`);
    const pinCheck = await checkOf('2580');
    const employees = [{ ...PEOPLE[0], isActive: true, pinCheck } as (typeof server.employees)[number]];
    await recorder.db.run('readwrite', (stores) => takeChanges(stores, { employees, lookups: [] }, false));
    await press('Cancel');
    scan('TB1:1001');
    await screen.findByText('Thandi M.');
    await press('Agree');
    await type('0417{Enter}');
    await screen.findByText('Wrong PIN.');
    await userEvent.type(screen.getByLabelText('Your PIN'), '2580');
    await press('OK');
    await screen.findByText(/^Agreed/);
    expect(await acts(recorder)).toHaveLength(1);
  });

  it('cannot be agreed to where there is nothing, nor by who is no employee', async () => {
    const recorder = await givenStarted();
    await open(recorder);
    await screen.findByText('Nothing yet today.');
    expect(screen.queryByRole('button', { name: 'Agree' })).toBeNull();
    screen.getByRole('button', { name: 'Something is wrong' });
    await recorder.capturing.clock('9999', 'in', { means: 'typed', isAnyway: true, name: 'Sipho D.' });
    scan('9999');
    await screen.findByText('Sipho D.');
    expect(screen.queryByRole('button', { name: 'Something is wrong' })).toBeNull();
  });
});
