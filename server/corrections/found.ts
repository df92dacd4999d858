import type { Exception } from '#contract/corrections.ts';
import type { Calendar } from '../attendance/calendar.ts';
import { clockTime, type LocalDate } from '../attendance/zone.ts';
import type { Known, LooseRecord } from './exceptions.sql.ts';

/** A doubt as it is found: what its proposals need is read once it is listed. */
export type Found = Pick<Exception, 'key' | 'kind' | 'day' | 'detail' | 'evidence' | 'quarantine'> & {
  employee: Known | null;
  /** Of the event in doubt. */
  at?: number;
  next?: number | null;
  records?: readonly LooseRecord[];
  correctionIds?: readonly string[];
};
/** Everybody, the calendar and the moment that proposals are made of too. */
export type Sight = {
  calendar: Calendar;
  now: Date;
  people: readonly Known[];
  isPunched(one: Known, day: LocalDate): boolean;
  first: LocalDate;
};

/** HH:MM on the account's clock. */
export const clockOf = ({ zone }: Calendar, at: number) => clockTime(zone, at);
