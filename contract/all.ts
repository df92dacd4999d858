import * as accountSettings from './accountSettings.ts';
import * as accountStatistics from './accountStatistics.ts';
import * as accounts from './accounts.ts';
import * as alerts from './alerts.ts';
import * as audit from './audit.ts';
import * as auditSamples from './auditSamples.ts';
import * as backups from './backups.ts';
import * as choices from './choices.ts';
import * as corrections from './corrections.ts';
import * as crewSheets from './crewSheets.ts';
import * as dayNotes from './dayNotes.ts';
import * as devices from './devices.ts';
import * as earnings from './earnings.ts';
import * as employees from './employees.ts';
import type { Endpoint } from './endpoint.ts';
import * as enrolment from './enrolment.ts';
import * as exceptionCounts from './exceptionCounts.ts';
import * as exceptions from './exceptions.ts';
import * as explain from './explain.ts';
import * as groups from './groups.ts';
import * as hours from './hours.ts';
import * as hoursRules from './hoursRules.ts';
import * as mail from './mail.ts';
import * as oldRecords from './oldRecords.ts';
import * as ownDaysLinks from './ownDaysLinks.ts';
import * as payFiles from './payFiles.ts';
import * as payRules from './payRules.ts';
import * as payroll from './payroll.ts';
import * as people from './people.ts';
import * as periodLocks from './periodLocks.ts';
import * as phones from './phones.ts';
import * as pieces from './pieces.ts';
import * as privacy from './privacy.ts';
import * as push from './push.ts';
import * as readingKeys from './readingKeys.ts';
import * as recordFiles from './recordFiles.ts';
import * as reports from './reports.ts';
import * as savedRecords from './savedRecords.ts';
import * as session from './session.ts';
import * as setup from './setup.ts';
import * as setupLists from './setupLists.ts';
import * as signIn from './signIn.ts';
import * as singleSignOn from './singleSignOn.ts';
import * as stats from './stats.ts';
import * as sync from './sync.ts';
import * as terminals from './terminals.ts';
import * as trends from './trends.ts';
import * as userScopes from './userScopes.ts';
import * as users from './users.ts';
import * as usual from './usual.ts';
import * as workbook from './workbook.ts';
import * as workPlans from './workPlans.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** Every endpoint of the contract by name: what tests sweep and the API page lists. */
export const ENDPOINTS: Record<string, Endpoint> = Object.fromEntries(
  [
    accounts,
    accountSettings,
    accountStatistics,
    alerts,
    audit,
    auditSamples,
    ownDaysLinks,
    backups,
    choices,
    corrections,
    crewSheets,
    dayNotes,
    exceptions,
    periodLocks,
    phones,
    pieces,
    oldRecords,
    recordFiles,
    privacy,
    devices,
    earnings,
    payFiles,
    employees,
    enrolment,
    exceptionCounts,
    explain,
    groups,
    hours,
    hoursRules,
    mail,
    payRules,
    payroll,
    sync,
    readingKeys,
    reports,
    savedRecords,
    session,
    setup,
    setupLists,
    signIn,
    singleSignOn,
    push,
    stats,
    terminals,
    trends,
    people,
    usual,
    users,
    userScopes,
    workbook,
    workPlans,
  ]
    .flatMap((endpoints) => Object.entries<unknown>(endpoints))
    .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
);
