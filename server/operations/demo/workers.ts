import { between, pick, type Random } from './random.ts';
import type { ShiftCode } from './world.ts';

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
  phoneNumber: string;
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
      // 555 is for examples: these numbers call no one.
      phoneNumber: `+27 82 555 ${1001 + index}`,
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
