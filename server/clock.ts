/** The source of the time: passed in, so that rules and tests never ask the machine. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
