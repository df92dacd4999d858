import { z } from 'zod';
import { ENDPOINTS } from '#contract/all.ts';
import type { Access, Endpoint } from '#contract/platform/endpoint.ts';
import { code, either, page, table } from './markdown.ts';

const CALLERS: Record<Extract<Access, string>, string> = {
  public: 'anybody',
  session: 'every session',
  device: 'a Recorder or device',
  payroll: 'a sync key',
  ticket: 'a log-in that lacks its second factor',
  enrolling: 'a session, or a log-in that has to set up a second factor',
};
const callerOf = (access: Access) =>
  typeof access === 'string'
    ? CALLERS[access]
    : `${access.role === 'any' ? 'every role' : access.role}: ${either(access.anyOf.map(code))}`;

/** Returns the names of the fields of an input, with '?' where one may be absent. */
function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties).map((name) => code(required.includes(name) ? name : `${name}?`));
}

const groupOf = ({ path }: Endpoint) => path.split('/')[1] ?? '';

const orderOf = ({ path, method }: Endpoint) => `${path} ${method}`;
/** Every endpoint by its path, in whatever order their files are read. */
export const SORTED = Object.values(ENDPOINTS).toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));

/** Every call, grouped by the first part of its path. Fields, answers and refusals are described whole at /v2/docs. */
export function calls(): string {
  const groups = [...new Set(SORTED.map(groupOf))];
  const rows = (group: string) =>
    SORTED.filter((one) => groupOf(one) === group).map((one) => [
      code(`${one.method} /v2${one.path}`),
      one.summary,
      [...fieldsOf(one.query), ...fieldsOf(one.body)].join(', '),
      callerOf(one.access),
    ]);
  return page(
    'HTTP calls',
    'For who calls the server from another program. Every call, what it takes in its query and body (`?`: may be absent), and who may call it. The types of the fields, the answers and the refusals are described at `/v2/docs` of every server, and as OpenAPI at `/v2/openapi.json`.',
    ...groups.map((group) => `## ${group}\n\n${table(['call', 'what it does', 'takes', 'callers'], rows(group))}`),
  );
}
