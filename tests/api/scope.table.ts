/**
 * The calls of employers, by what a user with a scope may do with them (docs/reference/scope.md), written down a second time: a new call fails the test until somebody
 * has decided. Calls of administrators, devices and payroll systems, and of nobody in particular, are not theirs; a session's own have nobody in them.
 */

/** The answer, and what is written, is limited to the user's people. */
export const OF_THEIR_PEOPLE = [
  ...['generateReport', 'getExportChanges', 'listExports', 'getRollFile'],
  ...['makeCorrections', 'previewCorrections', 'undoCorrections', 'listCorrections', 'reviewExceptions', 'undoReviews'],
  ...['correctPieces', 'previewPieces', 'undoAct'],
  ...['listTeamEntries', 'addTeamEntry', 'setTeamEntryCounts'],
  ...['listContainers', 'getQuality', 'openMessage'],
  ...['listDayNotes', 'addDayNote', 'removeDayNote'],
  ...['listWorkPlans', 'setWorkPlan', 'withdrawWorkPlan'],
  ...['addCrewPunch', 'addCrewSheet', 'previewCrewPunch', 'previewCrewSheet'],
  ...['createAlert', 'updateAlert', 'deleteAlert', 'listAlerts', 'previewAlert', 'sendTestAlert'],
  ...['listAlertDeliveries', 'markAlertDeliveriesRead'],
  ...[
    'countExceptions',
    'explainDay',
    'findPeople',
    'getAttendanceTotals',
    'getAttendanceTrend',
    'getBottomPerformers',
  ],
  ...[
    'getMuster',
    'getPayHours',
    'getPersonCards',
    'getPersonTrend',
    'getPieceworkBreakdown',
    'getPieceworkTotals',
    'getPieceworkTrend',
    'getRoll',
  ],
  ...['getEarnings', 'getPersonEarnings', 'getCosts', 'getPayToday'],
  ...['getTimeSpent', 'getTimeWastedDetails', 'getTimeWastedTotals', 'getTopPerformers', 'getUsual'],
  ...['listRecordFiles', 'makeRecordFile', 'downloadRecordFile'],
  ...['listByAttendanceStatus', 'listExceptions', 'listOwnDevices', 'listPeriodLocks'],
];

/** Nobody is in the answer: names of groups, entries and hours (of groups and entries only those that the scope names), and when devices last reported. */
export const OF_NOBODY = [
  // The user's own devices, and whether they have alerts.
  ...['getPush', 'savePush', 'deletePush', 'testPush'],
  // Addresses that the caller names.
  'checkRecipients',
  ...['getGroups', 'getLookupDefinition', 'getLookups', 'getStandardTimes', 'getSyncStatus'],
];

/** Refused: it concerns others too. */
export const BEYOND: Record<string, readonly string[]> = {
  'figures of days that payroll takes': [
    ...['lockPeriod', 'reopenPeriod'],
    ...['listPayFiles', 'previewPayFile', 'makePayFile', 'listPayFileLines', 'downloadPayFile'],
    ...['listPayProfiles', 'createPayProfile', 'updatePayProfile', 'deletePayProfile'],
  ],
  'devices, and records of everybody who clocks on them': [
    ...['decideKeys', 'decideNetwork'],
    'decideQuarantine',
    'deleteDevice',
    'triggerSync',
  ],
  'what is paid for work, whoever does it': [
    ...['listPayRates', 'createPayRate', 'updatePayRate', 'deletePayRate', 'setCurrency', 'setPayType'],
    ...['listPayRules', 'createPayRule', 'updatePayRule', 'deletePayRule'],
    ...['getWhatIf', 'getPayRuleWhatIf', 'testPayRule'],
  ],
  'set-up': [
    ...['getSetup', 'setSetupTimeZone', 'listSetupEmployees', 'createSetupEmployee', 'updateSetupEmployee'],
    ...['deleteSetupEmployee', 'moveSetupEmployees', 'listSetupGroups', 'createSetupGroup', 'updateSetupGroup'],
    ...['deleteSetupGroup', 'listSetupLookups', 'createSetupLookupEntry', 'updateSetupLookupEntry'],
    ...['deleteSetupLookupEntry', 'nameSetupLookup', 'listSetupHolidays', 'createSetupHoliday', 'updateSetupHoliday'],
    ...[
      'deleteSetupHoliday',
      'listPhones',
      'addPhone',
      'renewPhoneCode',
      'listHoursRules',
      'createHoursRule',
      'updateHoursRule',
      'deleteHoursRule',
      'listContainerKinds',
      'createContainerKind',
      'updateContainerKind',
      'deleteContainerKind',
      'printContainerLabels',
      ...['listTeams', 'createTeam', 'updateTeam', 'deleteTeam'],
      'listDefects',
      'createDefect',
      'updateDefect',
      'deleteDefect',
      'listSetupShifts',
      'setSetupShifts',
      'rotateSetupShifts',
      'applyWorkbook',
      'undoWorkbook',
      'downloadBefore',
    ],
    ...['getConsents', 'giveConsent', 'withdrawConsent', 'exportPerson'],
    ...['previewErasure', 'erasePerson', 'listReturned'],
    ...['getOwnDaysLink', 'makeOwnDaysLink', 'endOwnDaysLink', 'makeOwnDaysPin', 'endOwnDaysPin'],
    ...['listUserScopes', 'setUserScope', 'listReadingKeys', 'createReadingKey', 'revokeReadingKey'],
    ...['previewOldRecords', 'removeOldRecords'],
    ...['listAuditSamples', 'createAuditSample', 'endAuditSample'],
    ...[
      'downloadRefusedLines',
      'downloadWorkbook',
      'listWorkbookLines',
      'listWorkbookImports',
      'pasteCells',
      'previewWorkbook',
    ],
    ...['uploadWorkbook', 'readList', 'importPieces', 'listPieceImports'],
  ],
};
