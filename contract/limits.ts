/** Every constant of spec/product.txt section 9 and every bound of the API, once. Durations in ms unless named otherwise. */

export const DASHBOARD_DATA_RETENTION_DAYS = 90;

export const SESSION_EXPIRY_MARGIN_MS = 120_000;
export const SESSION_WARNING_SECONDS = 120;
export const VERSION_CHECK_MS = 15_000;
export const VERSION_RETRY_MS = 5_000;
export const VERSION_RELOAD_MS = 3_000;
export const REFRESH_MS = 30_000;
export const DATE_CLOCK_MS = 5_000;
export const JOB_POLL_MS = 500;
export const TOAST_MS = 10_000;
export const QUERY_GC_MS = 60_000;
export const ACCOUNT_DELETE_INVALIDATE_MS = 1_000;
export const BACKUP_DELETE_INVALIDATE_MS = 200;

export const PAGE_ROWS = 20;
export const ROW_HEIGHT = 86;
export const ACCOUNT_USERS_ROWS = 1_000;
export const PICKER_ROWS = 999_999;
/** No list answers more rows than this, whatever is asked (S-37). */
export const MAX_LIST_ROWS = 10_000;

export const MAX_ALERT_TIMES = { attendance: 2, piecework: 2, break: 4 } as const;
export const MAX_ALERT_RECIPIENTS = 20;
export const ALERT_GRID_MINUTES = 15;

export const CHART_GROUPS = 9;
export const PIE_GROUPS = 5;
export const RANKING_SIZE = 10;
/** Silent devices that the totals name; all of them are counted. */
export const SILENT_NAMED = 20;

export const QR_SIZE = { standalone: 386, unmanaged: 386, managed: 512, other: 384 } as const;
export const ACTIVATION_TTL_MS = 24 * 3_600_000;
export const DEVICE_ONLINE_MS = 3 * 60_000;

/** The ledger of corrections (spec/corrections.md). */
export const DEFAULT_CORRECTION_DAYS = 42;
export const MAX_CORRECTION_DAYS = 89;
export const MAX_CORRECTION_ITEMS = 200;
export const MAX_EXCUSE_DAYS = 92;
export const MAX_EXCEPTION_DAYS = 31;
export const MAX_EXCEPTIONS = 2_000;

export const MAX_SYNC_RECORDS = 5_000;
export const MAX_SEARCH_LENGTH = 100;
export const DEFAULT_DEVICE_DESCRIPTION = 'New Device';
export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;
