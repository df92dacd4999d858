import * as accountSettings from './access/accountSettings.ts';
import * as accounts from './access/accounts.ts';
import * as lastFigures from './access/lastFigures.ts';
import * as readingKeys from './access/readingKeys.ts';
import * as session from './access/session.ts';
import * as signIn from './access/signIn.ts';
import * as singleSignOn from './access/singleSignOn.ts';
import * as userScopes from './access/userScopes.ts';
import * as users from './access/users.ts';
import * as corrections from './figures/corrections.ts';
import * as explain from './figures/explain.ts';
import * as hours from './figures/hours.ts';
import * as people from './figures/people.ts';
import * as quality from './figures/quality.ts';
import * as stats from './figures/stats.ts';
import * as trends from './figures/trends.ts';
import * as usual from './figures/usual.ts';
import * as devices from './intake/devices.ts';
import * as enrolment from './intake/enrolment.ts';
import * as payroll from './intake/payroll.ts';
import * as phones from './intake/phones.ts';
import * as pieces from './intake/pieces.ts';
import * as sync from './intake/sync.ts';
import * as terminals from './intake/terminals.ts';
import * as workPlans from './intake/workPlans.ts';
import * as containers from './masterData/containers.ts';
import * as defects from './masterData/defects.ts';
import * as employees from './masterData/employees.ts';
import * as groups from './masterData/groups.ts';
import * as hoursRules from './masterData/hoursRules.ts';
import * as payRules from './masterData/payRules.ts';
import * as teams from './masterData/teams.ts';
import * as earnings from './money/earnings.ts';
import * as payFiles from './money/payFiles.ts';
import * as payToday from './money/payToday.ts';
import * as auditSamples from './office/auditSamples.ts';
import * as officeContainers from './office/containers.ts';
import * as crewSheets from './office/crewSheets.ts';
import * as dayNotes from './office/dayNotes.ts';
import * as exceptionCounts from './office/exceptionCounts.ts';
import * as exceptions from './office/exceptions.ts';
import * as list from './office/list.ts';
import * as messages from './office/messages.ts';
import * as ownDaysLinks from './office/ownDaysLinks.ts';
import * as periodLocks from './office/periodLocks.ts';
import * as privacy from './office/privacy.ts';
import * as setup from './office/setup.ts';
import * as setupLists from './office/setupLists.ts';
import * as teamEntries from './office/teamEntries.ts';
import * as workbook from './office/workbook.ts';
import * as accountStatistics from './operations/accountStatistics.ts';
import * as backups from './operations/backups.ts';
import * as oldRecords from './operations/oldRecords.ts';
import * as audit from './platform/audit.ts';
import type { Endpoint } from './platform/endpoint.ts';
import * as mail from './platform/mail.ts';
import * as savedRecords from './platform/savedRecords.ts';
import * as alerts from './reports/alerts.ts';
import * as choices from './reports/choices.ts';
import * as push from './reports/push.ts';
import * as recordFiles from './reports/recordFiles.ts';
import * as reports from './reports/reports.ts';

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
    containers,
    defects,
    teams,
    teamEntries,
    officeContainers,
    corrections,
    crewSheets,
    dayNotes,
    messages,
    exceptions,
    list,
    periodLocks,
    phones,
    pieces,
    oldRecords,
    recordFiles,
    privacy,
    devices,
    earnings,
    payFiles,
    payToday,
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
    lastFigures,
    setup,
    setupLists,
    signIn,
    singleSignOn,
    push,
    quality,
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
