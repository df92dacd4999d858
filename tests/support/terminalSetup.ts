import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/platform/db/db.ts';
import { parseReply, RawHttp, type RawHttpOptions } from './rawHttp.ts';
import { TerminalEmulator, type TerminalOptions } from './terminal.ts';
import type { TestApp } from './testApp.ts';

const record = z.object({
  timeId: z.string().nullable(),
  at: z.coerce.date(),
  direction: z.string(),
  raw: z.string().nullable(),
  employeeId: z.string().nullable(),
  standing: z.string(),
});

/** Makes the app of a test file listen on a port of its own, and speaks to it as terminals do. */
export function useTerminals(t: TestApp) {
  let port = 0;
  beforeAll(async () => {
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    port = (t.app.server.address() as AddressInfo).port;
  });
  afterAll(() => t.app.close());
  const http = (options: Partial<RawHttpOptions> = {}) => new RawHttp({ port, ...options });
  return {
    get port() {
      return port;
    },
    http,
    /** Sends a well-formed request; returns the reply as a strict terminal reads it. */
    send: (method: string, target: string, body?: string | Buffer) => http().send(method, target, body),
    /** The very bytes of a capture. */
    raw: async (text: string | Buffer) =>
      parseReply(await http().exchange(typeof text === 'string' ? Buffer.from(text, 'latin1') : text)),
    terminal: (serial: string, options: Partial<TerminalOptions> = {}) =>
      new TerminalEmulator({ port, serial, ...options }),
    records: (accountId: string) =>
      t.db.rows(
        record,
        sql`select time_id as "timeId", at, direction, raw, employee_id as "employeeId", standing from clock_record
            where account_id = ${accountId} order by at, time_id`,
      ),
  };
}
