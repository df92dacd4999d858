import type { Access } from '#contract/platform/endpoint.ts';
import { GRANTABLE, PERMISSIONS, type Permission, ROLE_DEFAULTS } from '#contract/platform/permissions.ts';
import { SORTED } from './calls.ts';
import { code, page } from './markdown.ts';

const needs = (access: Access, permission: Permission) =>
  typeof access === 'object' && access.anyOf.includes(permission);
const ROLES = ['employer', 'admin'] as const;

const rolesOf = (roles: readonly string[]) => (roles.length === 0 ? 'nobody' : roles.join(', '));
/** Returns what a summary says first. */
const inShort = (summary: string) => summary.replace(/[.;:](\s.*)?$/, '');

/** Each permission: the roles whose new users have it, those that may be given it, and what it opens. */
export function permissions(): string {
  const parts = PERMISSIONS.map((permission) => {
    const starts = ROLES.filter((role) =>
      (ROLE_DEFAULTS[role].permissions as readonly Permission[]).includes(permission),
    );
    const given = ROLES.filter((role) => GRANTABLE[role].includes(permission) && !starts.includes(role));
    const opens = SORTED.filter(({ access }) => needs(access, permission));
    return [
      `## ${permission}`,
      `New users of: ${rolesOf(starts)}.${given.length > 0 ? ` May be given to: ${given.join(', ')}.` : ''}`,
      opens.map(({ method, path, summary }) => `- ${code(`${method} /v2${path}`)} ${inShort(summary)}`).join('\n'),
    ].join('\n\n');
  });
  return page(
    'Permissions',
    'For who gives rights to users. A user has a role, modules and permissions. A call that several permissions open needs one of them; beside them a [scope](scope.md) limits a user to some people.',
    ...parts,
  );
}
