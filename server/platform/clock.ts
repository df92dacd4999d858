/** The source of the current time. It is passed in, so that rules and tests do not depend on the machine's clock. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** Returns the seconds by which a clock is ahead of the machine's, for a library that asks the machine. */
export const aheadOfMachine = (clock: Clock): number => Math.round((clock.now().getTime() - Date.now()) / 1_000);
