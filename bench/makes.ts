import { createHash, randomBytes } from 'node:crypto';
import { PUSH_MAKES, type PushMake } from '#contract/intake/makes.ts';
import { systemClock } from '#server/platform/clock.ts';
import { sql } from '#server/platform/db/db.ts';
import { openCaller } from './support/calling.ts';
import { countRecords, givenCrowd } from './support/crowd.ts';
import { cpuOf, openRig, printTable, rounded } from './support/rig.ts';

/**
 * Measures the CPU of this server for a punch of each make of terminal over HTTP, in requests of one event and of several, as a ratio to one by ADMS.
 * Each punch is on disk when it is answered. The client is another process, and the makes take turns, so that a machine that slows down slows all alike.
 */
const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 200);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 300);
const WARM_UP = 100;
/** Of makes that send several events at once. */
const BATCH = 20;

type Punch = { id: number; pin: string; at: Date };
const seconds = (at: Date) => Math.floor(at.getTime() / 1_000);
const local = (at: Date) => at.toISOString().slice(0, 19);
const BODIES: Record<'adms' | PushMake, (punches: readonly Punch[]) => string> = {
  adms: (punches) =>
    punches.map(({ pin, at }) => `${pin}\t${local(at).replace('T', ' ')}\t0\t15\t0\t0\t0\t0\t0\t0\n`).join(''),
  hikvision: (punches) =>
    JSON.stringify(
      punches.map(({ id, pin, at }) => ({
        ...{ ipAddress: '192.0.2.9', portNo: 80, protocol: 'HTTP', macAddress: '00:00:5e:00:53:01', channelID: 1 },
        ...{
          dateTime: `${local(at)}+00:00`,
          activePostCount: 1,
          eventType: 'AccessControllerEvent',
          eventState: 'active',
        },
        AccessControllerEvent: {
          ...{
            deviceName: 'Gate',
            majorEventType: 5,
            subEventType: 75,
            serialNo: id,
            employeeNoString: pin,
            name: 'Jane',
          },
          ...{ cardReaderNo: 1, userType: 'normal', currentVerifyMode: 'face', currentEvent: true, mask: 'no' },
        },
      })),
    ),
  dahua: (punches) =>
    JSON.stringify({
      Events: punches.map(({ id, pin, at }) => ({
        ...{ Action: 'Pulse', Code: 'AccessControl', Index: 0 },
        Data: {
          ...{ CardNo: '', CardType: 0, Door: 0, ErrorCode: 0, Method: 15, ReaderID: '1', Status: 1, Type: 'Entry' },
          ...{ RecNo: id, UserID: pin, RealUTC: seconds(at), UTC: seconds(at) },
        },
      })),
    }),
  controlid: (punches) =>
    JSON.stringify({
      object_changes: punches.map(({ id, pin, at }) => ({
        ...{ object: 'access_logs', type: 'inserted' },
        values: {
          ...{ id: `${id}`, time: `${seconds(at)}`, event: '7', device_id: '4', identifier_id: '0', user_id: pin },
          ...{ portal_id: '1', identification_rule_id: '0', card_value: '0', log_type_id: '-1' },
        },
      })),
      device_id: 4,
    }),
  bioconnect: (punches) =>
    JSON.stringify(
      punches.map(({ pin, at }) => ({
        ...{ machine: 'LT0', type: 'verification' },
        data: { user_id: pin, punch_time: local(at).replaceAll(/[-:T]/g, '') },
      })),
    ),
  json: (punches) =>
    JSON.stringify({ events: punches.map(({ id, pin, at }) => ({ id, pin, time: `${local(at)}Z`, direction: 'in' })) }),
};

const rig = await openRig();
const caller = openCaller();
try {
  const { db } = rig.database;
  const now = systemClock.now();
  const senders = [];
  for (const make of ['adms', ...PUSH_MAKES] as const) {
    const { accountId, serial } = await givenCrowd(db, PEOPLE);
    const secret = randomBytes(24).toString('base64url');
    const hash = createHash('sha256').update(secret).digest();
    if (make !== 'adms')
      await db.run(
        sql`update device set dialect = ${make}, secret_path_hash = ${hash} where account_id = ${accountId}`,
      );
    const url = make === 'adms' ? `/iclock/cdata?SN=${serial}&table=ATTLOG&Stamp=9999` : `/t/${secret}/${make}`;
    senders.push({ make, accountId, url: `${rig.origin}${url}`, sent: 0, cpu: { one: 0, several: 0 } });
  }
  type Sender = (typeof senders)[number];
  const send = async (sender: Sender, events: number) => {
    const punches = Array.from({ length: events }, (): Punch => {
      const id = ++sender.sent;
      // Each person again after some minutes, going back.
      const ago = 1_000 * (1 + (id % 50)) + 300_000 * Math.floor(id / PEOPLE);
      return { id, pin: `${1 + (id % PEOPLE)}`, at: new Date(now.getTime() - ago) };
    });
    const body = BODIES[sender.make](punches);
    return cpuOf(async () => {
      const { status, text } = await caller.ask(sender.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      if (status !== 200 || !text.startsWith('OK')) throw new Error(`${sender.make} was refused: ${status}`);
    });
  };
  for (let n = -WARM_UP; n < ROUNDS; n++)
    for (const sender of senders)
      for (const [way, events] of [
        ['one', 1],
        ['several', BATCH],
      ] as const) {
        const ms = await send(sender, events);
        if (n >= 0) sender.cpu[way] += ms;
      }
  const [adms] = senders;
  if (!adms) throw new Error('ADMS is measured');
  const rows = [];
  for (const { make, accountId, sent, cpu } of senders) {
    const stored = await countRecords(db, accountId);
    if (stored !== sent) throw new Error(`${stored} of ${sent} punches of ${make} are stored`);
    rows.push({
      what: make,
      'CPU us/punch, one a request': rounded((cpu.one * 1_000) / ROUNDS, 0),
      'of ADMS': rounded(cpu.one / adms.cpu.one, 2),
      [`${BATCH} a request`]: rounded((cpu.several * 1_000) / ROUNDS / BATCH, 0),
      'of ADMS, several': rounded(cpu.several / adms.cpu.several, 2),
    });
  }
  printTable(`A punch of each make, ${ROUNDS} rounds of ${PEOPLE} people, durable, without the database's CPU`, rows);
} finally {
  caller.close();
  await rig.close();
}
