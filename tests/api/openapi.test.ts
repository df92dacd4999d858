import { expect, it } from 'vitest';
import { PAYROLL_PARTS } from '#contract/intake/payroll.ts';
import { ERROR_STATUS } from '#contract/platform/errors.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();
const openApi = async () => (await t.ask('/v2/openapi.json')).json();

it('describes the fields of every part of a payroll sync, and every answer', async () => {
  const { paths } = await openApi();
  const sync = paths['/v2/payroll/{systemId}/sync'].post;
  const { properties } = sync.requestBody.content['application/json'].schema;
  for (const part of PAYROLL_PARTS) {
    const { items } = properties[part];
    expect(Object.keys(items.properties ?? {}).length, part).toBeGreaterThan(1);
    for (const [field, schema] of Object.entries(items.properties)) expect(schema, `${part}.${field}`).not.toEqual({});
  }
  expect(properties.employees.items.required).toEqual(['code', 'number', 'firstName', 'lastName']);
  expect(properties.employees.items.properties.isActive).toMatchObject({ type: 'boolean' });
  expect(properties.standardTimes.items.properties.breaks.items.required).toEqual(['startTime', 'endTime']);
  expect(properties.pieceworkEntries.items.required.sort()).toEqual(['code', 'startedAt', 'units']);
  expect(properties.lookups.items.properties.entries.items.required).toEqual(['code', 'description']);
  expect(Object.keys(sync.responses)).toEqual(['200', '400', '401', '403', '413', '415', '429', '500', '503']);
  const codes = sync.responses['403'].content['application/json'].schema.properties.errorCode.enum;
  expect(codes).toEqual(['OUT_OF_SCOPE', 'SYSTEM_NOT_ALLOWED']);
});

it('every call names the refusals that calls of its kind may give', async () => {
  const { paths } = await openApi();
  for (const [path, calls] of Object.entries<Record<string, { responses: object; security?: object }>>(paths))
    for (const [method, { responses, security }] of Object.entries(calls)) {
      const statuses = Object.keys(responses);
      expect(statuses, `${method} ${path}`).toEqual(expect.arrayContaining(['429', '500', '503']));
      const isLogIn = ['/v2/session', '/v2/session/passkey', '/v2/session/exchange-web-auth-token'].includes(path);
      expect(statuses.includes('401'), `${method} ${path}`).toBe(security !== undefined || isLogIn);
    }
});

it.each([
  ['post', '/v2/account', 409, ['CONFLICT', 'ALREADY_EXISTS']],
  ['post', '/v2/setup/pasted', 409, ['CONFLICT', 'OWN_RECORD', 'PERIOD_LOCKED']],
  [
    'post',
    '/v2/backup-restore/{accountId}/restore/upload',
    400,
    ['VALIDATION_FAILED', 'INVALID_DOCUMENT_ID', 'INVALID_BACKUP'],
  ],
  ['post', '/v2/rc/activate', 410, ['EXPIRED']],
  [
    'get',
    '/v2/stats/employee/attendance-status-totals',
    400,
    ['VALIDATION_FAILED', 'INVALID_DOCUMENT_ID', 'DATE_OUT_OF_RANGE'],
  ],
])('%s %s names its own refusals of status %i', async (method, path, status, codes) => {
  const { paths } = await openApi();
  const { properties } = paths[path][method].responses[status].content['application/json'].schema;
  expect(properties.errorCode.enum ?? [properties.errorCode.const]).toEqual(codes);
});

/** Every error code is declared by at least one call, so a new code that nobody declared fails here. */
it('knows every code of the contract', async () => {
  const { paths } = await openApi();
  const text = JSON.stringify(paths);
  for (const code of Object.keys(ERROR_STATUS)) expect(text, code).toContain(`"${code}"`);
});
