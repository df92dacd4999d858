import type { LimitPass } from '#contract/figures/hourLimits.ts';
import { msg } from '#contract/platform/words.ts';
import type { AlertCategory, AlertEvent } from '#contract/reports/alerts.ts';
import { lookedAtOf, readLastSamples } from '../../figures/quality/quality.ts';
import { modelOfCrew, readCrew, readSees } from '../../figures/stats/crew.ts';
import type { DayModel } from '../../figures/stats/dayModel.ts';
import { createDayModels } from '../../figures/stats/dayModels.ts';
import { readDayModel } from '../../figures/stats/loadDay.ts';
import { readPasses } from '../../figures/trends/limits.ts';
import { createOneState, type State } from '../../figures/trends/oneState.ts';
import { readPeople } from '../../figures/trends/range.ts';
import { isHolidayOf } from '../../figures/trends/usual.sql.ts';
import { createUsual } from '../../figures/trends/usual.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/db/db.ts';
import { addDays, localDateOf, type Zone } from '../../platform/zone.ts';
import { listTimeGroups } from './alerts.sql.ts';
import type { Firing } from './deliveries.sql.ts';
import { asIfCome, type FoundDefect, findEvents } from './events.ts';
import { type Finding, peopleMeant, type SummaryAsk, summaryOf, type Writing } from './summary.ts';

type SummaryCategory = Exclude<SummaryAsk['category'], 'event'>;
/** Returns true for the categories that say how a day is, and not what happened or a report. */
export const isSummary = (category: AlertCategory): category is SummaryCategory =>
  category !== 'event' && category !== 'report';
type Naming = Pick<Config, 'publicUrl' | 'supportContact'>;
export type ComposeAsk = Pick<
  Firing,
  'description' | 'targetGroups' | 'license' | 'accountName' | 'timeZone' | 'scope'
> & {
  category: SummaryCategory;
  accountId: string;
  localDate: string;
  /** The slot's instant. */
  at: number;
  minutesLate: number;
};

type EventAsk = Omit<ComposeAsk, 'category' | 'minutesLate'> & { event: AlertEvent };
/** The findings of a day, and the summary of all of it or of what is new. */
export type Composed = { localDate: string; found: Finding[]; summaryOf(found: readonly Finding[]): Writing };

/** Returns what an alert about events has to say of a day, of the people of a scope, as of now. */
export const composeEvents = (db: Db, config: Naming, ask: EventAsk): Promise<Composed> =>
  inOneState(db, ask, (state) => eventsIn(state, config, ask));

/** Composes within one state of the account: what an alert says of a day, of usual days and of limits belongs together. */
const inOneState = <T>(
  db: Db,
  { accountId, timeZone, at }: Pick<EventAsk, 'accountId' | 'timeZone' | 'at'>,
  read: (state: State) => Promise<T>,
) => createOneState(db, createDayModels(db), { atOnce: 1 })({ accountId, timeZone, now: new Date(at) }, read);

async function eventsIn(state: State, config: Naming, { event, ...ask }: EventAsk): Promise<Composed> {
  const { db, models, dataVersion } = state;
  const { accountId, localDate, at } = ask;
  const whole = await models.get({ accountId, dataVersion, date: localDate, now: new Date(at) });
  const model = modelOfCrew(whole, await readCrew(db, ask));
  const summaryAsk = { ...(await summaryAskOf(db, config, ask)), category: 'event' as const, minutesLate: 0 };
  const { groupIds } = summaryAsk;
  const usual = event.kind === 'unusual-count' ? await usualPresent(state, ask, groupIds && [...groupIds]) : null;
  const people = peopleMeant(model, summaryAsk);
  const passes = event.kind === 'limit-near' ? await limitPasses(state, ask, { ...model, people }) : NO_PASSES;
  const lastSamples = event.kind === 'defects' ? await samplesBefore(state, ask, model.zone) : NO_SAMPLES;
  const found = findEvents(event, { model, people, usual, passes, lastSamples });
  return { localDate, found, summaryOf: (some) => (words) => summaryOf(model, summaryAsk, words, some) };
}

const NO_SAMPLES: ReadonlyMap<string, readonly FoundDefect[]> = new Map();
/** As many samples as an alert about defects goes by, and the days from which they are. */
const LAST_SAMPLES = 3;
const SAMPLE_DAYS = 7;
/** Returns what was found in the last samples of those who have so many, one of them on the day itself: it is news only then. */
async function samplesBefore({ db }: State, { accountId, scope, localDate: to }: Omit<EventAsk, 'event'>, zone: Zone) {
  const crew = await readCrew(db, { accountId, scope });
  return db.tenant(accountId, async (tx) => {
    const sees = await readSees(tx, accountId, crew);
    const asked = { from: addDays(to, 1 - SAMPLE_DAYS), to, last: LAST_SAMPLES, ...sees };
    const { defects, seen } = await readLastSamples(tx, accountId, zone, asked);
    const byPerson = [...Map.groupBy(seen, ({ employeeId }) => employeeId)];
    return new Map(
      byPerson.flatMap(([employeeId, samples]): [string, FoundDefect[]][] => {
        const last = samples.slice(-LAST_SAMPLES);
        if (last.length < LAST_SAMPLES || last.at(-1)?.day !== to) return [];
        const { pieces, found } = lookedAtOf(last, defects);
        return [[employeeId, defects.map(({ name }, nth) => ({ name, pieces, found: found[nth] ?? 0 }))]];
      }),
    );
  });
}

/** Returns how many of these people are usually present by now; null where nothing is usual, as on their holiday. */
async function usualPresent(
  state: State,
  { accountId, scope, timeZone, localDate, at }: Omit<EventAsk, 'event'>,
  timeGroups: string[] | null,
) {
  const groups = timeGroups ?? scope?.lists.timeGroups ?? null;
  const { db, dataVersion } = state;
  if (await isHolidayOf(db, accountId, localDate, groups)) return null;
  const people = await readPeople(db, { accountId, scope }, timeGroups ? { timeGroups } : {});
  const asked = { accountId, timeZone, dataVersion, now: new Date(at) };
  return (await createUsual()(state, asked, people, { attendance: true, piecework: false })).present;
}

const NO_PASSES: ReadonlyMap<string, LimitPass> = new Map();
/** Returns the limits of hours that people of a day pass next. Of a day before today, those who have come today have ended it. */
async function limitPasses(
  { db, days, models, dataVersion }: State,
  { accountId, timeZone, localDate, at }: Omit<EventAsk, 'event'>,
  model: DayModel,
) {
  const now = new Date(at);
  const today = localDateOf(model.zone, at);
  const later = localDate < today ? (await models.get({ accountId, dataVersion, date: today, now })).people : [];
  const begun = new Set(later.filter(({ intervals }) => intervals.length > 0).map(({ employee }) => employee._id));
  const people = model.people
    .filter(({ employee }) => !begun.has(employee._id))
    .map((person) => asIfCome(person, model.now));
  const asked = { accountId, timeZone, dataVersion, now };
  return readPasses(db, days, asked, [{ ...model, people }]);
}

/** Composes an alert's summary of a day as of an instant, of the people of a scope, within one state: for all recipients of the same figures. */
export const composeSummary = (db: Db, config: Naming, ask: ComposeAsk): Promise<Writing> =>
  inOneState(db, ask, async (state) => {
    // As the dashboard showed it then: a punch after the slot does not count yet.
    const whole = await readDayModel(state.db, ask.accountId, ask.localDate, new Date(ask.at), { asItWas: true });
    const model = modelOfCrew(whole, await readCrew(state.db, ask));
    const summaryAsk = { ...ask, ...(await summaryAskOf(state.db, config, ask)) };
    return (words) => summaryOf(model, summaryAsk, words);
  });

/** Returns what the words of a summary need besides its figures. */
async function summaryAskOf(
  db: Db,
  { publicUrl, supportContact }: Naming,
  { accountId, description, accountName, license, targetGroups, at }: Omit<ComposeAsk, 'category' | 'minutesLate'>,
) {
  const groups = await db.tenant(accountId, (tx) => listTimeGroups(tx, accountId));
  const chosen = license.alerts.canSelectTimeGroups ? targetGroups.map(({ timeGroupId }) => timeGroupId) : [];
  const names = new Map(groups.map(({ timeGroupId, name }) => [timeGroupId, name]));
  return {
    description,
    accountName,
    groupIds: chosen.length > 0 ? new Set(chosen) : null,
    groupNames: chosen.length > 0 ? chosen.map((id) => names.get(id) ?? msg('(unknown)')) : null,
    at,
    publicUrl,
    supportContact,
  };
}
