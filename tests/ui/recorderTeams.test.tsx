import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Recorder } from '#recorder/app/recorder.ts';
import { App } from '#recorder/screens/App.tsx';
import { settleRecords, syncBody } from '#recorder/send/wire.ts';
import { adopt } from '#recorder/store/activate.ts';
import { putJob } from '#recorder/store/jobs.ts';
import { latest } from '#recorder/store/log.ts';
import { readSettings, writeMeta } from '#recorder/store/meta.ts';
import { addReading } from '#recorder/store/readings.ts';
import { forgetPeople, takeChanges } from '#recorder/store/roster.ts';
import { activation, DEVICE } from '#tests/unit/recorder/recorder.support.ts';

/** Work of a team of the office, counted at the Recorder (docs/reference/teams.md#at-the-recorder). */
const opened: Recorder[] = [];
beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('No network');
  });
});
afterEach(() => {
  for (const recorder of opened.splice(0)) recorder.standAside();
  vi.unstubAllGlobals();
});

const id = (last: string) => `0193a000-0000-7000-8000-0000000000${last}`;
const person = (last: string, number: string, firstName: string, lastName: string) => ({
  ...{ _id: id(last), number, firstName, lastName, timeId: null, isActive: true },
});
const PEOPLE = [
  person('11', '1001', 'Thandi', 'Mokoena'),
  person('12', '1002', 'Pieter', 'Botha'),
  person('13', '1003', 'Sipho', 'Dube'),
];
const always = (last: string) => ({ employeeId: id(last), from: null, to: null });
const TEAM = { _id: id('a1'), name: 'Blue', isIndividual: false, members: [always('11'), always('12')] };

async function given(teams: object[] = [TEAM]) {
  const recorder = new Recorder();
  opened.push(recorder);
  await recorder.db.run('readwrite', async (stores) => {
    await adopt(stores, activation());
    await writeMeta(stores, 'settings', { ...(await readSettings(stores)), mode: 'crew', isStarted: true });
    await takeChanges(stores, { employees: PEOPLE, lookups: [] }, true);
    await writeMeta(stores, 'teams', teams as (typeof TEAM)[]);
    await putJob(stores, {
      ...{ id: 'job apples', kind: 'job', lookup1: 'APPLE', lookup2: null, perScan: 10_000, usual: 10_000, usedAt: 1 },
      timedSince: null,
    });
  });
  await recorder.start();
  render(<App recorder={recorder} code="" onUseHere={() => undefined} />);
  await press('Count');
  await press('Team');
  return recorder;
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const choose = async (name: string) => {
  await userEvent.selectOptions(await screen.findByLabelText('Which team?'), name);
  await screen.findByRole('button', { name: `Count 10 for ${name}` });
};
const scan = (text: string) =>
  act(() => {
    const sentAt = performance.now();
    for (const [place, key] of [...text, 'Enter'].entries()) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true });
      // A scanner's keys have the times at which it sent them, however busy this machine is.
      Object.defineProperty(event, 'timeStamp', { value: sentAt + place });
      document.dispatchEvent(event);
    }
  });
const counted = async (recorder: Recorder) =>
  (await recorder.db.run('readonly', (stores) => latest(stores, 10))).flatMap((record) =>
    record.kind === 'piece' ? [[record.person._id, record.units, record.ofTeam]] : [],
  );

it('credits a team by the badge of a member, or without one, once, and undoes it', async () => {
  const recorder = await given();
  await choose('Blue');
  scan('TB1:1001');
  await screen.findByText('+10');
  screen.getByText('Blue', { selector: '.who' });
  screen.getByText(/^10 today/);
  expect(await counted(recorder)).toEqual([[TEAM._id, '10', true]]);
  // The badge of another member a moment later is the same basket.
  scan('TB1:1002');
  await screen.findByText(/^Already recorded/);
  await press('Record again');
  await screen.findByText(/^20 today/);
  await press('Undo');
  await waitFor(async () => expect(await counted(recorder)).toHaveLength(1));
  await press('Count 10 for Blue');
  await screen.findByText(/^20 today/);
  expect(await counted(recorder)).toHaveLength(2);
  // The day's list names the team.
  expect(screen.getByRole('rowheader', { name: 'Blue' })).toBeTruthy();
});

it('counts nothing by the badge of another person, of one who has left the team, or where output must be individual', async () => {
  const gone = { ...always('12'), to: '2020-01-01' };
  const alone = { ...TEAM, _id: id('a2'), name: 'Green', isIndividual: true };
  const recorder = await given([{ ...TEAM, members: [always('11'), gone] }, alone]);
  await choose('Blue');
  scan('TB1:1003');
  await screen.findByText('Sipho D. is not in this team.');
  scan('TB1:1002');
  await screen.findByText('Pieter B. is not in this team.');
  scan('TB1:4711');
  await screen.findByText('4711 is not in this team.');
  await choose('Green');
  scan('TB1:1001');
  await screen.findByText('Count the members of Green one by one: their pay rules want individual output.');
  await press('Count 10 for Green');
  expect(await counted(recorder)).toEqual([]);
});

it('is corrected by the difference, and sent as work of the team', async () => {
  const recorder = await given();
  await choose('Blue');
  await press('Count 10 for Blue');
  await screen.findByText('+10');
  const bodyOf = () =>
    recorder.db.run('readwrite', async (stores) => {
      await addReading(stores, { ...recorder.clocks.now(), server: Date.now(), slack: 0 });
      const records = await settleRecords(stores, await latest(stores, 10), DEVICE);
      return JSON.parse(syncBody(records, { deviceId: DEVICE, cursor: null, sentAt: Date.now(), newPeople: [] }));
    });
  const { pieceworkEntries, teamEntries } = await bodyOf();
  expect(pieceworkEntries).toEqual([]);
  expect(teamEntries).toEqual([
    {
      ...{ recordId: expect.any(String), at: expect.any(String), clock: expect.any(String), means: 'list' },
      ...{ teamId: TEAM._id, units: '10', lookup1Code: 'APPLE', lookup2Code: null },
    },
  ]);
});

it('counts for nobody else in the place of a team that is not offered any more, and keeps no names once the activation has ended', async () => {
  const recorder = await given();
  await choose('Blue');
  await recorder.act((stores) => forgetPeople(stores));
  await screen.findByText('Choose a team: this one is not offered any more.');
  expect(screen.queryByRole('option', { name: 'Blue' })).toBeNull();
  scan('TB1:1001');
  await screen.findByText('Nothing was counted: choose a team.');
  expect(await counted(recorder)).toEqual([]);
  await userEvent.selectOptions(screen.getByLabelText('Which team?'), 'Other people');
  await screen.findByText('Scan everyone of the team, then Done. Later one badge credits all.');
});
