import { type BackupHealth, type BackupSchedule, DEFAULT_SCHEDULE } from '#contract/operations/backups.ts';
import { msg } from '#contract/platform/words.ts';
import { isOld, NEVER, notCopied, OLD, warningsOf } from '../../platform/archive/slots.ts';
import type { Services } from '../../platform/services.ts';
import { installationHealth, installationState } from '../instance/nightly.ts';
import { type BackupState, selectScheduledStates } from './schedules.sql.ts';

/** Returns what administrators see about the state of an account's backups. */
export function healthOf(state: BackupState, now: Date): BackupHealth {
  const { schedule, goodAt, failure, failureWords, copyProblem, copyWords, rehearsalProblem, rehearsalWords } = state;
  const said = [
    schedule && isOld(schedule, goodAt, schedule.since, now) && (goodAt ? OLD : NEVER),
    schedule && (failureWords ?? failure),
    copyProblem !== null && notCopied(copyWords ?? copyProblem),
    rehearsalProblem !== null &&
      msg('The rehearsal of the last backup failed: {why}', { why: rehearsalWords ?? rehearsalProblem }),
  ].filter((warning) => warning !== null && warning !== false);
  return { lastGoodAt: goodAt, nextAt: schedule && new Date(schedule.nextAt).toISOString(), ...warningsOf(said) };
}
export function scheduleOf({ schedule }: BackupState): BackupSchedule {
  if (!schedule) return DEFAULT_SCHEDULE;
  const { since: _, nextAt: __, ...rest } = schedule;
  return rest;
}

const SHOWN = 20;
/** Returns the warnings about the installation's backups, and the accounts that need attention. */
export async function backupWarnings(services: Services, now: Date) {
  const states = await selectScheduledStates(services.db);
  const accounts = states
    .map((state) => {
      const { warnings, words } = healthOf(state, now);
      return { accountId: state.accountId, name: state.name, warnings, words };
    })
    .filter(({ warnings }) => warnings.length > 0);
  return { installation: await installationHealth(services, now), accounts: accounts.slice(0, SHOWN) };
}

/**
 * Returns, for /metrics, the seconds since the last good backup (since they were switched on where there was none), absent where none are made;
 * and how many are older than twice the interval of their own setting.
 */
export async function backupGauges({ db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>) {
  const now = clock.now();
  const age = (since: string) => Math.max(0, (now.getTime() - Date.parse(since)) / 1_000);
  const states = await selectScheduledStates(db);
  const installation = await installationState(db);
  const ages = states.flatMap(({ goodAt, schedule }) => (schedule ? [age(goodAt ?? schedule.since)] : []));
  const slots = config.installationBackup;
  return {
    ages: {
      ...(installation &&
        slots.frequency !== 'off' && { installation: age(installation.goodAt ?? installation.since) }),
      ...(ages.length > 0 && { oldest_account: Math.max(...ages) }),
    },
    overdue: {
      installation: Number(installation !== undefined && isOld(slots, installation.goodAt, installation.since, now)),
      accounts: states.filter(({ goodAt, schedule }) => schedule && isOld(schedule, goodAt, schedule.since, now))
        .length,
    },
  };
}
