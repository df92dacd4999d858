import { OWN_DAY_WRONGS, type OwnDayFigures } from '#contract/ownDayFigures.ts';
import type { Calendar } from '../attendance/calendar.ts';
import type { Sees } from '../attendance/listed.ts';
import { Units } from '../attendance/piecework.ts';
import { localDateOf } from '../attendance/zone.ts';
import type { Db } from '../db/db.ts';
import { selectDisputes } from '../ownDays/acts.sql.ts';
import { dayInWords } from '../stats/dates.ts';
import { selectDescriptions } from '../stats/day.sql.ts';
import { describing } from '../stats/piecework.ts';
import type { Days } from './exceptions.sql.ts';
import { clockOf, type Found, made } from './found.ts';

type Asked = {
  days: Days;
  calendar: Calendar;
  employeeIds: readonly string[] | undefined;
  /** The work that the reader may see: of some lookup entries, or none. */
  isOfWork: Sees['isOfWork'];
  seesPieces: boolean;
};

/** Finds what employees said is wrong with their days (spec/privacy.md V5), each with the figures as they were shown. */
export async function findDisputes(
  tx: Db,
  accountId: string,
  { days, calendar, employeeIds, isOfWork, seesPieces }: Asked,
): Promise<Found[]> {
  const disputes = await selectDisputes(tx, accountId, { ...days, employeeIds });
  if (disputes.length === 0) return [];
  const pieces = disputes.flatMap(({ shown }) => shown.pieces);
  const codesOf = (which: 'lookup1Code' | 'lookup2Code') => [...new Set(pieces.flatMap((piece) => piece[which] ?? []))];
  const codes = { lookup1: codesOf('lookup1Code'), lookup2: codesOf('lookup2Code') };
  const describe = describing(await selectDescriptions(tx, accountId, codes));
  const clock = (at: string | null) => (at === null ? 'none' : clockOf(calendar, Date.parse(at)));
  const shownInWords = ({ in: first, out, pieces }: OwnDayFigures) =>
    [
      `IN ${clock(first)}, OUT ${clock(out)}`,
      ...pieces
        .filter(({ lookup1Code }) => seesPieces && isOfWork(lookup1Code))
        .map(({ lookup1Code, lookup2Code, units }) => {
          const work = [lookup1Code, lookup2Code].map((code, i) => code && describe(i === 0 ? 1 : 2, code).description);
          return `${new Units(units)} ${work.filter(Boolean).join(', ') || 'without a product'}`;
        }),
    ].join('; ');
  return disputes.map(({ actId, employeeId, day, at, wrong, shown }) => {
    const said = localDateOf(calendar.zone, at.getTime());
    const when = `${said === day ? '' : `${dayInWords(said)}, `}${clockOf(calendar, at.getTime())}`;
    const detail = `${OWN_DAY_WRONGS[wrong]}, said at ${when}. Shown: ${shownInWords(shown)}`;
    return made({ kind: 'dispute', day, employeeId, what: wrong, detail, evidence: [actId] });
  });
}
