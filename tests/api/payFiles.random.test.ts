import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OpenReason, PersonEarnings } from '#contract/money/earnings.ts';
import { PAY_ELEMENTS, type PayFile, type PayFileLine, type PaySettings } from '#contract/money/payFiles.ts';
import { Money } from '#server/money/earnings/money.ts';
import { sql } from '#server/platform/db/db.ts';
import { addDays, weekdayOf } from '#server/platform/zone.ts';
import { type Correction, givenOffice } from '../support/correctingOffice.ts';
import { givenPay, MONDAY, NONE } from '../support/payWorld.ts';
import { runs } from '../support/size.ts';
import { useTestApp } from '../support/testApp.ts';

/** Random data of two locked weeks: all of it arrives late. The second one is locked anew now and then, in part too. */
const t = useTestApp();
const SUNDAY = '2026-11-15';
const nine = (crates: number) => ({ from: '07:00', to: '16:00', units: { crate: crates } });
const PRIOR = { from: '2026-11-02', to: '2026-11-08' };
const BOTH = `from=${PRIOR.from}&to=${SUNDAY}`;
const who = fc.constantFrom('1', '2', '3');
const day = fc.integer({ min: -7, max: 6 });
const nth = fc.nat(30);
const happening = fc.oneof(
  fc.record({
    ...{ do: fc.constant('shift' as const), who, day },
    // Seconds too: hours that are no round number of hundredths.
    seconds: fc.integer({ min: 0, max: 12 * 3_600 }),
    isWhole: fc.boolean(),
  }),
  fc.record({
    ...{ do: fc.constant('work' as const), who, day },
    product: fc.constantFrom('crate', 'bin'),
    units: fc.integer({ min: -2_000, max: 90_000 }),
  }),
  // What the office corrects by hand; `opens`: it opens what is locked for it, and locks it again.
  fc.record({
    ...{ do: fc.constant('correct' as const), who, day, opens: fc.boolean(), nth },
    act: fc.constantFrom<Correction>('add-entry', 'add-punch', 'reject', 'move', 'undo'),
    units: fc.integer({ min: 1, max: 90_000 }),
    to: fc.record({ who, day }),
  }),
  // Somebody turns out to have left, or never to have; null: not.
  fc.record({ do: fc.constant('leave' as const), who, day: fc.option(day) }),
  fc.record({
    ...{ do: fc.constant('rate' as const), product: fc.constantFrom('crate', 'bin'), from: day },
    cents: fc.integer({ min: 100, max: 900 }),
  }),
  fc.record({
    do: fc.constant('relock' as const),
    from: fc.integer({ min: 0, max: 3 }),
    days: fc.integer({ min: 0, max: 3 }),
  }),
  // Moved to another group, whose minimum is another one; null: always.
  fc.record({ do: fc.constant('group' as const), who, group: fc.constantFrom('G', 'H'), day: fc.option(day) }),
  fc.record({ do: fc.constant('file' as const) }),
);
const FLOORS = {
  sunday: { ordinaryHours: true, wages: 1 },
  holiday: { ordinaryHours: false, wages: 2 },
  holidayOff: true,
};
const bases = fc.constantFrom(
  { premiumBase: 'regular' as const },
  { premiumBase: 'minimum' as const, restRate: 'average' as const },
  { premiumBase: 'greater' as const, floors: FLOORS },
  { premiumBase: 'regular' as const, restRate: 'average' as const, floors: FLOORS },
);
const NOT_OF_PIECES: readonly OpenReason[] = ['not-priced', 'not-over', 'week-open'];
const HOLIDAYS = ['2026-11-04', '2026-11-11'].map((date) => ({ code: date, name: 'H', date, timeGroupCode: null }));

test('files of two pay periods add up to what they come to, computed anew, whatever arrives, moves between them or is taken back, and whoever leaves: amounts, hours and the files as they are downloaded', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(happening, { minLength: 10, maxLength: 25 }),
      fc.constantFrom('day', 'workweek', 'period'),
      bases,
      fc.constantFrom({ payPeriod: 'monthly' }, { payPeriod: 'weekly', periodStart: PRIOR.from }),
      fc.constantFrom(1, 4),
      // By which rules the first period was locked; null: those of now.
      fc.constantFrom(null, 1, 2, 3, 4),
      async (happenings, window, base, period, weekStart, rules) => {
        const first = { 1: { [MONDAY]: nine(110), [PRIOR.to]: nine(9) }, 2: { [MONDAY]: nine(3) }, 3: {} };
        const parts = { holidays: HOLIDAYS, employeeGroups: ['G', 'H'].map((code) => ({ code, name: code })) };
        const world = await givenPay(t, first, parts, period);
        const { employeeGroups } = await world.ask('/account/groups');
        const groupId = employeeGroups.find(({ code }: { code: string }) => code === 'H')._id;
        await world.rate('minimum', '31.07', { employeeGroupId: groupId });
        await world.rate('piece', '3.10', { lookup1: 'crate' });
        await world.rate('piece', '2.335', { lookup1: 'bin' });
        await world.rate('minimum', '28.79');
        await world.rule({ window, weekStart, ...base, rests: [{ afterMinutes: 240, restMinutes: 10 }] });
        const lock = async (days: { from: string; to: string }) => ({
          ...days,
          lockId: (await world.ask('/period-locks', days))._id as string,
        });
        let prior = await lock(PRIOR);
        if (rules !== null)
          await t.db.run(sql`update period_lock set rules = ${rules} where lock_id = ${prior.lockId}`);
        let locked = await lock({ from: MONDAY, to: SUNDAY });
        const reopen = ({ lockId }: { lockId: string }) =>
          world.ask(`/period-locks/${lockId}/reopen`, { reason: 'Again' });
        const relock = async (days: { from: string; to: string }) => {
          await reopen(locked);
          locked = await lock(days);
        };
        const columns: PaySettings['columns'] = (['number', 'code', 'hours', 'units', 'amount'] as const).map(
          (column) => ({ column, head: column }),
        );
        const codes = Object.fromEntries(PAY_ELEMENTS.map((one) => [one, one]));
        const settings: PaySettings = { codes, columns, hours: 'decimal', dates: 'DD/MM/YYYY', separator: ',' };
        const { _id: profileId } = await world.ask('/pay/profiles', { name: 'All', layout: 'csv', settings });
        const said = JSON.stringify({ happenings, window, base, period, weekStart, rules });

        /** These lines are of the workweek as well as of their window. */
        const waitsForWeek = (kind: string) =>
          ['premium', 'floor', 'holiday-off'].includes(kind) || (kind === 'rest' && base.restRate === 'average');
        type Day = { isSettled: (kind: string) => boolean; amounts: Map<string, string>; end: string };
        /** Returns the day by which a file has what a day comes to of a kind. */
        const dueOf = (date: string, kind: string, end = date) => {
          if (period.payPeriod === 'monthly' || kind === 'piece' || kind === 'hourly') return date;
          const week = addDays(date, 6 - ((weekdayOf(date) - weekStart + 7) % 7));
          const last = waitsForWeek(kind) && week > end ? week : end;
          const start = addDays(last, 1 - weekdayOf(last));
          return start > date ? start : date;
        };
        /** Returns what the days come to now, by employee and date. */
        const computed = async () => {
          const found = new Map<string, Day>();
          for (const { employee } of (await world.people(BOTH)).rows) {
            const { windows }: PersonEarnings = await world.ask(`/pay/people/${employee._id}?${BOTH}`);
            for (const { isSettled, days, lines, to: end } of windows) {
              // Time that has no price, and no pay beside it: what was paid beside its pieces goes with them.
              const isOnlyTime =
                lines.length === 0 && days.every(({ open }) => open.every((reason) => reason === 'not-priced'));
              const waitsForWeekAlone = days.every(({ open }) => open.every((reason) => reason === 'week-open'));
              for (const { date, isSettled: isDaySettled, open } of days) {
                // Where its time alone has no price, pieces that are taken back are taken back.
                const arePiecesSettled = isDaySettled || open.every((one) => NOT_OF_PIECES.includes(one));
                const amounts = new Map<string, string>();
                for (const one of lines.filter((line) => line.date === date))
                  amounts.set(one.kind, new Money(amounts.get(one.kind) ?? 0).plus(one.amount).toFixed(2));
                found.set(`${employee.number} ${date}`, {
                  // Piece and hourly pay is settled by its day, all else with its window, or its workweek too.
                  isSettled: (kind) => {
                    if (kind === 'piece') return arePiecesSettled;
                    if (kind === 'hourly') return isDaySettled;
                    return isSettled || isOnlyTime || (!waitsForWeek(kind) && waitsForWeekAlone);
                  },
                  ...{ amounts, end },
                });
              }
            }
          }
          return found;
        };
        const inWords = (days: Map<string, Day>) =>
          [...days].map(([key, { amounts, isSettled }]) => [key, ...amounts, isSettled('piece'), isSettled('rest')]);
        /** By employee and date, what was settled when a file was last made. */
        const expected = new Map<string, Map<string, string>>();
        const files: PayFile[] = [];
        const file = async () => {
          for (const { lockId, from, to } of [prior, locked]) {
            const answer = await world.asked('/pay/files', { lockId, knownLeftOut: 10 });
            if (answer.status === 200) files.push(answer.body);
            else
              expect([answer.status, answer.body.message], said).toEqual([
                409,
                expect.stringMatching(/^(Nothing has|There is)/),
              ]);
            const now = await computed();
            for (const key of new Set([...expected.keys(), ...now.keys()])) {
              const { isSettled, amounts, end } = now.get(key) ?? { isSettled: () => true, amounts: new Map() };
              const isOf = ([kind]: readonly [string, string]) => {
                const date = key.slice(-10);
                const due = dueOf(date, kind, end);
                // Due on the first day of the period, which is in no lock: of the next lock of the period, if its own day is locked.
                const isOfGap =
                  due > date &&
                  due === MONDAY &&
                  from > MONDAY &&
                  [prior, locked].some((one) => date >= one.from && date <= one.to);
                return ((due >= from && due <= to) || isOfGap) && isSettled(kind);
              };
              const kept = [...(expected.get(key) ?? [])].filter((one) => !isOf(one));
              expected.set(key, new Map([...kept, ...[...amounts].filter(isOf)]));
            }
          }
        };
        const dateOf = (one: number) => addDays(MONDAY, one);
        const time = (date: string, seconds: number) =>
          new Date(Date.parse(`${date}T06:00:00+02:00`) + seconds * 1_000).toISOString();
        const office = await givenOffice(world);
        for (const [number, days] of Object.entries(first))
          for (const [date, { units }] of Object.entries(days)) office.counts(number, date, 'crate', units.crate);
        for (const [at, one] of happenings.entries()) {
          if (one.do === 'file') await file();
          else if (one.do === 'relock')
            await relock({ from: dateOf(one.from), to: dateOf(Math.min(6, one.from + one.days)) });
          else if (one.do === 'correct') {
            const place = { who: one.who, day: dateOf(one.day) };
            const { who, day } =
              (one.act === 'reject' || one.act === 'move' ? office.counted(one.nth) : undefined) ?? place;
            const to = { ...one.to, day: dateOf(one.to.day) };
            const isLocked = [prior, locked].some((of) => day >= of.from && day <= of.to);
            const before = one.opens ? null : inWords(await computed());
            if (one.opens) for (const of of [prior, locked]) await reopen(of);
            const status = await office.correct({ ...one, who, day, to, units: one.units / 1_000 });
            if (!one.opens && isLocked && one.act !== 'undo') expect([404, 409], said).toContain(status);
            if (before && status !== 200) expect(inWords(await computed()), said).toEqual(before);
            if (!one.opens) continue;
            prior = await lock({ from: prior.from, to: prior.to });
            locked = await lock({ from: locked.from, to: locked.to });
          } else if (one.do === 'leave') {
            const inactiveFrom = one.day === null ? null : dateOf(one.day);
            const employee = { code: one.who, number: one.who, firstName: `A${one.who}`, lastName: 'Ama' };
            const groups = { timeGroupCode: 'DAY', employeeGroupCode: 'G', activeFrom: '2026-09-01' };
            await world.sync({ employees: [{ ...employee, ...groups, inactiveFrom }] });
          } else if (one.do === 'group') {
            const employee = { code: one.who, number: one.who, firstName: `A${one.who}`, lastName: 'Ama' };
            const employeeGroupFrom = one.day === null ? null : dateOf(one.day);
            const moved = { employeeGroupCode: one.group, employeeGroupFrom, timeGroupCode: 'DAY' };
            await world.sync({ employees: [{ ...employee, ...moved }] });
          } else if (one.do === 'rate') {
            const of = (days: Map<string, Day>) =>
              [...days].filter(([key]) => key.slice(-10) <= PRIOR.to).map(([key, { amounts }]) => [key, [...amounts]]);
            const before = of(await computed());
            const amount = new Money(one.cents).div(100).toFixed(2);
            const body = { ...NONE, kind: 'piece', amount, from: dateOf(one.from), lookup1: one.product };
            const { status } = await world.asked('/pay/rates', body);
            expect([200, 400, 409], said).toContain(status);
            // Whatever is set up: days that are locked are paid as they were.
            expect(of(await computed()), said).toEqual(before);
          } else if (one.do === 'shift') {
            const [from, to] = [0, one.seconds].map((seconds) => time(dateOf(one.day), seconds));
            const records = [from, ...(one.isWhole ? [to] : [])].map((instant, end) => ({
              ...{ code: `r${at}.${end}`, employeeCode: one.who, at: instant },
            }));
            await world.sync({ clockRecords: records });
          } else {
            const [units, date] = [one.units / 1_000, dateOf(one.day)];
            const entry = { code: `w${at}`, employeeCode: one.who, lookup1Code: one.product, units };
            await world.sync({ pieceworkEntries: [{ ...entry, startedAt: time(date, 3_600) }] });
            office.counts(one.who, date, one.product, units);
          }
        }
        // At the end everything is locked once more, so that all of it is in files.
        await relock({ from: MONDAY, to: SUNDAY });
        await file();

        const weekOf = (date: string) => (date < MONDAY ? 'prior' : 'this');
        const sums = new Map<string, Map<string, string>>();
        const totals = new Map<string, { ms: number; units: Money; amount: Money }>();
        const pieces = new Map<string, Money>();
        for (const { _id, from } of files)
          for (const { employee, lines } of (await world.ask(`/pay/files/${_id}/lines`)).people)
            for (const { date, element, lookup1, ms, units, amount } of lines as PayFileLine[]) {
              const key = `${weekOf(from)},${employee.number},${element}`;
              const total = totals.get(key) ?? { ms: 0, units: new Money(0), amount: new Money(0) };
              totals.set(key, { ms: total.ms + ms, units: total.units.plus(units), amount: total.amount.plus(amount) });
              if (element === 'piece') {
                const piece = `${employee.number} ${date} ${lookup1}`;
                pieces.set(piece, (pieces.get(piece) ?? new Money(0)).plus(units));
              }
              if (element.startsWith('hours.')) continue;
              const kind = element.split('.')[0] ?? '';
              const own = sums.get(`${employee.number} ${date}`) ?? new Map();
              sums.set(
                `${employee.number} ${date}`,
                own.set(kind, new Money(own.get(kind) ?? 0).plus(amount).toFixed(2)),
              );
            }
        const shown = (all: Map<string, Map<string, string>>) =>
          [...all]
            .flatMap(([key, own]) =>
              [...own].filter(([, amount]) => amount !== '0.00').map((one) => `${key} ${one.join(' ')}`),
            )
            .sort();
        expect(shown(sums), said).toEqual(shown(expected));

        // Pieces of settled days, as the office and devices left them.
        const gone = new Set<string>(happenings.flatMap((one) => (one.do === 'leave' ? [one.who] : [])));
        for (const [key, { isSettled }] of await computed()) {
          const [who = '', date = ''] = key.split(' ');
          const counted = ['crate', 'bin'].map((product) => [product, office.units.get(`${key} ${product}`)] as const);
          if (!isSettled('piece') || gone.has(who) || counted.some(([, units]) => units?.lt(0))) continue;
          for (const [product, units = new Money(0)] of counted)
            expect(`${units}`, `${who} ${date} ${product} ${said}`).toBe(`${pieces.get(`${key} ${product}`) ?? 0}`);
        }

        // The files themselves, as payroll adds them up.
        const added = new Map<string, [Money, Money, Money]>();
        for (const { _id, from } of files) {
          const { body } = await t.ask(`/v2/pay/files/${_id}/file?profileId=${profileId}`, { token: world.token });
          for (const line of body.trim().split('\r\n').slice(1)) {
            const [number, code, ...figures] = line.split(',');
            const key = `${weekOf(from)},${number},${code}`;
            const before = added.get(key) ?? [new Money(0), new Money(0), new Money(0)];
            added.set(key, before.map((sum, one) => sum.plus(figures[one] ?? 0)) as [Money, Money, Money]);
          }
        }
        const asText = (figures: readonly Money[]) => figures.map((one) => one.toFixed(3)).join(' ');
        // Days that a file of fewer days had are rounded with that file's: only hours of whole files are the rounded whole.
        const isRelocked = happenings.some((one) => one.do === 'relock');
        for (const [key, { ms, units, amount }] of totals) {
          const hours = new Money(ms).div(3_600_000).toDecimalPlaces(2);
          const is = added.get(key) ?? [new Money(0), new Money(0), new Money(0)];
          if (isRelocked) expect(asText(is.slice(1)), `${key} ${said}`).toBe(asText([units, amount]));
          else expect(asText(is), `${key} ${said}`).toBe(asText([hours, units, amount]));
        }
      },
    ),
    {
      ...runs(1, 4),
      // Shrinking would make some hundred worlds.
      endOnFailure: true,
    },
  );
});
