import { pick, type Random } from './random.ts';

/** The demo employer: a fruit farm with a packhouse. Everything is drawn from one seed, so that every demo has the same farm. */
export type ShiftCode = 'HARVEST' | 'PACKHOUSE' | 'NIGHT' | 'LATE';
export type TimeGroup = {
  code: ShiftCode;
  name: string;
  restDay: number;
  start: string;
  end: string;
  /** From and to; an unpaid one is taken off the paid time, also where it is not clocked. */
  breaks: { startTime: string; endTime: string; paid?: false }[];
  graceMinutes?: number;
};

/** Returns a rest day that is not the weekday of the demo's start or one beside it: on those everybody works, even on a Sunday. */
const restDay = (weekday: number, daysLater: number) => ((weekday - 1 + daysLater) % 7) + 1;

/**
 * Pickers start early, and the night shift ends at ten, so that it is under way when the demo starts. @param late the start and end of the shift at
 * the silent gate, which begins before the viewer's eyes. @param weekday the weekday of the demo's start.
 */
export const timeGroups = (late: { start: string; end: string }, weekday: number): TimeGroup[] => [
  {
    code: 'HARVEST',
    name: 'Harvest',
    restDay: restDay(weekday, 3),
    start: '05:30',
    end: '15:00',
    breaks: [
      { startTime: '07:15', endTime: '07:30' },
      { startTime: '11:30', endTime: '12:15', paid: false },
    ],
  },
  {
    code: 'PACKHOUSE',
    name: 'Packhouse',
    restDay: restDay(weekday, 4),
    start: '06:00',
    end: '15:30',
    breaks: [
      { startTime: '07:30', endTime: '07:45' },
      { startTime: '11:00', endTime: '11:45', paid: false },
    ],
  },
  {
    code: 'NIGHT',
    name: 'Cold store nights',
    restDay: restDay(weekday, 5),
    start: '22:00',
    end: '10:00',
    breaks: [{ startTime: '02:00', endTime: '02:30' }],
  },
  {
    code: 'LATE',
    name: 'Packhouse late',
    restDay: restDay(weekday, 4),
    ...late,
    breaks: [],
    // Without a grace, people are missing as soon as they are due.
    graceMinutes: 0,
  },
];

export const EMPLOYEE_GROUPS = [
  { code: 'PERM', name: 'Permanent' },
  { code: 'SEASON', name: 'Seasonal' },
  { code: 'CONTRACT', name: 'Contractor: Vukani' },
];
export const JOBS = [
  { code: 'PICK', name: 'Picker' },
  { code: 'PACK', name: 'Packer' },
  { code: 'SORT', name: 'Sorter' },
  { code: 'STORE', name: 'Cold store hand' },
];
/** Lookup 1: what was picked or packed; lookup 2: where. `peakDaysAgo`: the height of its season. */
/** `rand`: paid per unit, about R 36 an hour at the usual pace, so that slow people need a top-up. */
export const CROPS = [
  { code: 'BLU', description: 'Blueberries, punnet 125 g', perHour: 22, rand: '1.64', peakDaysAgo: 20 },
  { code: 'STR', description: 'Strawberries, tray', perHour: 9, rand: '4.00', peakDaysAgo: 85 },
  { code: 'RAS', description: 'Raspberries, punnet 170 g', perHour: 17, rand: '2.12', peakDaysAgo: 60 },
  { code: 'PLU', description: 'Plums, lug', perHour: 6, rand: '6.00', peakDaysAgo: -10 },
  { code: 'NEC', description: 'Nectarines, lug', perHour: 6.5, rand: '5.54', peakDaysAgo: 0 },
  { code: 'APR', description: 'Apricots, lug', perHour: 7, rand: '5.14', peakDaysAgo: 35 },
  { code: 'CTN', description: 'Cartons packed 4.5 kg', perHour: 31, rand: '1.16', peakDaysAgo: 0 },
];
type Crop = (typeof CROPS)[number];
/** `units`: of each crop that is picked into one; `weight`: in kg, when it is full. */
export const CONTAINERS = [
  { name: 'Crate', units: '24', weight: 4, crops: ['BLU', 'RAS'] },
  { name: 'Bin', units: '8', weight: 140, crops: ['STR', 'PLU', 'NEC', 'APR'] },
];
export type Container = (typeof CONTAINERS)[number];

/** Defects that samples are looked at for, each with the share of pieces in which it is found. */
export const DEFECTS = [
  { name: 'Bruised', share: 0.03 },
  { name: 'No stem', share: 0.015 },
  { name: 'Too green', share: 0.02 },
];

/** Packers who load pallets together. */
export const TEAM = { name: 'Pallets', size: 6, product: 'CTN', block: 'B11' };
/** Cartons that the team packs on a day, by the local time; the second takes back what was counted too much. */
export const TEAM_WORK = [
  { time: '07:00', units: '60' },
  { time: '07:02', units: '-12' },
  { time: '10:30', units: '72' },
  { time: '14:00', units: '66' },
];

/** Returns one of some crops, more likely the nearer it is to the height of its season (three weeks on either side). */
export function inSeason(random: Random, crops: readonly Crop[], daysAgo: number): Crop {
  const weights = crops.map(({ peakDaysAgo }) => 0.04 + Math.exp(-(((daysAgo - peakDaysAgo) / 21) ** 2)));
  const sumTo = (end: number) => weights.slice(0, end).reduce((sum, weight) => sum + weight, 0);
  const drawn = random() * sumTo(weights.length);
  return crops.find((_, index) => drawn < sumTo(index + 1)) ?? pick(random, crops);
}

/** The block in which everything takes longer: steep, and far from the road. */
const SLOW_BLOCK = 'B04';
/** Returns the share of the usual pace that a block allows. */
export const paceIn = (blockCode: string) => (blockCode === SLOW_BLOCK ? 0.6 : 1);
export const BLOCKS = [
  'Bergvliet north',
  'Bergvliet south',
  'Dam block',
  'Kloof terrace',
  'Old orchard',
  'River field',
  'Tunnel 1',
  'Tunnel 2',
  'Tunnel 3',
  'Windbreak',
  'Packing line A',
  'Packing line B',
].map((description, index) => ({ code: `B${String(index + 1).padStart(2, '0')}`, description }));

/** A mistyped PIN: an exception to look at. */
export const UNKNOWN_PIN = '4040';

export const TERMINALS = [
  { serial: 'CKJ2196010101', description: 'Gate A, orchard' },
  { serial: 'CKJ2196010102', description: 'Gate B, packhouse' },
  { serial: 'CKJ2196010103', description: 'Gate C, late shift' },
];
export const PHONES = [
  { serialNumber: 'R58M40PQ1A', imei: '356938035643809', description: 'Field tablet 1' },
  { serialNumber: 'R58M40PQ2B', imei: '356938035643817', description: 'Packhouse tablet' },
];

/** Places where fruit grows, one for each offset from UTC, none of which has daylight saving. */
const ZONES = [
  'Africa/Johannesburg',
  'Africa/Nairobi',
  'Asia/Dubai',
  'Asia/Tashkent',
  'Asia/Bishkek',
  'Asia/Bangkok',
  'Asia/Manila',
  'Asia/Tokyo',
  'Australia/Brisbane',
  'Pacific/Noumea',
  'Pacific/Fiji',
  'Pacific/Pago_Pago',
  'Pacific/Honolulu',
  'Pacific/Gambier',
  'Pacific/Pitcairn',
  'America/Phoenix',
  'America/Costa_Rica',
  'America/Lima',
  'America/Puerto_Rico',
  'America/Sao_Paulo',
  'America/Noronha',
  'Atlantic/Cape_Verde',
  'Africa/Abidjan',
  'Africa/Lagos',
] as const;
/** Returns the zone in which it is between 08:00 and 09:00: the night shift is still there, the pickers have been for hours. */
export function workingZone(now: Date): string {
  const hourIn = (timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(now);
  return ZONES.find((zone) => hourIn(zone) === '08') ?? ZONES[0];
}
