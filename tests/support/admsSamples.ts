/**
 * Bodies of `table=ATTLOG` (attendance PUSH) and of `table=rtlog` and transactions (Security PUSH 3.x), as the maker's protocol, captures and tests of public
 * servers show them (read on 28 November 2026, details replaced). What each must come to was written from the body before it was run, in the words of
 * makeSamples.ts.
 */
export type AdmsSample = readonly [from: string, body: string, lines: readonly string[]];

const T = '2026-06-29 09:02:14';
const one = (way: string, pin = '1024') => [`${pin} ${T} ${way}`];

export const ATTLOG: AdmsSample[] = [
  ['four columns', `1024\t${T}\t1\t1\n`, one('out')],
  ['five, as a test in PHP has it (K40)', `78979877\t${T}\t0\t1\t0`, one('in', '78979877')],
  ['seven, from the protocol', `1024\t${T}\t1\t1\t0\t0\t0\n`, one('out')],
  ['status 255', `1024\t${T}\t255\t15\t0\t0\t0\t0\t0\t0\t\n`, one('auto')],
  ['ten, with mask and temperature', `1024\t${T}\t0\t15\t0\t0\t0\t0\t36.2\t36.2\n`, one('in')],
  [
    'twelve, with an offset and a place in base64',
    `1024\t${T}\t0\t15\t\t0\t0\t255\t255\t0\t+28800\teyJHUFNJbmZvIjp7fX0=\n`,
    one('in'),
  ],
  [
    'break out, and back',
    `1024\t${T}\t2\t1\n1024\t2026-06-29 09:32:14\t3\t1\n`,
    [...one('out'), '1024 2026-06-29 09:32:14 in'],
  ],
  [
    'overtime in, and out',
    `1024\t${T}\t4\t1\n1024\t2026-06-29 09:32:14\t5\t1\n`,
    [...one('in'), '1024 2026-06-29 09:32:14 out'],
  ],
  ['leading zeros', `00001024\t${T}\t0\t1\n`, one('in', '00001024')],
  ['letters', `EMP001\t${T}\t0\t1\n`, one('in', 'EMP001')],
  ['CRLF, and an empty line', `1024\t${T}\t0\t1\r\n\r\n`, one('in')],
  ['a byte order mark', `\ufeff1024\t${T}\t0\t1\n`, one('in')],
  ['ends in NULs', `1024\t${T}\t0\t1\0\0\0`, one('in')],
  ['two columns', `1024\t${T}\n`, one('auto')],
  ['spaces instead of tabs, as a plan of a school shows it', `1024    ${T}    0    0\n`, one('in')],
  ['named fields, as a test in JavaScript has it', `PIN=1024\tTime=${T}\tStatus=0\tVerifyMode=2`, one('in')],
  ['with the table before it', `ATTLOG 1024\t${T}\t0\t1\n`, one('in')],
  [
    'the lines in the field data of a form',
    `SN=DEV001&table=ATTLOG&Stamp=9999&data=1024%09${T.replace(' ', '+')}%090%091`,
    one('in'),
  ],
  ['slashes in the date', '1024\t2026/06/29 09:02:14\t0\t1\n', one('in')],
  ['nine columns: a pass of an identity card', `1024\t${T}\t0\t1\t0\t0\t0\t110101199001010000\t0\n`, one('in')],
  [
    'nine columns: a check of an identity card',
    `1024\t${T}\t0\t1\t0\t0\t0\t110101199001010000\t1\n`,
    ['id-verification'],
  ],
  ['a uid before the PIN', `17\t1024\t${T}\t0\t1\n`, ['unknown-layout??']],
  ['30 February', '1024\t2026-02-30 09:02:14\t0\t1\n', ['bad-time?']],
  ['a clock that was never set', '1024\t1999-12-31 00:00:00\t0\t1\n', ['before-2000?']],
  ['no PIN', `\t${T}\t0\t1\n`, ['bad-pin']],
  ['several on a line, with semicolons', `1024 ${T} 0 1;7 ${T} 1 1;`, [...one('in'), ...one('out', '7')]],
  ['the key of a meal', `1024\t${T}\t8\t1\n`, one('out')],
];

const row = (fields: Record<string, string | number>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .join('\t');
const pass = { time: T, pin: '1024', cardno: 0, eventaddr: 1, event: 0, inoutstatus: 0, verifytype: 15, index: 42 };
export const RTLOG: AdmsSample[] = [
  ['the protocol, as a gym in Brazil has it', row(pass), one('in')],
  ['exit', row({ ...pass, inoutstatus: 1 }), one('out')],
  ['neither', row({ ...pass, inoutstatus: 2 }), one('auto')],
  ['SenseFace 3A: event 3', row({ ...pass, event: 3, inoutstatus: 2 }), one('auto')],
  ['with mask and temperature', row({ ...pass, maskflag: 255, temperature: 255, convtemperature: 255 }), one('in')],
  ['with sitecode and linkid', row({ ...pass, sitecode: 0, linkid: 0 }), one('in')],
  ['a card and a PIN', row({ ...pass, cardno: '15cd5b07' }), one('in')],
  ['a card alone, which was let pass', row({ ...pass, pin: 0, cardno: '15cd5b07' }), one('in', 'card:15CD5B07')],
  ['nobody', row({ ...pass, pin: 0 }), ['not-a-pass']],
  ['a door that opened by a button (202)', row({ ...pass, pin: 0, event: 202 }), ['not-a-pass']],
  ['not registered (27)', row({ ...pass, pin: 0, event: 27 }), ['not-a-pass']],
  ['refused, of a person (23)', row({ ...pass, event: 23 }), ['not-a-pass']],
  ['anti-passback (24)', row({ ...pass, event: 24 }), ['not-a-pass']],
  ['an alarm of duress (101)', row({ ...pass, event: 101 }), ['not-a-pass']],
  ['opened in a first-card zone (14)', row({ ...pass, event: 14 }), one('in')],
  ['several people (16)', row({ ...pass, event: 16 }), one('in')],
  ['extended, normal (4014)', row({ ...pass, event: 4014 }), one('in')],
  ['extended, abnormal (5023)', row({ ...pass, event: 5023 }), ['not-a-pass']],
  ['emergency password (4)', row({ ...pass, event: 4 }), ['unknown-event?']],
  ['an unknown number (900)', row({ ...pass, event: 900 }), ['unknown-event?']],
  ['event 203, of a person', row({ ...pass, event: 203 }), one('in')],
  ['without an event', row({ time: T, pin: '1024', cardno: 0, inoutstatus: 0 }), ['unknown-event?']],
  ['no time that exists', row({ ...pass, time: '2026-13-01 00:00:00' }), ['bad-time?']],
  ['two rows, CRLF', `${row(pass)}\r\n${row({ ...pass, pin: '7', index: 43 })}\r\n`, [...one('in'), ...one('in', '7')]],
  [
    'capitals of the names',
    row({ Time: T, Pin: '1024', CardNo: 0, EventAddr: 1, Event: 0, InOutStatus: 1, VerifyType: 1, Index: 4 }),
    one('out'),
  ],
  ['with the word rtlog before it', `rtlog ${row(pass)}`, one('in')],
  [
    'tabledata transaction, with packed seconds',
    // ((((26 * 12 + 5) * 31 + 28) * 24 + 9) * 60 + 2) * 60 + 14
    `transaction cardno=0\tpin=1024\tverified=15\tdoorid=1\teventtype=0\tinoutstate=0\ttime_second=${((((26 * 12 + 5) * 31 + 28) * 24 + 9) * 60 + 2) * 60 + 14}\tindex=44`,
    one('in'),
  ],
];
