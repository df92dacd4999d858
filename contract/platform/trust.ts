const counts = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const counted = (count: number, one: string, many: string) => `${counts.format(count)} ${count === 1 ? one : many}`;

/** The most devices that are named; of more, the longest silent are. */
const MOST_NAMED = 3;

export type Trust = {
  /** HH:MM on the account's clock. */
  asOf: string;
  /** In contact within 15 minutes of `asOf`. */
  reporting: number;
  /** In contact within 7 days of `asOf`; undefined from an older server. */
  inUse?: number | undefined;
  /** The last contact of any device, in words; null where none was ever in contact. */
  lastContact?: string | null | undefined;
  silent: number;
  /** The longest silent first; `since` in words, on the account's clock. */
  silentDevices: readonly { name: string; since: string }[];
  /** Events of devices that never arrived, oldest first; times in words. */
  lost?: readonly { name: string; events: number; from: string; to: string }[] | undefined;
  /** People who are not judged because evidence is missing, and how many of them because a device is silent or has lost events. */
  notJudged: number;
  ofSilence: number;
  /** A recalculation is under way. */
  recalculating?: boolean | undefined;
};

type Lost = NonNullable<Trust['lost']>[number];
/** The clauses of the sentences in a language, without the stops between them. */
export type TrustClauses = {
  heard(asOf: string, reporting: number, inUse: number): string;
  none(asOf: string, lastContact: string | null | undefined): string;
  silentSince(name: string, since: string): string;
  silent(devices: number): string;
  moreSilent(devices: number): string;
  lost(lost: Lost): string;
  notJudged(people: number): string;
  notJudgedBySilence(people: number, others: number): string;
  anew(): string;
};

const ENGLISH: TrustClauses = {
  heard: (asOf, reporting, inUse) => `As of ${asOf}, ${reporting} of ${counted(inUse, 'device', 'devices')} heard from`,
  none: (asOf, lastContact) =>
    `As of ${asOf}, ${lastContact ? `none heard from since ${lastContact}` : 'no device has been heard from yet'}`,
  silentSince: (name, since) => `${name} silent since ${since}`,
  silent: (devices) => `${counted(devices, 'device', 'devices')} silent`,
  moreSilent: (devices) => `${devices} more silent`,
  lost: ({ name, events, from, to }) =>
    `${counted(events, 'event', 'events')} of ${name} between ${from} and ${to} never arrived`,
  notJudged: (people) => `${counted(people, 'person', 'people')} not judged`,
  notJudgedBySilence: (people, others) =>
    `${counted(people, 'person', 'people')} not judged, ${counts.format(others)} more for other reasons`,
  anew: () => 'Figures are being worked out anew.',
};

/**
 * Returns the sentences that say how complete the figures are, the same on the dashboard, in reports and in mails: 'As of 09:40, 6 of 7 devices heard
 * from. Gate B silent since 06:10: 42 people not judged', or 'As of 09:10, none heard from since 08:42: 86 people not judged'. A figure without them
 * misleads. Only people who are not judged because of a silent device are mentioned with it. In English, unless `clauses` are another language's
 * (trustMessages.ts): apart, because the page says them before it has a catalogue.
 */
export function trustWords(
  { asOf, reporting, inUse, lastContact, silent, silentDevices, lost = [], notJudged, ofSilence, recalculating }: Trust,
  clauses = ENGLISH,
): string {
  const anew = recalculating ? ` ${clauses.anew()}` : '';
  const isQuiet = silent + lost.length > 0;
  const unjudged = unjudgedWords(notJudged, isQuiet ? ofSilence : 0, clauses);
  if (reporting === 0) return `${clauses.none(asOf, lastContact)}${unjudged && `: ${unjudged}`}.${anew}`;
  const heard = clauses.heard(asOf, reporting, inUse ?? reporting + silent);
  const named = silentDevices.slice(0, MOST_NAMED).map(({ name, since }) => clauses.silentSince(name, since));
  const unnamed = silent - named.length;
  const others = named.length > 0 ? clauses.moreSilent(unnamed) : clauses.silent(unnamed);
  const quiet = [...named, unnamed > 0 && others, ...lost.slice(0, MOST_NAMED).map(clauses.lost)]
    .filter(Boolean)
    .join(', ');
  // Where nobody is unjudged because of a silent device, the people who are not judged get a sentence of their own.
  const missing = [quiet, unjudged].filter(Boolean).join(isQuiet && ofSilence === 0 ? '. ' : ': ');
  return `${heard}.${missing && ` ${missing}`}${anew && missing ? '.' : ''}${anew}`;
}

/** '42 people not judged, 3 more for other reasons'. */
function unjudgedWords(notJudged: number, ofSilence: number, clauses: TrustClauses): string {
  const others = notJudged - ofSilence;
  if (notJudged === 0) return '';
  return ofSilence === 0 || others === 0 ? clauses.notJudged(notJudged) : clauses.notJudgedBySilence(ofSilence, others);
}
