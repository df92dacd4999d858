import type { Decimal } from 'decimal.js';
import { Money } from '#server/money/earnings/money.ts';
import type { givenPay } from './payWorld.ts';

/** Corrections by hand, and a plain sum of what counts then by person, day and product, slow and obvious. */
export type Correction = 'add-entry' | 'add-punch' | 'reject' | 'move' | 'undo';
type World = Awaited<ReturnType<typeof givenPay>>;
type Place = { who: string; day: string };
type Entry = {
  entryId: string | null;
  correctionId: string | null;
  units: string;
  lookup1Code: string;
  startedAt: string;
};

export async function givenOffice({ asked, ask }: Pick<World, 'asked' | 'ask'>) {
  const { employees } = await ask('/setup/employees');
  const idOf = (who: string): string => employees.find(({ number }: { number: string }) => number === who)?._id;
  const units = new Map<string, Money>();
  const counts = (who: string, day: string, product: string, count: Decimal.Value) => {
    const key = `${who} ${day} ${product}`;
    units.set(key, (units.get(key) ?? new Money(0)).plus(count));
  };
  /** Acts that were carried out; `takeBack` makes the sums what they were. */
  const acts: { actId: string; takeBack: () => void }[] = [];
  const act = async ({ day }: Place, change: object, basis: string, moves: [Place, string, Decimal.Value][]) => {
    const { status, body } = await asked('/corrections', {
      reason: 'wrong-count',
      items: [{ day, basis, change }],
    });
    if (status !== 200) return status;
    for (const [place, product, count] of moves) counts(place.who, place.day, product, count);
    const takeBack = () => {
      for (const [place, product, count] of moves) counts(place.who, place.day, product, new Money(count).neg());
    };
    acts.push({ actId: body.actId, takeBack });
    return status;
  };
  const undo = async (nth: number) => {
    const one = acts[nth % Math.max(1, acts.length)];
    if (!one) return 404;
    const { status, body } = await asked(`/corrections/acts/${one.actId}/undo`, {});
    if (status !== 200 || body.undone === 0) return 409;
    acts.splice(acts.indexOf(one), 1);
    one.takeBack();
    return status;
  };

  /** Returns a place where there is something to reject or to move. */
  const counted = (nth: number): Place | undefined => {
    const keys = [...units].flatMap(([key, sum]) => (sum.isZero() ? [] : [key]));
    const [who, day] = keys[nth % Math.max(1, keys.length)]?.split(' ') ?? [];
    return who && day ? { who, day } : undefined;
  };
  /** Does one correction, and returns its status: 404 where there is nothing to correct. */
  const correct = async (one: Place & { act: Correction; nth: number; units: number; to: Place }): Promise<number> => {
    if (one.act === 'undo') return undo(one.nth);
    const { who, day, to } = one;
    const { basis, entries } = await ask(`/stats/employee/${idOf(who)}/day?referenceDate=${day}`);
    if (one.act === 'add-punch') {
      const [time, direction] = one.nth % 2 === 0 ? ['05:30', 'in'] : ['19:30', 'out'];
      return act(one, { do: 'add-punch', employeeId: idOf(who), at: `${day}T${time}:00+02:00`, direction }, basis, []);
    }
    if (one.act === 'add-entry') {
      const entry = { units: `${one.units}`, startedAt: `${day}T08:00:00+02:00`, endedAt: null, durationMs: null };
      const change = { do: 'add-entry', employeeId: idOf(who), ...entry, lookup1Code: 'crate', lookup2Code: null };
      return act(one, change, basis, [[one, 'crate', one.units]]);
    }
    // What was added, or corrected before, is undone instead.
    const found = (entries as Entry[]).filter(({ entryId, correctionId }) => entryId && !correctionId);
    const entry = found[one.nth % Math.max(1, found.length)];
    if (!entry) return 404;
    const { entryId: recordId, lookup1Code } = entry;
    const less: [Place, string, Money] = [one, lookup1Code, new Money(entry.units).neg()];
    if (one.act === 'reject') {
      return act(one, { do: 'void-entry', recordId }, basis, [less]);
    }
    const startedAt = `${to.day}${new Date(Date.parse(entry.startedAt) + 7_200_000).toISOString().slice(10, 19)}+02:00`;
    const change = { do: 'replace-entry', recordId, employeeId: idOf(to.who), startedAt };
    return act(one, change, basis, [less, [to, lookup1Code, entry.units]]);
  };
  return { counts, counted, correct, units };
}
