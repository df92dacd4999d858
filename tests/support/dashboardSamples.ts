import { getQuality } from '#contract/figures/quality.ts';
import {
  type AttendanceEntry,
  getAttendanceTotals,
  getBottomPerformers,
  getPieceworkTotals,
  getTimeSpent,
  getTimeWastedTotals,
  getTopPerformers,
} from '#contract/figures/stats.ts';
import { getUsual } from '#contract/figures/usual.ts';
import { type Device, listOwnDevices } from '#contract/intake/devices.ts';
import { getGroups, getLookupDefinition, getLookups } from '#contract/masterData/groups.ts';
import { listDayNotes } from '#contract/office/dayNotes.ts';
import { countExceptions } from '#contract/office/exceptionCounts.ts';
import { getSyncStatus, type SyncStatus } from '#contract/operations/accountStatistics.ts';
import { listAlertDeliveries } from '#contract/reports/alerts.ts';
import { listExports } from '#contract/reports/reports.ts';
import { emptyTotals, sampleTotals } from './dashboardTotals.ts';
import { answer } from './fakeApi.ts';
import { idOf, sampleDevice } from './manageSamples.ts';

/** A farm's morning in the server's answers: 2026-11-20, 09:40 in Johannesburg. */
export const NOW = Date.parse('2026-11-20T07:40:00Z');
export const TODAY = '2026-11-20';

export const sampleEntry = (number: number, changes: Partial<AttendanceEntry> = {}): AttendanceEntry => ({
  employee: {
    _id: idOf(1_000 + number),
    number: String(number),
    firstName: `First${number}`,
    lastName: `Last${number}`,
  },
  timeIn: '2026-11-20T04:58:00.000Z',
  late: false,
  lateMs: 0,
  present: true,
  status: 'present',
  provisional: false,
  flags: [],
  ...changes,
});

export const sampleStatus = (changes: Partial<SyncStatus> = {}): SyncStatus => ({
  payrollSystems: [{ id: idOf(300), name: 'PayPro', lastSync: '2026-11-20T07:30:00.000Z' }],
  devices: [
    { id: idOf(201), online: true, lastSync: '2026-11-20T07:39:00.000Z' },
    { id: idOf(202), online: false, lastSync: '2026-11-20T04:05:00.000Z' },
  ],
  ...changes,
});

export const sampleDevices = (): Device[] => [
  sampleDevice({ _id: idOf(201), description: 'Gate A', lastActive: '2026-11-20T07:39:30.000Z' }),
  sampleDevice({
    _id: idOf(202),
    description: 'Gate B',
    deviceType: 'ADMS',
    kind: 'adms',
    lastActive: '2026-11-20T04:10:00.000Z',
  }),
];

/** Answers what an account without any data is answered. A later `answer` overrides one of them. */
export function answerEmptyAccount() {
  answer(getAttendanceTotals, emptyTotals({ devices: { reporting: 0, silent: 0, silentDevices: [] } }));
  answer(getSyncStatus, sampleStatus({ payrollSystems: [], devices: [] }));
  answer(listOwnDevices, { devices: [] });
}

/** Answers everything that the dashboard requests when it opens. A later `answer` overrides one of them. */
export function answerDashboard() {
  answer(countExceptions, { toFix: 0, toDecide: 0, absences: 0, absencesLeft: 0, onLockedDays: 0 });
  answer(listDayNotes, { notes: [] });
  answer(getUsual, { at: '09:40', present: null, late: null, units: null, days: [] });
  answer(getAttendanceTotals, sampleTotals());
  answer(getSyncStatus, sampleStatus());
  answer(listOwnDevices, { devices: sampleDevices() });
  answer(getLookupDefinition, { lookup1: 'Crop', lookup2: 'Block' });
  answer(getPieceworkTotals, {
    groups: [
      {
        code: 'APPLE',
        description: 'Apples',
        totalUnits: 1234.5,
        entries: [{ code: 'B1', description: 'Block 1', units: 1234.5 }],
      },
    ],
  });
  const performers = [
    { employeeId: idOf(1_007), number: '7', firstName: 'Thandi', lastName: 'Nkosi', performance: 20.5, totalUnits: 82 },
  ];
  answer(getTopPerformers, { performers });
  answer(getBottomPerformers, { performers });
  answer(getTimeSpent, {
    categories: [
      {
        lookup1Code: 'APPLE',
        lookup2Code: 'B1',
        lookup1Name: 'Apples',
        lookup2Name: 'Block 1',
        totalTimeMs: 7_500_000,
      },
    ],
    totalTimeMs: 7_500_000,
  });
  answer(getTimeWastedTotals, { totalTimeMs: 5_400_000, lateTimeMs: 3_600_000, irregularBreakTimeMs: 1_800_000 });
  answer(listAlertDeliveries, { results: [], unread: 0 });
  answer(getQuality, {
    defects: [],
    people: [],
    all: { samples: 0, pieces: 0, found: [] },
    days: [],
    uncounted: 0,
    setAside: 0,
  });
  answer(listExports, { results: [] });
  answer(getGroups, { employeeGroups: [], timeGroups: [], jobDescriptions: [] });
  answer(getLookups, { lookups: [] });
}
