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

/**
 * Returns the sentences that say how complete the figures are, the same on the dashboard, in reports and in mails: 'As of 09:40, 6 of 7 devices heard
 * from. Gate B silent since 06:10: 42 people not judged', or 'As of 09:10, none heard from since 08:42: 86 people not judged'. A figure without them
 * misleads. Only people who are not judged because of a silent device are mentioned with it.
 */
export function trustWords({
  asOf,
  reporting,
  inUse,
  lastContact,
  silent,
  silentDevices,
  lost = [],
  notJudged,
  ofSilence,
  recalculating,
}: Trust): string {
  const anew = recalculating ? ' Figures are being worked out anew.' : '';
  const isQuiet = silent + lost.length > 0;
  const unjudged = unjudgedWords(notJudged, isQuiet ? ofSilence : 0);
  if (reporting === 0) {
    const none = lastContact ? `none heard from since ${lastContact}` : 'no device has been heard from yet';
    return `As of ${asOf}, ${none}${unjudged && `: ${unjudged}`}.${anew}`;
  }
  const heard = `${reporting} of ${counted(inUse ?? reporting + silent, 'device', 'devices')} heard from`;
  const named = silentDevices.slice(0, MOST_NAMED).map(({ name, since }) => `${name} silent since ${since}`);
  const unnamed = silent - named.length;
  const others = named.length > 0 ? `${unnamed} more` : counted(unnamed, 'device', 'devices');
  const quiet = [...named, unnamed > 0 && `${others} silent`, ...lost.slice(0, MOST_NAMED).map(lostWords)]
    .filter(Boolean)
    .join(', ');
  // Where nobody is unjudged because of a silent device, the people who are not judged get a sentence of their own.
  const missing = [quiet, unjudged].filter(Boolean).join(isQuiet && ofSilence === 0 ? '. ' : ': ');
  return `As of ${asOf}, ${heard}.${missing && ` ${missing}`}${anew && missing ? '.' : ''}${anew}`;
}

/** '14 events of Gate B between 06:10 and 06:40 never arrived'. */
const lostWords = ({ name, events, from, to }: NonNullable<Trust['lost']>[number]) =>
  `${counted(events, 'event', 'events')} of ${name} between ${from} and ${to} never arrived`;

/** '42 people not judged, 3 more for other reasons'. */
function unjudgedWords(notJudged: number, ofSilence: number): string {
  const others = notJudged - ofSilence;
  if (notJudged === 0) return '';
  if (ofSilence === 0 || others === 0) return `${counted(notJudged, 'person', 'people')} not judged`;
  return `${counted(ofSilence, 'person', 'people')} not judged, ${counts.format(others)} more for other reasons`;
}
