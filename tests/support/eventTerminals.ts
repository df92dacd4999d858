/** Emulated terminals of makes that send events to an address of their own, with memories and counters as they have. */

/** An event in a terminal's memory. `status` 0: in, 1: out, null: it does not say; `pin` null: a door, or no one. */
type Kept = { number: number; at: number; pin: string | null; status: number | null; refused: boolean; sent: boolean };
export type Sending = (body: string, path?: string) => Promise<number>;

/** Returns the bytes of one request with some events. `late`: not as they happened. */
type Wording = {
  body: (events: readonly Kept[], late: boolean) => string;
  /** The part of the path after the address. */
  path: string;
  /** The most events of a request. */
  batch: number;
  heartbeat: { body: string; path: string };
};

/** They stand in India. */
const AHEAD_MS = 330 * 60_000;
const iso = (at: number) => `${new Date(at + AHEAD_MS).toISOString().slice(0, 19)}+05:30`;
const WORDS = ['checkIn', 'checkOut'] as const;
/** One event a request, with doors among them. */
const hikvision: Wording = {
  path: '',
  batch: 1,
  heartbeat: { body: JSON.stringify({ eventType: 'heartBeat', eventState: 'active' }), path: '' },
  body: ([one], late) =>
    JSON.stringify({
      ...{ ipAddress: '192.0.2.9', portNo: 80, protocol: 'HTTP', dateTime: iso(one?.at ?? 0), activePostCount: 1 },
      ...{ eventType: 'AccessControllerEvent', eventState: 'active' },
      AccessControllerEvent: {
        ...{ deviceName: 'Gate', majorEventType: 5, subEventType: one?.pin === null ? 21 : one?.refused ? 76 : 75 },
        ...{ serialNo: one?.number, currentEvent: !late, frontSerialNo: (one?.number ?? 1) - 1 },
        ...(one?.pin !== null && { employeeNoString: one?.pin, name: 'Asha', currentVerifyMode: 'face' }),
        attendanceStatus: WORDS[one?.status ?? -1] ?? 'undefined',
      },
    }),
};
/** Several in one multipart body, with frames of faces among them, which count nothing. */
const dahua: Wording = {
  path: '',
  batch: 5,
  heartbeat: { body: '', path: '' },
  body: (events) => {
    const Events = events.flatMap(({ number, at, pin, status, refused }) => {
      const data = { Door: 0, Method: 15, UserID: pin ?? '', UTC: Math.floor(at / 1_000), UserType: 0 };
      const frame = { Code: '_DoorFace_', Data: { ...data, Similarity: 90, Status: 1, RealUTC: data.UTC } };
      const Type = status === null ? '' : status === 0 ? 'Entry' : 'Exit';
      return [
        frame,
        {
          Action: 'Pulse',
          Code: 'AccessControl',
          Data: { ...data, Type, Status: refused || !pin ? 0 : 1, RecNo: number },
        },
        frame,
      ];
    });
    return `--myboundary\r\nContent-Disposition: form-data; name="info"\r\n\r\n${JSON.stringify({ Events, Time: '' })}\r\n--myboundary--\r\n`;
  },
};
const controlid: Wording = {
  path: '/api/notifications/dao',
  batch: 3,
  heartbeat: { body: '{"device_id":478435}', path: '/api/notifications/device_is_alive' },
  body: (events) =>
    JSON.stringify({
      object_changes: events.map(({ number, at, pin, refused }) => ({
        ...{ object: 'access_logs', type: 'inserted' },
        values: {
          ...{ id: String(number), time: String(Math.floor((at + AHEAD_MS) / 1_000)), event: refused ? '6' : '7' },
          ...{ device_id: '478435', user_id: pin ?? '0', portal_id: '1', card_value: '0' },
        },
      })),
    }),
};
/** A cloud that passes on one verification a call, without a direction. */
const bioconnect: Wording = {
  path: '',
  batch: 1,
  heartbeat: { body: '{"machine": "LT0", "type": "connection", "data": {}}', path: '' },
  body: ([one]) => {
    const punch_time = iso(one?.at ?? 0)
      .slice(0, 19)
      .replaceAll(/[-:T]/g, '');
    const isPass = one?.pin && !one.refused;
    return JSON.stringify({
      machine: 'LT0',
      type: isPass ? 'verification' : 'connection',
      data: isPass ? { user_id: one.pin, punch_time } : {},
    });
  },
};
/** A program that passes on passes alone, in lists. */
const json: Wording = {
  path: '',
  batch: 20,
  heartbeat: { body: '', path: '' },
  body: (events) =>
    JSON.stringify({
      events: events.flatMap(({ number, at, pin, status, refused }) =>
        pin && !refused
          ? { id: number, pin, time: iso(at), ...(status !== null && { direction: status === 0 ? 'in' : 'out' }) }
          : [],
      ),
    }),
};
const WORDINGS = { hikvision, dahua, controlid, bioconnect, json };

/** A terminal of a make that keeps its events until each was answered 200, and sends them in order. */
export class EventTerminal {
  readonly #wording: Wording;
  readonly #send: Sending;
  readonly #kept: Kept[] = [];
  #number = 0;
  isOnline = true;
  /** By how much its clock is off, in ms: events are stored by it. */
  clockMs = 0;
  /** The number of next requests whose answers are lost: they arrive, and are sent again. */
  losesAnswers = 0;

  constructor(make: keyof typeof WORDINGS, send: Sending) {
    this.#wording = WORDINGS[make];
    this.#send = send;
  }

  record(at: number, pin: string | null, { status = null as number | null, refused = false } = {}) {
    this.#kept.push({ number: ++this.#number, at: at + this.clockMs, pin, status, refused, sent: false });
  }
  /** The counter begins again at 1, as after a reset; what is kept stays. */
  reset() {
    this.#number = 0;
  }
  /** Drops what was not sent: it never arrives. Returns how many. */
  lose(): number {
    const lost = this.#kept.filter(({ sent }) => !sent);
    for (const one of lost) one.sent = true;
    return lost.length;
  }
  /** Sends the events that were lost, as a terminal does that is asked for its history. */
  recall(from: number, to: number) {
    for (const one of this.#kept) if (one.at >= from && one.at <= to) one.sent = false;
  }

  /** A heartbeat, and everything that is not acknowledged; `late`: later than it happened. */
  async call(late = false): Promise<void> {
    if (!this.isOnline) return;
    const { body, path, batch, heartbeat } = this.#wording;
    await this.#send(heartbeat.body, heartbeat.path);
    for (;;) {
      const events = this.#kept.filter(({ sent }) => !sent).slice(0, batch);
      if (events.length === 0) return;
      const status = await this.#send(body(events, late), path);
      if (status !== 200) return;
      if (this.losesAnswers > 0) this.losesAnswers--;
      else for (const one of events) one.sent = true;
    }
  }
}
