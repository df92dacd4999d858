/**
 * The number of times that two simultaneous calls race for one thing; RACES=100 is the long run. Their statements alternate in much the same way each
 * time, so a check that is not part of the transaction fails in the first few.
 */
export const RACES = Number(process.env.RACES ?? 20);
