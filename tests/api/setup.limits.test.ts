import { connect, type Socket } from 'node:net';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { WorkbookPreview } from '#contract/office/workbook.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { buildApp } from '#server/app.ts';
import { sql } from '#server/platform/db/db.ts';
import { LIMITS } from '#server/platform/http/rateLimit.ts';
import { givenAdmin, givenEmployer } from '../support/factories.ts';
import { createInProcessJobs } from '../support/jobs.ts';
import { inlineRow, xlsxOf } from '../support/sheets.ts';
import { useTestApp } from '../support/testApp.ts';
import { multipart } from '../support/zip.ts';

/** Previews, uploads and files wait for their account's turn, are limited, and keep within a quota. */
const t = useTestApp();

/** A server with the product's own limits. */
let limited: FastifyInstance;
beforeAll(async () => {
  const { rateLimits: _, ...config } = t.services.config;
  limited = await buildApp({ ...t.services, config, jobs: createInProcessJobs() });
});
afterAll(() => limited.close());

const given = () => givenEmployer(t.db, { permissions: [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE'] });
const HEAD = ['Employee Number', 'First Name', 'Last Name'];
const workbook = () => xlsxOf({ rows: inlineRow(...HEAD) + inlineRow('1', 'Ann', 'Adams') });
async function dropping(app: FastifyInstance, token: string, accountId?: string) {
  const { payload, headers } = multipart(await workbook(), { name: 'farm.xlsx' });
  const url = `/v2/setup/workbook${accountId ? `?accountId=${accountId}` : ''}`;
  return app.inject({ method: 'POST', url, payload, headers: { ...headers, authorization: token } });
}
async function codes(count: number, ask: () => Promise<LightMyRequestResponse>) {
  const answers = [];
  for (let n = 0; n < count; n++) answers.push(await ask());
  for (const { statusCode, headers } of answers)
    if (statusCode === 429) expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
  return answers.map(({ statusCode }) => statusCode);
}
const after = (burst: number, ok: number, more: number) => [...Array(burst).fill(ok), ...Array(more).fill(429)];

it('refused lines, the data before and the roll as a file have the limit of reports', async () => {
  const { burst } = LIMITS.report;
  const paths = async (token: string) => {
    const rows = [HEAD, ['', 'Ann', 'Adams']];
    const shown: WorkbookPreview = (
      await t.ask('/v2/setup/pasted', { token, body: { sheet: 'employees', rows } })
    ).json();
    await t.ask(`/v2/setup/workbook/${shown.workbookId}/apply`, {
      token,
      body: { outcomeHash: shown.outcomeHash, leaveRefused: true },
    });
    return [
      `setup/workbook/${shown.workbookId}/refused`,
      `setup/workbook/${shown.workbookId}/before`,
      'stats/roll/file?from=2026-11-18&to=2026-11-19',
    ];
  };
  for (const at of [0, 1, 2]) {
    const { token } = await given();
    const url = `/v2/${(await paths(token))[at]}`;
    const ask = () => limited.inject({ url, headers: { authorization: token } });
    expect(await codes(burst + 2, ask), url).toEqual(after(burst, 200, 2));
  }
});

it('changes of the set-up and their previews have limits of their own, by user', async () => {
  const { token } = await given();
  const body = { number: '1', firstName: 'Ann', lastName: 'Adams' };
  const ask = (preview: string) =>
    limited.inject({
      method: 'POST',
      url: `/v2/setup/employees${preview}`,
      headers: { authorization: token },
      payload: body,
    });
  const { burst } = LIMITS.preview;
  expect(await codes(burst + 2, () => ask('?preview=1'))).toEqual(after(burst, 200, 2));
  expect((await ask('')).statusCode).toBe(200);
});

it('of twenty simultaneous previews of one account some wait, the rest get a time to try again; another is served between them', async () => {
  const [flooder, other] = [await given(), await given()];
  const rows = [HEAD, ...Array.from({ length: 500 }, (_, n) => [`${n}`, 'Ann', 'Lee'])];
  const order: string[] = [];
  const preview = async (who: string, token: string) => {
    const answer = await t.ask('/v2/setup/pasted', { token, body: { sheet: 'employees', rows } });
    order.push(`${who} ${answer.statusCode}`);
    return answer;
  };
  const flood = Array.from({ length: 20 }, () => preview('flooder', flooder.token));
  expect((await preview('other', other.token)).statusCode).toBe(200);
  const refused = (await Promise.all(flood)).filter(({ statusCode }) => statusCode === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers } of refused) expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
  expect(order.filter((one) => one === 'flooder 200')).toHaveLength(20 - refused.length);
  expect(order.indexOf('other 200')).toBeLessThan(order.lastIndexOf('flooder 200'));
});

it('an account keeps the cells and lines of its five newest previews, and those of what was taken', async () => {
  const { token, accountId } = await given();
  const ids: string[] = [];
  for (let n = 0; n < 7; n++) {
    t.clock.advance(1_000);
    const { workbookId, outcomeHash }: WorkbookPreview = (await dropping(t.app, token)).json();
    ids.push(workbookId);
    if (n === 0)
      await t.ask(`/v2/setup/workbook/${workbookId}/apply`, { token, body: { outcomeHash, leaveRefused: false } });
  }
  const kept = await t.db.rows(
    z.object({ id: z.string(), isKept: z.boolean(), lines: z.int() }),
    sql`select workbook_upload_id as id, content is not null as "isKept",
          (select count(*)::int from workbook_line l where l.workbook_upload_id = u.workbook_upload_id) as lines
        from workbook_upload u where account_id = ${accountId} order by created_at`,
  );
  const [applied, , ...newest] = ids;
  expect(kept).toEqual([
    { id: applied, isKept: true, lines: 1 },
    ...newest.map((id) => ({ id, isKept: true, lines: 1 })),
  ]);
  expect((await t.ask(`/v2/setup/workbook/${applied}/before`, { token })).statusCode).toBe(200);
});

it('the account of an upload is found before its limit is counted', async () => {
  const admin = await givenAdmin(t.db);
  const { accountId } = await given();
  const invented = await dropping(limited, admin.token, uuidv7());
  expect([invented.statusCode, invented.json().message]).toEqual([404, 'Account not found']);
  const { burst } = LIMITS.import;
  const upload = () => dropping(limited, admin.token, accountId);
  expect(await codes(burst + 1, upload)).toEqual(after(burst, 200, 1));
});

it('bodies of workbooks that do not end take no more memory than two of the largest', async () => {
  const { token } = await given();
  const address = new URL(await t.app.listen({ port: 0, host: '127.0.0.1' }));
  const sockets: Socket[] = [];
  /** Opens one and returns the answer to it; 'waits' where there is none after `waitsMs`. */
  const open = async (waitsMs?: number) => {
    const socket = connect(Number(address.port), '127.0.0.1');
    sockets.push(socket);
    const head = `POST /v2/setup/workbook HTTP/1.1\r\nhost: ${address.host}\r\nauthorization: ${token}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 10000000\r\n\r\n`;
    socket.write(
      `${head}--x\r\ncontent-disposition: form-data; name="workbook"; filename="a.xlsx"\r\n\r\n${'x'.repeat(1_000)}`,
    );
    return new Promise<string>((resolve) => {
      socket.once('data', (answer) => resolve(String(answer)));
      if (waitsMs !== undefined) setTimeout(() => resolve('waits'), waitsMs);
    });
  };
  try {
    expect([await open(700), await open(700), await open(700)]).toEqual(['waits', 'waits', 'waits']);
    expect(await open()).toMatch(/^HTTP\/1.1 503 .*retry-after: 15/s);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});
