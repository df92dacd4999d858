/** The bounds that both sides must agree on, once. Timings and sizes of the screen are constants of `src`. docs/reference/limits.md is made of them. */

/** The days of the dashboard, today among them; older ones are read by records and reports alone. */
export const DASHBOARD_DATA_RETENTION_DAYS = 90;
/** The years for which an account's records are stored at most (docs/reference/records.md#how-long-records-are-stored). */
export const MAX_RECORD_YEARS = 10;
/** The most days of a range, of whatever age, that a screen asks for at once; a longer one is a job (docs/reference/records.md#files-of-records). */
export const MAX_RANGE_DAYS = 92;

/** No list answers more rows than this, whatever is asked. */
export const MAX_LIST_ROWS = 10_000;

/** The times a day at which an alert is sent, by its kind. */
export const MAX_ALERT_TIMES = { attendance: 2, piecework: 2, break: 4, event: 0, report: 2 } as const;
/** The recipients of an alert. */
export const MAX_ALERT_RECIPIENTS = 20;
/** The groups, lookup entries and statuses that a report of an alert may be narrowed by, all together. */
export const MAX_ALERT_CHOICES = 1_000;
/** A larger file is not attached to a mail, which then has only the link to it. */
export const MAX_ATTACHED_BYTES = 10_000_000;

/** The people of a ranking. */
export const RANKING_SIZE = 10;
/** The most silent devices that the totals name; all of them are counted. */
export const SILENT_NAMED = 20;

/** The width of the QR code of a device, in CSS pixels. */
export const QR_SIZE = { standalone: 386, unmanaged: 386, managed: 512, other: 384 } as const;
/** How long an activation code is valid. */
export const ACTIVATION_TTL_MS = 24 * 3_600_000;
/** How long after its last contact a device counts as online. */
export const DEVICE_ONLINE_MS = 3 * 60_000;

/** The days back that an account may let users correct (docs/reference/corrections.md). */
export const MAX_CORRECTION_DAYS = 89;
/** The corrections and excuses of one act. */
export const MAX_CORRECTION_ITEMS = 200;
/** The most records that one act on pieces in bulk changes. */
export const MAX_PIECES = 5_000;
/** The most days from which they are chosen. */
export const MAX_PIECE_DAYS = 31;
/** The most days of the pieces of one import that are undone in one act. */
export const MAX_IMPORT_DAYS = 124;
/** The most notes of one user on one day. */
export const MAX_OWN_NOTES = 20;
/** The most notes that are listed of a day and the day before it. */
export const MAX_LISTED_NOTES = 100;
/** The Recorders of one plan of work. */
export const MAX_PLANNED_RECORDERS = 100;
/** The plans of one Recorder that are to come. */
export const MAX_COMING_PLANS = 50;
/** The plans that a Recorder is sent: the one of now, and those to come. */
export const MAX_WORK_PLANS = MAX_COMING_PLANS + 1;
/** The days ahead for which work is planned. */
export const MAX_PLANNED_DAYS = 31;
/** The plans of work that are listed of an account. */
export const MAX_LISTED_PLANS = 2_000;
/** The people of a crew sheet. */
export const MAX_SHEET_PEOPLE = 300;
/** The products of a crew sheet. */
export const MAX_SHEET_PRODUCTS = 30;
/** The most days of one excuse. */
export const MAX_EXCUSE_DAYS = 92;
/** The most days whose exceptions are listed at a time. */
export const MAX_EXCEPTION_DAYS = 31;
/** The most exceptions that are listed; all of them are counted. */
export const MAX_EXCEPTIONS = 2_000;

/** The groups, devices and entries that a filter names. */
export const MAX_FILTER_IDS = 50;
/** The names by which a user's scope is shown. */
export const MAX_SCOPE_NAMES = 8;
/** The most corrections and excuses that are listed for one day of a person. */
export const MAX_DAY_CHANGES = 50;
/** The most days of paid hours that are summed up at a time. */
export const MAX_PAY_PERIOD_DAYS = 31;
/** The most employees whose hours are answered at a time. */
export const MAX_HOURS_ROWS = 5_000;
/** The most days of the roll. */
export const MAX_ROLL_DAYS = 31;
/** The most people of the roll that are answered at a time. */
export const MAX_ROLL_ROWS = 500;
/** The people to whom one message goes. */
export const MAX_MESSAGED = 100;
/** The people who are late or absent most often, as trends list them. */
export const OFTEN_LISTED = 10;
/** The groups of a trend; the others are summed up. */
export const TREND_GROUPS = 9;

/** The passkeys of one user. */
export const MAX_PASSKEYS = 10;
/** The recovery codes that are made at a time. */
export const RECOVERY_CODES = 8;
/** The devices on which one user is alerted. */
export const MAX_PUSH_DEVICES = 5;

/** The most records of one part of a payroll sync or of a delivery. */
export const MAX_SYNC_RECORDS = 5_000;
/** The most people without an employee that one delivery of a Recorder names. */
export const MAX_NEW_PEOPLE = 500;
/** The longest text of a search, in characters. */
export const MAX_SEARCH_LENGTH = 100;
/** The name of a device that has been given none. */
export const DEFAULT_DEVICE_DESCRIPTION = 'New Device';
/** The shortest password, in characters. */
export const PASSWORD_MIN = 10;
/** The longest password, in characters. */
export const PASSWORD_MAX = 128;
/** The longest text that employees agree to, in characters (docs/reference/privacy.md#consent). */
export const MAX_CONSENT_TEXT = 4_000;
