import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import {
  type CodedLine,
  PAY_COLUMNS,
  PAY_ELEMENTS,
  type PayFile,
  type PayFileLine,
  type PaySettings,
} from '#contract/money/payFiles.ts';
import type { Exception } from '#contract/office/exceptions.ts';
import { Money } from '#server/money/earnings/money.ts';
import { raw, sql } from '#server/platform/db/db.ts';
import { backupCalls } from '../support/backupCalls.ts';
import { givenSyncKey } from '../support/factories.payroll.ts';
import { givenAdmin, givenEmployer, givenSession } from '../support/factories.ts';
import { givenPay, MONDAY, TUESDAY, type Work } from '../support/payWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/** Payroll files through the front door: a period is locked, its file made, downloaded, fetched and taken; what arrives late follows. */
const t = useTestApp();
const SUNDAY = '2026-11-15';
const nine = (crates: number) => ({ from: '07:00', to: '16:00', units: { crate: crates } });

const CODES = Object.fromEntries(PAY_ELEMENTS.map((one) => [one, one.startsWith('hours.') ? null : one.toUpperCase()]));
const SETTINGS: PaySettings = {
  codes: { ...CODES, piece: 'PC-{lookup1}' },
  ...{ hours: 'decimal', dates: 'DD/MM/YYYY', separator: ',' },
  columns: PAY_COLUMNS.filter((column) => column !== 'firstName').map((column) => ({ column, head: `The ${column}` })),
};

async function given(people: Record<string, Work>, parts?: object) {
  const world = await givenPay(t, people, parts);
  const { asked, ask, accountId, token } = world;
  await world.rate('piece', '3.10', { lookup1: 'crate' });
  await world.rate('piece', '2.335', { lookup1: 'bin' });
  await world.rate('minimum', '28.79');
  await world.rule();
  const lock = async (from = MONDAY, to = SUNDAY): Promise<string> => (await ask('/period-locks', { from, to }))._id;
  const make = async (lockId: string, knownLeftOut = 0): Promise<PayFile> =>
    ask('/pay/files', { lockId, knownLeftOut });
  const profile = async (over: Partial<PaySettings> = {}, layout = 'csv', name = 'Own'): Promise<string> =>
    (await ask('/pay/profiles', { name, layout, settings: { ...SETTINGS, ...over } }))._id;
  const file = async ({ _id }: { _id: string }, profileId: string) => {
    const answer = await t.ask(`/v2/pay/files/${_id}/file?profileId=${profileId}`, { token });
    return { status: answer.statusCode, text: answer.body, headers: answer.headers };
  };
  const lines = async (payFileId: string): Promise<(CodedLine & { number: string })[]> => {
    const { people: all } = await ask(`/pay/files/${payFileId}/lines`);
    return all.flatMap(({ employee, lines: own }: { employee: { number: string }; lines: CodedLine[] }) =>
      own.map((one) => ({ ...one, number: employee.number })),
    );
  };
  const key = await givenSyncKey(t.db, accountId, { rights: 'fetch' });
  const fetch = async (path: string, body?: object, by = key, headers = {}) => {
    const answer = await t.ask(`/v2/payroll/PAYROLL/${path}`, { token: by, body, headers });
    return { status: answer.statusCode, body: answer.body && answer.json(), etag: String(answer.headers.etag) };
  };
  const punches = (number: string, date: string, ...times: string[]) =>
    world.sync({
      clockRecords: times.map((time) => ({
        ...{ code: `${number} ${date} ${time}`, employeeCode: number, at: `${date}T${time}:00+02:00` },
      })),
    });
  const late = (code: string, date = MONDAY) =>
    world.sync({
      pieceworkEntries: [
        {
          code: `late ${code}`,
          employeeCode: '1',
          lookup1Code: 'crate',
          units: 9,
          startedAt: `${date}T11:00:00+02:00`,
        },
      ],
    });
  return { ...world, late, asked, lock, make, profile, file, lines, fetchKey: key, fetch, punches };
}

describe('a payroll file', () => {
  it('is the same bytes whenever it is downloaded; a late punch gives one more line, and the period stays locked', async () => {
    const world = await given({ 1: { [MONDAY]: nine(110), [TUESDAY]: nine(60) }, 2: { [MONDAY]: nine(200) } });
    const lockId = await world.lock();
    const preview = await world.ask(`/pay/files/preview?lockId=${lockId}`);
    const base = await world.make(lockId);
    const { byProfile, leftOutPeople, earlier, later, ...told } = preview;
    expect([byProfile, leftOutPeople, earlier, later]).toEqual([null, [], '0.00', '0.00']);
    expect(base).toMatchObject({ ...told, number: 1, isDelta: false, people: 2, total: '1220.11', leftOut: 0 });
    const profileId = await world.profile();
    const { text, headers } = await world.file(base, profileId);
    expect(text).toBe(
      [
        'The number,The lastName,The from,The to,The date,The code,The lookup1,The lookup2,The hours,The units,The rate,The amount',
        '1,Ama,09/11/2026,15/11/2026,09/11/2026,PC-crate,crate,,0.00,110,3.1,341.00',
        '1,Ama,09/11/2026,15/11/2026,10/11/2026,PC-crate,crate,,0.00,60,3.1,186.00',
        '1,Ama,09/11/2026,15/11/2026,10/11/2026,TOP-UP,,,0.00,0,,73.11',
        '2,Ama,09/11/2026,15/11/2026,09/11/2026,PC-crate,crate,,0.00,200,3.1,620.00',
        '',
      ].join('\r\n'),
    );
    expect(headers['content-disposition']).toBe('attachment; filename="Own-1-2026-11-09-2026-11-15.csv"');
    expect((await world.file(base, profileId)).text).toBe(text);
    const hash = createHash('sha256').update(text).digest('hex');
    const { files } = await world.ask('/pay/files');
    expect(files[0].events.map((one: { hash: string }) => one.hash)).toEqual([hash, hash]);

    const again = await world.asked('/pay/files', { lockId });
    expect([again.status, again.body.message]).toEqual([409, 'Nothing has changed since the last file.']);
    await world.punches('1', TUESDAY, '16:30', '17:00');
    const delta = await world.make(lockId);
    expect(delta).toMatchObject({ number: 2, isDelta: true, people: 1, total: '14.40' });
    expect((await world.file(delta, profileId)).text.split('\r\n').slice(1)).toEqual([
      '1,Ama,09/11/2026,15/11/2026,10/11/2026,TOP-UP,,,0.00,0,,14.40',
      '',
    ]);
    expect((await world.file(base, profileId)).text).toBe(text);
    expect((await world.ask('/period-locks')).results[0].reopened).toBeNull();
    expect((await world.lines(delta._id)).map(({ line, element, ms }) => [line, element, ms])).toEqual([
      [1, 'hours.ordinary', 1_800_000],
      [2, 'top-up', 0],
    ]);
  });

  it('of one lock by two profiles: hours for one, money for the other', async () => {
    const world = await given({ 1: { [MONDAY]: { from: '07:00', to: '15:20', units: { crate: 110 } } } });
    const file = await world.make(await world.lock());
    const hours = Object.fromEntries(PAY_ELEMENTS.map((one) => [one, one.startsWith('hours.') ? 'H' : null]));
    const columns: PaySettings['columns'] = (['number', 'hours'] as const).map((column) => ({ column, head: column }));
    const clock = await world.profile({ codes: hours, columns, hours: 'clock', separator: ';' }, 'csv', 'Clock');
    const decimal = await world.profile({ codes: hours, columns }, 'csv', 'Decimal');
    expect((await world.file(file, clock)).text).toBe('number;hours\r\n1;8.20\r\n');
    expect((await world.file(file, decimal)).text).toBe('number,hours\r\n1,8.33\r\n');
  });

  it('is the same workbook whenever it is downloaded, with the same hash', async () => {
    const world = await given({ 1: { [MONDAY]: nine(110) } });
    const made = await world.make(await world.lock());
    const profileId = await world.profile({}, 'xlsx');
    const path = `/v2/pay/files/${made._id}/file?profileId=${profileId}`;
    const download = () => t.ask(path, { token: world.token });
    const [one, two] = [await download(), await download()];
    expect(one.headers['content-disposition']).toBe('attachment; filename="Own-1-2026-11-09-2026-11-15.xlsx"');
    expect(one.rawPayload.equals(two.rawPayload)).toBe(true);
    const hash = createHash('sha256').update(one.rawPayload).digest('hex');
    const { files } = await world.ask('/pay/files');
    expect(files[0].events.map((event: { hash: string }) => event.hash)).toEqual([hash, hash]);
  });

  it('is stopped by a code that is missing, by name; what payroll does not get is left out', async () => {
    const sunday = { from: '07:00', to: '16:00', units: { crate: 90 } };
    const world = await given({ 1: { [SUNDAY]: sunday }, 2: { [SUNDAY]: sunday }, 3: { [MONDAY]: nine(100) } });
    const file = await world.make(await world.lock());
    const { 'hours.sunday': _, ...codes } = SETTINGS.codes;
    const { status, text } = await world.file(file, await world.profile({ codes }));
    expect([status, JSON.parse(text).message]).toEqual([409, 'Code missing: Sunday hours (2 people)']);
  });

  it('is read before it is made as payroll would: each line with its code, those without one first; by such a profile it is not made', async () => {
    const sunday = { from: '07:00', to: '16:00', units: { crate: 90 } };
    const world = await given({ 1: { [MONDAY]: nine(100), [SUNDAY]: sunday }, 2: { [SUNDAY]: sunday } });
    const lockId = await world.lock();
    const { 'hours.sunday': _, ...codes } = { ...SETTINGS.codes, piece: 'PC-{lookup1}' };
    const [lacks, has] = [await world.profile({ codes }), await world.profile()];
    const preview = async (profileId: string) =>
      (await world.ask(`/pay/files/preview?lockId=${lockId}&profileId=${profileId}`)).byProfile;
    const coded = (lines: (PayFileLine & { code: string; employee: { number: string } })[]) =>
      lines.map(({ line, employee, element, code }) => [line, employee.number, element, code]);
    const { refusal, lines } = await preview(lacks);
    expect(refusal).toBe('Code missing: Sunday hours (2 people)');
    expect(coded(lines)).toEqual([
      [3, '1', 'hours.sunday', ''],
      [6, '2', 'hours.sunday', ''],
      [1, '1', 'hours.ordinary', null],
      [2, '1', 'piece', 'PC-crate'],
      [4, '1', 'piece', 'PC-crate'],
      [5, '1', 'premium', 'PREMIUM'],
      [7, '2', 'piece', 'PC-crate'],
      [8, '2', 'premium', 'PREMIUM'],
    ]);
    const refused = await world.asked('/pay/files', { lockId, profileId: lacks });
    expect([refused.status, refused.body.message]).toEqual([409, refusal]);
    const ready = await preview(has);
    expect(ready.refusal).toBeNull();
    const made = await world.ask('/pay/files', { lockId, profileId: has });
    const { people } = await world.ask(`/pay/files/${made._id}/lines?profileId=${has}`);
    type Coded = { employee: object; lines: object[] };
    expect(people.flatMap(({ employee, lines: own }: Coded) => own.map((line) => ({ employee, ...line })))).toEqual(
      ready.lines,
    );
    // A value that does not fit is told as well, and a profile of another account is none.
    const company = { company: 'F', batch: '1' };
    const codesOf = (code: string) => Object.fromEntries(PAY_ELEMENTS.map((one) => [one, code]));
    const sage = await world.profile({ codes: codesOf('TOO LONG'), ...company }, 'sageVip', 'Sage');
    await world.late('1');
    expect((await preview(sage)).refusal).toBe('The profile needs a company code of at most 3 digits.');
    const foreign = await given({});
    const theirs = await foreign.profile();
    for (const path of [`preview?lockId=${lockId}`, `${made._id}/lines?rows=1`])
      expect((await world.asked(`/pay/files/${path}&profileId=${theirs}`)).status).toBe(404);
    expect((await world.asked('/pay/files', { lockId, profileId: theirs })).status).toBe(404);
  });

  it('has nothing of what is not settled, unless it was said: that comes in a later file', async () => {
    const world = await given({ 1: { [MONDAY]: nine(110) }, 2: { [MONDAY]: { from: '07:00', units: { crate: 10 } } } });
    const lockId = await world.lock();
    const refused = await world.asked('/pay/files', { lockId });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The pay of 1 person is open, and would be left out.',
    ]);
    // By name, before it is made.
    const shown = (await world.asked(`/pay/files/preview?lockId=${lockId}`)).body;
    expect(shown.leftOutPeople).toEqual([expect.objectContaining({ number: '2' })]);
    expect(await world.make(lockId, 1)).toMatchObject({ people: 1, leftOut: 1, total: '341.00' });
    await world.punches('2', MONDAY, '16:00');
    const later = await world.make(lockId);
    expect(later).toMatchObject({ isDelta: true, people: 1, leftOut: 0, total: '259.11' });
    // A punch that opens the day again takes nothing back.
    await world.punches('2', MONDAY, '17:00', '18:00', '19:00');
    await world.sync({ deleted: { clockRecords: [`2 ${MONDAY} 16:00`] } });
    expect((await world.ask(`/pay/files/preview?lockId=${lockId}`)).total).not.toBe('-259.11');
  });

  it('leaves the top-up of a workweek that ends in the next pay period to the file of that one', async () => {
    const world = await givenPay(
      t,
      { 1: { '2026-11-06': nine(60), [MONDAY]: nine(60) } },
      {},
      { payPeriod: 'weekly', periodStart: MONDAY },
    );
    await world.rate('piece', '3.10', { lookup1: 'crate' });
    await world.rate('minimum', '28.79');
    // From Thursday 5 to Wednesday 11 November.
    await world.rule({ window: 'workweek', weekStart: 4, premiumBase: 'minimum' });
    const made: Pick<PayFile, 'total' | 'leftOut' | 'isDelta' | 'from'>[] = [];
    for (const [from, to] of [
      ['2026-11-02', '2026-11-08'],
      [MONDAY, SUNDAY],
    ]) {
      const { _id: lockId } = await world.ask('/period-locks', { from, to });
      made.push(await world.ask('/pay/files', { lockId }));
      expect((await world.asked('/pay/files', { lockId })).body.message).toBe(
        'Nothing has changed since the last file.',
      );
    }
    // 60 crates are 186.00; 18 h at 28.79 are 518.22, less 372.00.
    expect(made).toEqual([
      expect.objectContaining({ total: '186.00', isDelta: false, leftOut: 0 }),
      expect.objectContaining({ total: '332.22', isDelta: false, leftOut: 0 }),
    ]);
  });

  it('is of a period that is locked now; days that were opened and locked again have only what changed', async () => {
    const world = await given({ 1: { [MONDAY]: nine(110), [TUESDAY]: nine(60) } });
    const lockId = await world.lock(MONDAY, MONDAY);
    await world.make(lockId);
    await world.ask(`/period-locks/${lockId}/reopen`, { reason: 'Wrong block' });
    expect((await world.asked('/pay/files', { lockId })).status).toBe(409);
    const wider = await world.make(await world.lock());
    expect(wider).toMatchObject({ number: 2, isDelta: true, total: '259.11' });
    expect((await world.lines(wider._id)).every(({ date }) => date === TUESDAY)).toBe(true);
    expect((await world.asked('/pay/files', { lockId: randomUUID() })).status).toBe(404);
  });

  it('takes back pieces that are a person’s no longer, and what was paid beside them, also where nobody said how their time is paid', async () => {
    const world = await given({ 1: { [MONDAY]: nine(110), [TUESDAY]: nine(110) }, 2: { [MONDAY]: nine(60) } });
    const lockId = await world.lock();
    expect(await world.make(lockId)).toMatchObject({ total: '941.11' });
    await world.ask(`/period-locks/${lockId}/reopen`, { reason: 'Of another person' });
    const employeeId = (await world.people()).rows.find(({ employee }) => employee.number === '2')?.employee._id;
    const { basis, entries } = await world.ask(`/stats/employee/${employeeId}/day?referenceDate=${MONDAY}`);
    const change = { do: 'void-entry', recordId: entries[0].entryId };
    await world.ask('/corrections', { reason: 'wrong-count', items: [{ day: MONDAY, basis, change }] });
    const delta = await world.make(await world.lock(), 1);
    expect(delta).toMatchObject({ isDelta: true, total: '-259.11', leftOut: 1 });
    expect(await world.lines(delta._id)).toMatchObject([
      { number: '2', element: 'piece', amount: '-186.00' },
      { number: '2', element: 'top-up', amount: '-73.11' },
    ]);
  });

  it('cannot be changed, not even by the database role of its account', async () => {
    const world = await given({ 1: { [MONDAY]: nine(110) } });
    await world.make(await world.lock());
    for (const statement of [
      sql`update pay_file set total = 0`,
      sql`update pay_file_part set lines = '[]'`,
      sql`delete from pay_file_event`,
    ])
      await expect(t.db.tenant(world.accountId, (tx) => tx.run(statement))).rejects.toThrow(/permission denied/);
  });

  it('refuses text that payroll would read as something else, and marks names that a spreadsheet would evaluate', async () => {
    const employee = (number: string, lastName: string) => ({
      ...{ code: number, number, firstName: 'A', lastName, timeGroupCode: 'DAY', activeFrom: '2026-09-01' },
    });
    const world = await given({ 1: { [MONDAY]: nine(110) } });
    const columns: PaySettings['columns'] = (['number', 'lastName', 'amount'] as const).map((column) => ({
      ...{ column, head: column },
    }));
    const profileId = await world.profile({ columns });
    const names = ['=1+1', 'O"Neil, Jr', `${'x'.repeat(100)}`];
    const expected = ["'=1+1", '"O""Neil, Jr"', 'x'.repeat(100)];
    const lockId = await world.lock();
    for (const [nth, name] of names.entries()) {
      await world.sync({ employees: [employee('1', name)] });
      await world.late(`${nth}`);
      const file = await world.make(lockId, 1);
      expect((await world.file(file, profileId)).text).toContain(`1,${expected[nth]},`);
    }
    await world.sync({ employees: [{ ...employee('1', 'Ama'), number: '=1' }] });
    await world.late('last');
    const { status, text } = await world.file(await world.make(lockId, 1), profileId);
    expect([status, JSON.parse(text).message]).toEqual([409, "Employee =1: '=1' begins like a formula."]);
  });
});

describe('what was paid and no longer counts', () => {
  it('is taken back by a delta that the preview tells, when payroll moves the start of an employee past a file', async () => {
    const world = await given({ 1: { [MONDAY]: nine(110), [TUESDAY]: nine(100) }, 2: { [MONDAY]: nine(100) } });
    const lockId = await world.lock();
    const base = await world.make(lockId);
    expect(base.total).toBe('961.00');
    const start = (activeFrom: string) =>
      world.sync({
        employees: [{ code: '1', number: '1', firstName: 'A1', lastName: 'Ama', timeGroupCode: 'DAY', activeFrom }],
      });
    await start(TUESDAY);
    // Nothing is taken back while nobody has decided about the records of a day on which the employee is not active.
    const held = await world.ask(`/pay/files/preview?lockId=${lockId}`);
    expect(held).toMatchObject({ lines: 0, leftOut: 1 });
    const leave = async () => {
      const { exceptions } = await world.ask(`/exceptions?from=${MONDAY}&to=${SUNDAY}`);
      const items = exceptions
        .filter(({ kind }: Exception) => kind === 'inactive-clocked')
        .map(({ key, evidence }: Exception) => ({ key, evidence }));
      await world.ask('/exceptions/reviews', { items });
    };
    await leave();
    const preview = await world.ask(`/pay/files/preview?lockId=${lockId}`);
    expect(preview).toMatchObject({ isDelta: true, people: 1, total: '-341.00' });
    // No file takes anything back by itself; and what is set right again leaves nothing.
    await start('2026-09-01');
    expect((await world.ask(`/pay/files/preview?lockId=${lockId}`)).lines).toBe(0);
    await start('2026-11-16');
    await leave();
    const delta = await world.make(lockId);
    expect(delta).toMatchObject({ isDelta: true, total: '-651.00' });
    expect((await world.lines(delta._id)).every(({ number }) => number === '1')).toBe(true);
  });

  it('is compared by what was handed over, and not by when records were received', async () => {
    const world = await given({ 1: { [MONDAY]: nine(110) } });
    const lockId = await world.lock();
    await world.make(lockId);
    // Received in the lock's past, as by a server whose clock went back, and counted after the file.
    const now = t.clock.now().getTime();
    t.clock.advance(-3 * 86_400_000);
    await world.late('early', MONDAY);
    t.clock.advance(now - t.clock.now().getTime());
    expect(await world.make(lockId)).toMatchObject({ isDelta: true, total: '27.90' });
    expect((await world.asked('/pay/files', { lockId })).body.message).toBe('Nothing has changed since the last file.');
  });
});

test('a restore brings the files back, so that nothing is handed over twice', async () => {
  const world = await given({ 1: { [MONDAY]: nine(110) } });
  const { accountId } = world;
  const lockId = await world.lock();
  const made = await world.make(lockId);
  const admin = await givenAdmin(t.db);
  const by = await givenSession(t.db, admin.accountId, admin.userId, { createdAt: t.clock.now().toISOString() });
  const calls = backupCalls(t, () => by);
  const { archive } = await calls.backUp(accountId);
  for (const table of ['pay_file_part', 'pay_file']) await t.db.run(sql`delete from ${raw(table)}`);
  await calls.restore(archive, accountId, 'replace', ['Payroll Data']);
  const { files } = await world.ask('/pay/files');
  expect(files).toEqual([{ ...made, events: [] }]);
  expect((await world.lines(made._id)).length).toBe(made.lines);
  expect((await world.asked('/pay/files', { lockId })).body.message).toBe('Nothing has changed since the last file.');
});

describe('a payroll system', () => {
  it('lock, file, late punch, delta, taken: with its key it pays what the person’s days come to', async () => {
    const world = await given({ 1: { [MONDAY]: nine(110), [TUESDAY]: nine(60) } });
    const { sums } = await world.person('1');
    const paid = { ms: 0, amount: new Money(0) };
    let last = 0;
    /** Fetches what is new, pays it and says so. */
    const pay = async () => {
      const { results } = (await world.fetch(`periods?after=${last}`)).body;
      for (const { _id, number, hash } of results) {
        const { people } = (await world.fetch(`periods/${_id}/lines`)).body;
        for (const { ms, amount, element } of people.flatMap((one: { lines: PayFileLine[] }) => one.lines)) {
          paid.amount = paid.amount.plus(amount);
          if (element.startsWith('hours.')) paid.ms += ms;
        }
        expect((await world.fetch(`periods/${_id}/taken`, { hash })).status).toBe(200);
        last = number;
      }
      return results.length;
    };
    expect(await pay()).toBe(0);
    const lockId = await world.lock();
    await world.make(lockId);
    expect(await pay()).toBe(1);
    expect(paid).toEqual({ ms: 18 * 3_600_000, amount: new Money(sums.total) });

    await world.punches('1', TUESDAY, '16:30', '17:00');
    expect(await pay()).toBe(0);
    await world.make(lockId);
    expect(await pay()).toBe(1);
    const now = (await world.person('1')).sums;
    expect(paid).toEqual({ ms: 18.5 * 3_600_000, amount: new Money(now.total) });
    expect(new Money(now.total).minus(sums.total).toFixed(2)).toBe('14.40');
    const { files } = await world.ask('/pay/files');
    expect(files.map(({ events }: { events: { kind: string }[] }) => events.map(({ kind }) => kind))).toEqual([
      ['taken'],
      ['taken'],
    ]);
    expect((await world.ask('/period-locks')).results[0].reopened).toBeNull();
  });

  it('fetches the periods after a number, their lines by page and ETag, and takes them by hash', async () => {
    const world = await given({ 1: { [MONDAY]: nine(110) }, 2: { [MONDAY]: nine(200) }, 3: { [MONDAY]: nine(100) } });
    const lockId = await world.lock();
    const made = await world.make(lockId);
    const { results } = (await world.fetch('periods')).body;
    expect(results).toEqual([{ ...made, takenAt: null }]);
    const path = `periods/${made._id}`;
    const first = await world.fetch(`${path}/lines?rows=2`);
    const second = await world.fetch(`${path}/lines?rows=2&lastIndex=${first.body.lastIndex}`);
    const numbers = [first, second].map(({ body }) =>
      body.people.map(({ employee }: { employee: { number: string } }) => employee.number),
    );
    expect(numbers).toEqual([['1', '2'], ['3']]);
    expect(first.body.people[0].lines).toEqual(
      (await world.lines(made._id))
        .filter(({ number }) => number === '1')
        .map(({ number: _, code: __, ...line }) => line),
    );
    const unchanged = await world.fetch(`${path}/lines?rows=2`, undefined, world.fetchKey, {
      'if-none-match': first.etag,
    });
    expect([unchanged.status, unchanged.body]).toEqual([304, '']);
    expect((await world.fetch(`${path}/taken`, { hash: 'other' })).status).toBe(409);
    const taken = await world.fetch(`${path}/taken`, { hash: made.hash });
    expect(taken).toMatchObject({ status: 200, body: { takenAt: t.clock.now().toISOString() } });
    t.clock.advance(60_000);
    expect((await world.fetch(`${path}/taken`, { hash: made.hash })).body).toEqual(taken.body);
    expect((await world.fetch('periods')).body.results[0].takenAt).toBe(taken.body.takenAt);
    await world.late('1', MONDAY);
    const delta = await world.make(lockId);
    expect((await world.fetch('periods?after=1')).body.results).toEqual([{ ...delta, takenAt: null }]);
    const { files } = await world.ask('/pay/files');
    expect(files.map(({ events }: { events: object[] }) => events.length)).toEqual([0, 1]);
    expect(files[1].events[0]).toMatchObject({ kind: 'taken', name: 'PAYROLL', at: taken.body.takenAt });
  });

  it('cannot with a key that only sends, is for another system, of another account or revoked; a key that fetches sends nothing', async () => {
    const world = await given({ 1: { [MONDAY]: nine(110) } });
    const made = await world.make(await world.lock());
    const other = await givenEmployer(t.db, { account: { allowedSystemIds: ['PAYROLL', 'SAGE'] } });
    const foreign = await givenSyncKey(t.db, other.accountId, { rights: 'both' });
    const bound = await givenSyncKey(t.db, other.accountId, { rights: 'both', systemId: 'SAGE' });
    const calls: [string, object?][] = [
      ['periods'],
      [`periods/${made._id}/lines`],
      [`periods/${made._id}/taken`, { hash: made.hash }],
    ];
    const codes = async (key: string) => {
      const answers = [];
      for (const [path, body] of calls) {
        const { status, body: answer } = await world.fetch(path, body, key);
        answers.push([status, answer.errorCode]);
      }
      return answers;
    };
    expect(await codes(world.key)).toEqual(calls.map(() => [403, 'OUT_OF_SCOPE']));
    expect(await codes(bound)).toEqual(calls.map(() => [403, 'SYSTEM_NOT_ALLOWED']));
    expect(await codes(foreign)).toEqual([
      [200, undefined],
      [404, 'NOT_FOUND'],
      [404, 'NOT_FOUND'],
    ]);
    expect((await world.fetch('periods', undefined, foreign)).body.results).toEqual([]);
    expect((await t.ask('/v2/payroll/PAYROLL/sync', { token: world.fetchKey, body: {} })).statusCode).toBe(403);
    expect((await t.ask('/v2/payroll/SAGE/periods', { token: world.fetchKey })).statusCode).toBe(403);
    await t.db.run(sql`update sync_key set revoked_at = now() where account_id = ${world.accountId}`);
    expect(await codes(world.fetchKey)).toEqual(calls.map(() => [401, 'SESSION_EXPIRED']));
  });

  it('is in the trail, which has no key in it', async () => {
    const world = await given({ 1: { [MONDAY]: nine(110) } });
    const made = await world.make(await world.lock());
    await world.fetch(`periods/${made._id}/taken`, { hash: made.hash });
    const trail = await t.db.rows(
      z.object({ actor: z.string(), action: z.string(), line: z.string() }),
      sql`select actor, action, e::text as line from audit_entry e where account_id = ${world.accountId} and action like 'pay-file.%' order by action`,
    );
    expect(trail.map(({ actor, action }) => [actor, action])).toEqual([
      [expect.any(String), 'pay-file.make'],
      ['sync key', 'pay-file.taken'],
    ]);
    expect(trail.some(({ line }) => line.includes(world.fetchKey))).toBe(false);
  });
});

describe('a profile', () => {
  it('changes by version: who has another one open is told; deleted, it makes no file', async () => {
    const world = await given({ 1: { [MONDAY]: nine(110) } });
    const file = await world.make(await world.lock());
    const body = { name: 'Own', layout: 'csv', settings: SETTINGS };
    const made = await world.ask('/pay/profiles', body);
    const path = `/pay/profiles/${made._id}`;
    expect((await world.ask(path, { ...body, name: 'Mine', version: 1 }, 'PUT')).version).toBe(2);
    const outdated = await world.asked(path, { ...body, version: 1 }, 'PUT');
    expect([outdated.status, outdated.body.errorCode]).toEqual([409, 'OUTDATED']);
    expect((await world.ask('/pay/profiles')).profiles).toMatchObject([{ name: 'Mine', version: 2 }]);
    await world.ask(`${path}?version=2`, undefined, 'DELETE');
    expect((await world.file(file, made._id)).status).toBe(404);
    const twice = { ...SETTINGS, columns: [{ column: 'number', head: '' }] };
    expect((await world.asked('/pay/profiles', { ...body, settings: twice })).status).toBe(400);
  });
});

test('a top-up that is due on a day in no lock comes with the next lock of its period, once', async () => {
  const world = await givenPay(t, { 1: { '2026-10-30': nine(10) } });
  await world.rate('piece', '3.10', { lookup1: 'crate' });
  await world.rate('minimum', '28.79');
  await world.rule({ window: 'workweek' });
  const fileOf = async (from: string, to: string) => {
    const { _id: lockId } = await world.ask('/period-locks', { from, to });
    const made = await world.asked('/pay/files', { lockId });
    if (made.status !== 200) return made.body.message;
    const { people } = await world.ask(`/pay/files/${made.body._id}/lines`);
    return people.flatMap(({ lines }: { lines: CodedLine[] }) =>
      lines.flatMap(({ date, element, amount }) => (Number(amount) === 0 ? [] : [`${date} ${element} ${amount}`])),
    );
  };
  // The week ends on 1 November, the first day of the next period.
  expect(await fileOf('2026-10-26', '2026-10-31')).toEqual(['2026-10-30 piece 31.00']);
  expect(await fileOf('2026-11-03', '2026-11-08')).toEqual(['2026-10-30 top-up 228.11']);
  expect(await fileOf('2026-11-01', '2026-11-02')).toBe('There is nothing to pay in this period yet.');
  expect(await fileOf('2026-11-10', '2026-11-11')).toBe('There is nothing to pay in this period yet.');
});

test('a preview says what of its days comes with the next period, and what of its lines is of earlier days', async () => {
  const world = await givenPay(t, { 1: { '2026-10-30': nine(10) } });
  await world.rate('piece', '3.10', { lookup1: 'crate' });
  await world.rate('minimum', '28.79');
  await world.rule({ window: 'workweek' });
  const previewOf = async (from: string, to: string) => {
    const { _id: lockId } = await world.ask('/period-locks', { from, to });
    const { total, earlier, later } = await world.ask(`/pay/files/preview?lockId=${lockId}`);
    return { total, earlier, later };
  };
  const { totals } = await world.ask('/pay/people?from=2026-10-26&to=2026-10-31');
  expect(totals.total).toBe('259.11');
  // What the days come to is what the file has of them and what comes later.
  expect(await previewOf('2026-10-26', '2026-10-31')).toEqual({ total: '31.00', earlier: '0.00', later: '228.11' });
  expect(await previewOf('2026-11-01', '2026-11-08')).toEqual({ total: '228.11', earlier: '228.11', later: '0.00' });
});
