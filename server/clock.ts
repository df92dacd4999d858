/** Where the time comes from: passed in, so that rules and tests never ask the machine. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
