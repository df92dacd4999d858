/**
 * Numbers the employees of this process: a list of thousands of them for each of 90 days takes four bytes an employee, and is counted without
 * comparing texts. The numbers are never forgotten: about 100 bytes for each employee who was ever listed.
 */
const numbers = new Map<string, number>();
const ids: string[] = [];

/** Returns the numbers of some employees. */
export function internedOf(employeeIds: readonly string[]): Int32Array<ArrayBuffer> {
  const interned = new Int32Array(employeeIds.length);
  for (const [place, id] of employeeIds.entries()) {
    let number = numbers.get(id);
    if (number === undefined) {
      number = ids.push(id) - 1;
      numbers.set(id, number);
    }
    interned[place] = number;
  }
  return interned;
}

/** Returns the employee of a number. */
export const idOf = (number: number) => ids[number] ?? '';
/** Returns how many numbers were given: all are below it. */
export const internedCount = () => ids.length;
