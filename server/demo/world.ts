/** The demo employer: a fruit farm with a packhouse. Everything is drawn from one seed, so that every demo has the same farm. */
export type Random = () => number;

/** mulberry32: small, and good enough to make a farm look lived in. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
export const between = (random: Random, low: number, high: number) => low + random() * (high - low);
export const pick = <T>(random: Random, from: readonly T[]): T => {
  const chosen = from[Math.floor(random() * from.length)];
  if (chosen === undefined) throw new Error('Nothing to pick from');
  return chosen;
};

export type ShiftCode = 'HARVEST' | 'PACKHOUSE' | 'NIGHT' | 'LATE';
export type TimeGroup = {
  code: ShiftCode;
  name: string;
  restDay: number;
  start: string;
  end: string;
  breaks: [string, string][];
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
      ['07:15', '07:30'],
      ['11:30', '12:15'],
    ],
  },
  {
    code: 'PACKHOUSE',
    name: 'Packhouse',
    restDay: restDay(weekday, 4),
    start: '06:00',
    end: '15:30',
    breaks: [
      ['07:30', '07:45'],
      ['11:00', '11:45'],
    ],
  },
  {
    code: 'NIGHT',
    name: 'Cold store nights',
    restDay: restDay(weekday, 5),
    start: '22:00',
    end: '10:00',
    breaks: [['02:00', '02:30']],
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
export const CROPS = [
  { code: 'BLU', description: 'Blueberries, punnet 125 g', perHour: 22, peakDaysAgo: 20 },
  { code: 'STR', description: 'Strawberries, tray', perHour: 9, peakDaysAgo: 85 },
  { code: 'RAS', description: 'Raspberries, punnet 170 g', perHour: 17, peakDaysAgo: 60 },
  { code: 'PLU', description: 'Plums, lug', perHour: 6, peakDaysAgo: -10 },
  { code: 'NEC', description: 'Nectarines, lug', perHour: 6.5, peakDaysAgo: 0 },
  { code: 'APR', description: 'Apricots, lug', perHour: 7, peakDaysAgo: 35 },
  { code: 'CTN', description: 'Cartons packed 4.5 kg', perHour: 31, peakDaysAgo: 0 },
];
type Crop = (typeof CROPS)[number];

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

const FIRST_NAMES = [
  'Thandiwe',
  'Sipho',
  'Nomvula',
  'Johannes',
  'Maria',
  'Lerato',
  'Petrus',
  'Anele',
  'Zanele',
  'Willem',
  'Fatima',
  'Bongani',
  'Elize',
  'Kagiso',
  'Ayanda',
  'Daniël',
  'Precious',
  'Themba',
  'Rosina',
  'Mpho',
  'Gert',
  'Nandi',
  'Isaac',
  'Lindiwe',
  'André',
  'Khanyi',
  'Samuel',
  'Busisiwe',
  'Hendrik',
  'Refilwe',
  'Tariro',
  'José',
  'Chipo',
  'Farai',
  'Sanele',
  'Katrina',
  'Vusi',
];
const LAST_NAMES = [
  'Dlamini',
  'van der Merwe',
  'Nkosi',
  'Botha',
  'Mokoena',
  'Jacobs',
  'Khumalo',
  'Pieterse',
  'Sithole',
  'Adams',
  'Mthembu',
  'Fortuin',
  'Ndlovu',
  'Cloete',
  'Mahlangu',
  'September',
  'Zulu',
  'Bezuidenhout',
  'Moyo',
  'Hendricks',
  'Radebe',
  'Swarts',
  'Chikwava',
  'O’Reilly',
  'Maseko',
  'Louw',
  'Tshabalala',
  'Visagie',
  'Nyathi',
  'Pretorius-Ngcobo',
];

export type Worker = {
  code: string;
  number: string;
  timeId: string;
  firstName: string;
  lastName: string;
  shift: ShiftCode;
  groupCode: string;
  jobCode: string;
  /** The index of the terminal on which they clock. */
  gate: number;
  /** Their pace relative to the crop's; 1 is usual. */
  pace: number;
  /** The probability of a sick day, and of a late start. */
  absence: number;
  lateness: number;
  recordsPiecework: boolean;
};

const SIZES: [ShiftCode, number, string, number[]][] = [
  ['HARVEST', 58, 'PICK', [0, 1]],
  ['PACKHOUSE', 34, 'PACK', [1]],
  ['NIGHT', 12, 'STORE', [1]],
  ['LATE', 16, 'SORT', [2]],
];

/** Two people who are often late. */
const OFTEN_LATE: readonly number[] = [6, 71];

/** 120 people: number, PIN, shift, gate and habits. */
export function workers(random: Random): Worker[] {
  const taken = new Set<string>();
  return SIZES.flatMap(([shift, size, jobCode, gates]) =>
    Array.from({ length: size }, () => ({ shift, jobCode, gates })),
  ).map(({ shift, jobCode, gates }, index) => {
    let name: [string, string];
    do name = [pick(random, FIRST_NAMES), pick(random, LAST_NAMES)];
    while (taken.has(name.join(' ')));
    taken.add(name.join(' '));
    return {
      code: `E${1001 + index}`,
      number: String(1001 + index),
      timeId: String(1001 + index),
      firstName: name[0],
      lastName: name[1],
      shift,
      jobCode,
      groupCode: index % 5 === 0 ? 'CONTRACT' : index % 2 === 0 ? 'SEASON' : 'PERM',
      gate: pick(random, gates),
      pace: between(random, 0.6, 1.4),
      absence: random() < 0.1 ? 0.25 : 0.04,
      lateness: OFTEN_LATE.includes(index) ? 0.8 : random() < 0.15 ? 0.18 : 0.05,
      recordsPiecework: jobCode === 'PICK' || jobCode === 'PACK',
    };
  });
}

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
