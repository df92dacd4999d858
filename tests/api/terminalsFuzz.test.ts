import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount } from '../support/factories.ts';
import { givenDevice, givenEmployee } from '../support/factories.work.ts';
import { spoiled } from '../support/spoiledBytes.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();
const terminals = useTerminals(t);
/** FUZZ_CASES=100000 is the long run, many at once and made a few at a time. */
const CASES = Number(process.env.FUZZ_CASES ?? 400);
const IS_LONG = CASES > 5_000;
const AT_ONCE = IS_LONG ? 24 : 6;
const SLICE = 4_000;
/** An answer that takes longer hangs: it is not only slowed by a busy machine. */
const SLOW_MS = 30_000;
/** The ms to wait for the rest of an incomplete request. */
const HALF_MS = IS_LONG ? 500 : 250;
const MAY_ANSWER = [200, 400, 403, 404, 406, 408, 411, 413, 414, 415, 429, 431];

const post = (target: string, body: string | Buffer, head = '') => {
  const bytes = Buffer.from(body);
  return Buffer.concat([
    Buffer.from(`POST ${target} HTTP/1.1\r\nHost: x\r\n${head}Content-Length: ${bytes.length}\r\n\r\n`),
    bytes,
  ]);
};
const get = (target: string, version = '1.1') => Buffer.from(`GET ${target} HTTP/${version}\r\nHost: x\r\n\r\n`);

/** One request of each kind in the protocol. */
const requests = (sn: string) => [
  get(`/iclock/cdata?SN=${sn}&options=all&pushver=2.4.1&language=83&PushOptionsFlag=1`),
  get(`/iclock/getrequest?SN=${sn}&INFO=Ver 6.39 Apr 28 2008,1,2,3,10.0.0.9,10,7,12,0,111`, '1.0'),
  get(`/d/secret/iclock/cdata.aspx?SN=${sn}&options=all&pushver=3.1.2&DeviceType=acc`),
  get(`/iclock/cdata?SN=${sn}&PIN=7`),
  post(
    `/iclock/cdata?SN=${sn}&table=ATTLOG&Stamp=9999`,
    '7\t2026-11-20 07:01:02\t0\t1\t\t0\t0\n8\t2026-11-20 07:01:03\t255\t15\t4\t0',
  ),
  post(
    `/iclock/cdata?SN=${sn}&table=OPERLOG&OpStamp=1`,
    'OPLOG 4\t0\t2026-11-20 07:00:00\t0\t0\t0\t0\nUSER PIN=7\tName=Ann\tPri=0\nFP PIN=7\tFID=1\tSize=4\tValid=1\tTMP=QUJD',
  ),
  post(
    `/iclock/cdata?SN=${sn}&table=BIODATA`,
    'BIODATA Pin=7\tNo=0\tIndex=0\tValid=1\tDuress=0\tType=1\tMajorVer=10\tTmp=QUJD',
  ),
  post(
    `/iclock/cdata?SN=${sn}&table=options`,
    '~DeviceName=K40,FWVersion=8.0,~OEMVendor=ZK CO., LTD.,TransactionCount=7',
  ),
  post(
    `/iclock/cdata?SN=${sn}&table=rtlog`,
    'time=2026-11-20 07:00:00\tpin=7\tcardno=0\teventaddr=1\tevent=3\tinoutstatus=0\tverifytype=1\tindex=5',
  ),
  post(`/iclock/cdata?SN=${sn}&AuthType=device`, 'time=2026-11-20 07:00:00\tpin=7\tevent=3'),
  post(
    `/iclock/fdata?SN=${sn}&table=ATTPHOTO&PhotoStamp=1`,
    'PIN=20261120070000-7.jpg\nSN=1\nsize=3\nCMD=uploadphoto\0abc',
  ),
  post(`/iclock/devicecmd?SN=${sn}`, `ID=1&Return=0&CMD=DATA\nID=2&Return=-1003&CMD=INFO\n~DeviceName=K40\nSN=${sn}`),
  post(`/iclock/devicecmd?SN=${sn}`, 'ID=3\nSN=1\nReturn=0\nCMD=Shell\nFILENAME=x\nContent=abc'),
  post(
    `/iclock/registry?SN=${sn}`,
    'DeviceType=acc,~DeviceName=SF,FirmVer=1,PushVersion=3.1.2',
    'Cookie: token=00\r\n',
  ),
  post(
    `/iclock/querydata?SN=${sn}&type=tabledata&cmdid=1&tablename=user&count=1&packcnt=1&packidx=1`,
    'user pin=7\tname=Ann',
  ),
  post(`/iclock/cdata?SN=${sn}&table=ATTLOG`, gzipSync('7\t2026-11-20 07:00:00')),
];

const odd = [
  '\0',
  '\xff',
  '\r',
  '\n',
  '\t',
  '%',
  '%zz',
  '%00',
  '&',
  '=',
  ' ',
  ';',
  '"',
  '\x1b',
  '\xd5\xc5',
  'SN=B2&',
  '~',
  '9'.repeat(30),
  '\t'.repeat(3_000),
  ' '.repeat(9_000),
  'Content-Length: 5\r\n',
  'Transfer-Encoding: chunked\r\n',
  '\r\n\r\n',
];
function seemsWhole(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  const head = text.indexOf('\r\n\r\n');
  const length = Number(/content-length:\s*(\d+)/i.exec(text.slice(0, Math.max(0, head)))?.[1] ?? 0);
  return head >= 0 && !/transfer-encoding/i.test(text) && text.length - head - 4 >= length;
}

/** Sends bytes and returns the status of the first answer; null without one, and for an incomplete request. */
const statusOf = (bytes: Buffer) =>
  new Promise<number | null>((resolve, reject) => {
    const socket = connect(terminals.port, '127.0.0.1', () => socket.write(bytes));
    const settle = (status: number | null) => {
      clearTimeout(patience);
      socket.destroy();
      resolve(status);
    };
    const patience = setTimeout(() => settle(null), seemsWhole(bytes) ? SLOW_MS - 500 : HALF_MS);
    socket.setTimeout(SLOW_MS, () => reject(new Error('no end')));
    socket.on('data', (chunk) => settle(Number(/^HTTP\/1\.1 (\d{3}) /.exec(chunk.toString('latin1'))?.[1] ?? 999)));
    // The client was cut off while it still wrote, after the server had answered.
    socket.on('error', () => settle(null)).on('close', () => settle(null));
  });

it(
  'whatever bytes a terminal sends, the answer is one of the protocol, at once, and the next upload is stored',
  async () => {
    const accountId = await givenAccount(t.db);
    await t.db.run(sql`update account set store_templates = true where account_id = ${accountId}`);
    await givenEmployee(t.db, accountId, { timeId: '7' });
    const { serialNumber } = await givenDevice(t.db, accountId);
    const answers: Record<string, number> = {};
    const ask = async (bytes: Buffer) => {
      t.clock.advance(1_000);
      const started = performance.now();
      const status = await statusOf(bytes);
      const what = `${status}: ${JSON.stringify(bytes.toString('latin1').slice(0, 2_000))}`;
      expect(performance.now() - started, what).toBeLessThan(SLOW_MS);
      if (status !== null) expect(MAY_ANSWER, what).toContain(status);
      answers[String(status)] = (answers[String(status)] ?? 0) + 1;
    };
    for (let from = 0; from < CASES; from += SLICE) {
      const cases = spoiled(requests(serialNumber), odd, Math.min(SLICE, CASES - from), 20_261_121 + from).values();
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (const bytes of cases) await ask(bytes);
        }),
      );
    }
    console.info('terminal bytes:', answers);
    const line = '7\t2026-11-20 08:08:08\t0\t1';
    expect((await terminals.send('POST', `/iclock/cdata?SN=${serialNumber}&table=ATTLOG`, line)).body).toMatch(
      /^OK|DEVICE NOT/,
    );
  },
  60_000 + Math.min(CASES * 500, 3_600_000),
);

it('a NUL in whatever a terminal sends is no failure of the database', async () => {
  const accountId = await givenAccount(t.db);
  const { serialNumber } = await givenDevice(t.db, accountId);
  const bodies: [string, string][] = [
    ['AuthType=device', 'time=2026-11-20 07:00:00\tpin=\0\tevent=3'],
    ['table=options', '~DeviceName=K\x0040,FWVersion=\0'],
    ['table=OPERLOG', 'USER PIN=\x007\tName=A\0nn'],
    ['table=ATTLOG', '7\0\t2026-11-20 07:00:00\t0\t1'],
    ['table=rtlog', 'time=2026-11-20 07:00:00\tpin=7\0\tevent=3'],
  ];
  for (const [query, body] of bodies)
    expect([query, (await terminals.send('POST', `/iclock/cdata?SN=${serialNumber}&${query}`, body)).status]).toEqual([
      query,
      200,
    ]);
  for (const query of ['PIN=%00', 'table=RemoteAtt&PIN=7%00', 'options=all&language=%00&pushver=%00'])
    expect([query, (await terminals.send('GET', `/iclock/cdata?SN=${serialNumber}&${query}`)).status]).toEqual([
      query,
      200,
    ]);
  expect(
    (await terminals.send('POST', `/iclock/devicecmd?SN=${serialNumber}`, 'ID=\x001&Return=0&CMD=\0')).status,
  ).toBe(200);
});
