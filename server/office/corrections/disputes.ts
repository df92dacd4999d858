import { OWN_DAY_WRONGS, type OwnDayFigures } from '#contract/figures/ownDayFigures.ts';
import { joined, type Message, msg, toMessage, words } from '#contract/platform/words.ts';
import type { Calendar } from '../../attendance/calendar.ts';
import type { Sees } from '../../attendance/listed.ts';
import { selectDisputes } from '../../attendance/ownDays/acts.sql.ts';
import { selectDescriptions } from '../../figures/stats/day.sql.ts';
import { describing } from '../../figures/stats/piecework.ts';
import type { Db } from '../../platform/db/db.ts';
import { Units } from '../../platform/units.ts';
import { localDateOf } from '../../platform/zone.ts';
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

/** Finds what employees said is wrong with their days (docs/reference/privacy.md#their-own-day), each with the figures as they were shown. */
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
  const pieceMessage = ({ lookup1Code, lookup2Code, units: count }: OwnDayFigures['pieces'][number]): Message => {
    const units = `${new Units(count)}`;
    const work = [lookup1Code, lookup2Code].map((code, i) => code && describe(i === 0 ? 1 : 2, code).description);
    const product = work.filter(Boolean).join(', ');
    return product
      ? { id: '{units} {product}', values: { units, product } }
      : msg('{units} without a product', { units });
  };
  const shownMessage = ({ in: first, out, pieces }: OwnDayFigures) =>
    joined(
      [
        msg('IN {start, select, none {none} other {{start}}}, OUT {end, select, none {none} other {{end}}}', {
          start: clock(first),
          end: clock(out),
        }),
        ...pieces.filter(({ lookup1Code }) => seesPieces && isOfWork(lookup1Code)).map(pieceMessage),
      ],
      '; ',
    );
  return disputes.map(({ actId, employeeId, day, at, wrong, shown, isAgreedElsewhere }) => {
    const said = localDateOf(calendar.zone, at.getTime());
    const time = clockOf(calendar, at.getTime());
    const detail = msg('{wrong}, said at {when}. Shown: {figures}', {
      wrong: toMessage(OWN_DAY_WRONGS[wrong]),
      when: said === day ? time : msg('{day, date}, {time}', { day: said, time }),
      figures: shownMessage(shown),
    });
    const whole = isAgreedElsewhere
      ? joined([detail, words('An agreement from another device came afterwards, without their PIN.')], ' ')
      : detail;
    return made({ kind: 'dispute', day, employeeId, what: wrong, detail: whole, evidence: [actId] });
  });
}
