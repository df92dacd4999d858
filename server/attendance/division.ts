/** A member of a team on a day; `weight` 0: no part of theirs. */
export type Weighed = { employeeId: string; weight: number };

/**
 * Divides thousandths among members by their weights; equally where nobody has any. Each has the whole thousandths of the exact part, and those that are left
 * go to the largest remainders, of equal ones to the first employee by id: the sum is exact, and the order of the members changes nothing.
 */
export function divide(thousandths: number, members: readonly Weighed[]): Map<string, number> {
  const total = members.reduce((sum, { weight }) => sum + BigInt(weight), 0n);
  const isEqual = total === 0n;
  const all = isEqual ? BigInt(members.length) : total;
  const amount = BigInt(Math.abs(thousandths));
  const parts = members.map(({ employeeId, weight }) => {
    const exact = amount * (isEqual ? 1n : BigInt(weight));
    return { employeeId, whole: exact / all, remainder: exact % all };
  });
  let left = amount - parts.reduce((sum, { whole }) => sum + whole, 0n);
  if (members.length === 0) return new Map();
  parts.sort((a, b) =>
    a.remainder === b.remainder ? (a.employeeId < b.employeeId ? -1 : 1) : a.remainder > b.remainder ? -1 : 1,
  );
  const sign = thousandths < 0 ? -1 : 1;
  return new Map(
    parts.map(({ employeeId, whole }) => {
      const extra = left > 0n ? 1n : 0n;
      left -= extra;
      return [employeeId, sign * Number(whole + extra)];
    }),
  );
}
