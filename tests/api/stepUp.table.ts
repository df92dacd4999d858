/**
 * The calls that need a fresh proof of identity, written down a second time: every call that changes something, and every file
 * that leaves, is in one of the groups, so that a new one is not forgotten. A call is asked for where its effect outlasts a borrowed session or takes
 * something away for good.
 */
export const PROOF_OF_USERS_WITH_A_FACTOR = [
  // Credentials, and who may do what.
  ...[
    'createSyncKey',
    'createReadingKey',
    'createAuditSample',
    ...['makeOwnDaysLink', 'makeOwnDaysPin', 'endOwnDaysPin'],
    'makeRecordFile',
    'removeOldRecords',
    'createUser',
    'updateUser',
    'deleteUser',
    'makeInvitationLink',
    'resetUserSignIn',
    'addUserLink',
    'removeUserLink',
    'updateAccountSignOn',
  ],
  // Devices: what is believed as theirs, and their codes.
  ...['createAdmsDevice', 'createManagedDevice', 'createStandaloneDevice', 'createUnmanagedDevice'],
  ...['deleteAccountDevice', 'deleteDevice', 'decideNetwork', 'updateDeviceOptions', 'readSavedRecords'],
  ...['addPhone', 'renewPhoneCode', 'setUserScope'],
  ...['regenerateActivation', 'sendActivationCode', 'viewActivationCode'],
  // Data that leaves, is replaced or is lost.
  ...['deleteAccount', 'deleteBackup', 'downloadBackup', 'setBackupSchedule', 'startRestore', 'undoRestore'],
  ...['applyWorkbook', 'undoWorkbook', 'setSystemAdopts', 'takeOverSystem'],
  ...['withdrawConsent', 'erasePerson'],
];

/** Some fields or values of these need the proof: among the settings, requiring a factor, and what deletes templates. */
export const PROOF_FOR_SOME_FIELDS = ['importPieces', 'queueDeviceCommand', 'readUsbFile', 'updateAccountSettings'];

/** One's own log-in options, of everybody: by password where there is no factor. */
export const PROOF_OF_EVERYBODY = [
  ...['addPasskey', 'confirmApp', 'createPasskeyOptions', 'makeRecoveryCodes', 'removeApp', 'removePasskey'],
  ...['renamePasskey', 'startApp', 'updateSignIn', 'startOwnLink', 'finishOwnLink', 'removeOwnLink'],
];

export const WITHOUT_PROOF: Record<string, readonly string[]> = {
  'no user calls it': [
    ...['activateDevice', 'heartbeat', 'syncDevice', 'syncPayroll', 'takePayPeriod', 'unsubscribeAlert'],
    ...['createPasskeyChallenge', 'logIn', 'logInWithPasskey', 'passSecondFactor', 'requestPasswordReset'],
    ...['startSignOn', 'finishSignOn', 'backChannelLogOut'],
    ...[
      'finalizePasswordReset',
      'exchangeWebAuthToken',
      'endSessions',
      'checkLastFigures',
      'getEnrolmentQr',
      'askUnsubscribe',
    ],
    'openAuditSample',
    'openOwnDays',
  ],
  'the session itself; a new password needs the present one': [
    ...['changePassword', 'createWebAuthToken', 'extendSession', 'logOut', 'stepUp'],
  ],
  'what it changes is in the trail and is changed back by the same screen': [
    ...[
      'createAccount',
      'updateAccount',
      'revokeSyncKey',
      'revokeReadingKey',
      'withdrawInvitationLink',
      'endAuditSample',
      'endOwnDaysLink',
      'updateDevice',
      'triggerSync',
      'sendTestMail',
      'saveLanguage',
    ],
    ...['createAlert', 'updateAlert', 'deleteAlert', 'markAlertDeliveriesRead', 'sendTestAlert'],
    ...['saveChoices', 'savePush', 'deletePush', 'testPush', 'startBackup', 'uploadRestore', 'resetDashboardState'],
    ...['giveConsent', 'createSetupEmployee', 'moveSetupEmployees', 'setSetupTimeZone'],
    ...['createSetupGroup', 'updateSetupGroup', 'deleteSetupGroup', 'createSetupHoliday', 'updateSetupHoliday'],
    ...['deleteSetupHoliday', 'createSetupLookupEntry', 'updateSetupLookupEntry', 'deleteSetupLookupEntry'],
    ...['nameSetupLookup', 'setSetupShifts', 'rotateSetupShifts', 'uploadWorkbook', 'readList'],
    ...['pasteCells'],
    ...['createHoursRule', 'updateHoursRule', 'deleteHoursRule'],
    ...['createContainerKind', 'updateContainerKind', 'deleteContainerKind', 'printContainerLabels'],
    ...['createTeam', 'updateTeam', 'deleteTeam'],
    ...['createDefect', 'updateDefect', 'deleteDefect'],
    ...['createPayRate', 'updatePayRate', 'deletePayRate', 'setCurrency', 'setPayType'],
    ...['createPayRule', 'updatePayRule', 'deletePayRule'],
    ...['createPayProfile', 'updatePayProfile', 'deletePayProfile'],
  ],
  'asked within the change, where stored templates go with it; all else is in the trail and is changed back': [
    ...['updateSetupEmployee', 'deleteSetupEmployee'],
  ],
  'punches stay as they were sent, and are read again; in the trail': ['decideKeys'],
  'the ledger keeps what was before': [
    ...[
      'makeCorrections',
      'undoCorrections',
      'reviewExceptions',
      'undoReviews',
      'lockPeriod',
      'reopenPeriod',
      'decideQuarantine',
    ],
    ...['addTeamEntry', 'setTeamEntryCounts'],
    ...['correctPieces', 'undoAct', 'addCrewPunch', 'addCrewSheet'],
    'makePayFile',
  ],
  'a note of its author, in the trail': ['addDayNote', 'removeDayNote'],
  'phone numbers of people on a list, in the trail': ['openMessage'],
  'planned work, which a person at the Recorder can change; in the trail': ['setWorkPlan', 'withdrawWorkPlan'],
  'it changes nothing': [
    ...[
      'testPayRule',
      'checkRecipients',
      'previewAccountTimeZone',
      'previewAlert',
      'previewCorrections',
      'previewPieces',
      'previewCrewPunch',
      'previewCrewSheet',
      'previewWorkbook',
      'rehearseRestore',
    ],
  ],
  'a file of what its user may see; in the trail': [
    ...['generateReport', 'generateUserReport', 'exportAudit', 'downloadBefore', 'downloadRefusedLines'],
    ...['exportPerson', 'downloadWorkbook', 'getRollFile', 'downloadPayFile', 'downloadRecordFile'],
  ],
};
