const MINUTE = 60_000;

/**
 * Returns the true punches of a person on a day, and their figures: some days 12 minutes late, some 20 minutes too long at lunch. The shift is 09:00 to
 * 17:00 with lunch from 12:30 to 13:30.
 */
export function truth(person: number, day: number) {
  const late = (person * 7 + day * 3) % 5 === 0;
  const long = (person + day) % 4 === 0;
  const second = String(person).padStart(2, '0');
  return {
    events: [
      { time: late ? `09:12:${second}` : `08:50:${second}`, status: 0 },
      { time: `12:30:${second}`, status: 1 },
      { time: long ? `13:50:${second}` : `13:30:${second}`, status: 0 },
      { time: `17:02:${second}`, status: 1 },
    ],
    lateTimeMs: late ? 12 * MINUTE : 0,
    // Lunch began a few seconds after its window.
    irregularBreakTimeMs: long ? 20 * MINUTE + person * 1000 : 0,
  };
}
