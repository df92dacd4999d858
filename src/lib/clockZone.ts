/** The time zone of this browser. */
export const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

let accountZone: string | undefined;

/** Sets the zone by whose clock moments are shown: the account's for its own users; none for administrators, who look at many. */
export function setClockZone(timeZone: string | undefined) {
  accountZone = timeZone;
}

/** Returns the zone by whose clock moments are shown: the account's, else the browser's. */
export const clockZone = () => accountZone ?? browserZone();
