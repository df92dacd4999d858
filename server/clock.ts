/** The source of the current time. It is passed in, so that rules and tests do not depend on the machine's clock. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
