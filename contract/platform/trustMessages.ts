import type { TrustClauses } from './trust.ts';
import { type Message, msg } from './words.ts';

/** Returns what says in a language how complete figures are (trust.ts); `say` fills a message in it. */
export const trustClauses = (say: (message: Message) => string): TrustClauses => ({
  heard: (asOf, reporting, inUse) =>
    say(
      msg('As of {asOf}, {reporting} of {inUse, plural, one {# device} other {# devices}} heard from', {
        asOf,
        reporting,
        inUse,
      }),
    ),
  none: (asOf, lastContact) =>
    say(
      lastContact
        ? msg('As of {asOf}, none heard from since {lastContact}', { asOf, lastContact })
        : msg('As of {asOf}, no device has been heard from yet', { asOf }),
    ),
  silentSince: (name, since) => say(msg('{name} silent since {since}', { name, since })),
  silent: (devices) => say(msg('{devices, plural, one {# device silent} other {# devices silent}}', { devices })),
  moreSilent: (devices) => say(msg('{devices, plural, one {# more silent} other {# more silent}}', { devices })),
  lost: ({ name, events, from, to }) =>
    say(
      msg(
        '{events, plural, one {# event of {name} between {from} and {to} never arrived} other {# events of {name} between {from} and {to} never arrived}}',
        { events, name, from, to },
      ),
    ),
  notJudged: (people) =>
    say(msg('{people, plural, one {# person not judged} other {# people not judged}}', { people })),
  notJudgedBySilence: (people, others) =>
    say(
      msg(
        '{people, plural, one {# person not judged} other {# people not judged}}, {others, plural, one {# more for other reasons} other {# more for other reasons}}',
        { people, others },
      ),
    ),
  anew: () => say(msg('Figures are being worked out anew.')),
});
