import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  ADMIN_PERMISSIONS,
  GRANTABLE,
  type ModuleName,
  moduleName,
  PERMISSIONS,
  type Permission,
  ROLE_DEFAULTS,
} from '#contract/platform/permissions.ts';
import { foldText } from '#contract/platform/personNames.ts';
import {
  checkGrants,
  checkMayTouch,
  checkSelfChange,
  checkStillManaged,
  defaultRights,
  roleForAccount,
} from '#server/access/users/rules.ts';
import { searchPatterns, searchTextOf, textMatcher } from '#server/platform/searchText.ts';

const permissions = fc.subarray([...PERMISSIONS] as Permission[]);
const isAdminRight = (name: Permission) => (ADMIN_PERMISSIONS as readonly Permission[]).includes(name);
const passes = (check: () => void) => {
  try {
    check();
    return true;
  } catch {
    return false;
  }
};

it('what passes grants nothing beyond the role, nor an administrator’s right that the granter lacks', () => {
  fc.assert(
    fc.property(
      permissions,
      permissions,
      permissions,
      fc.constantFrom('admin' as const, 'employer' as const),
      (own, before, after, role) => {
        const actor = { userId: 'me', permissions: own };
        const none = { modules: [] };
        const gained = after.filter((name) => !before.includes(name));
        const right = gained.every(
          (name) => GRANTABLE[role].includes(name) && (!isAdminRight(name) || own.includes(name)),
        );
        const check = () => checkGrants(actor, role, { ...none, permissions: after }, { ...none, permissions: before });
        expect(passes(check)).toBe(right);
      },
    ),
  );
});

it('modules beyond the role are refused, but may stay where they are', () => {
  const actor = { userId: 'me', permissions: [] };
  const given = (...modules: ModuleName[]) => ({ modules, permissions: [] });
  const [own] = ROLE_DEFAULTS.employer.modules;
  const foreign = moduleName.options.find((name) => !ROLE_DEFAULTS.employer.modules.some((own) => own === name));
  if (!own || !foreign) throw new Error('An employer has some modules and lacks some');
  expect(passes(() => checkGrants(actor, 'employer', given(own)))).toBe(true);
  expect(passes(() => checkGrants(actor, 'employer', given(own, foreign)))).toBe(false);
  expect(passes(() => checkGrants(actor, 'employer', given(own, foreign), given(foreign)))).toBe(true);
});

it('there is always an active administrator, and one who can manage users', () => {
  type Standing = { isActive: boolean; permissions: Permission[] };
  const manager: Standing = { isActive: true, permissions: ['User.UPDATE'] };
  const plain: Standing = { isActive: true, permissions: [] };
  const inactive: Standing = { isActive: false, permissions: ['User.UPDATE'] };
  const may = (active: number, managing: number, before: Standing, after: Standing) =>
    passes(() => checkStillManaged({ active, managing }, before, after));
  // The last active one may be changed but not deactivated; inactive users do not count.
  expect(may(0, 0, manager, manager)).toBe(true);
  expect(may(0, 0, inactive, inactive)).toBe(true);
  expect(may(0, 0, plain, { ...plain, isActive: false })).toBe(false);
  expect(may(1, 0, plain, { ...plain, isActive: false })).toBe(true);
  // The last one who can manage users keeps that right.
  expect(may(1, 0, manager, plain)).toBe(false);
  expect(may(1, 0, manager, inactive)).toBe(false);
  expect(may(1, 1, manager, inactive)).toBe(true);
  expect(may(1, 0, inactive, plain)).toBe(true);
  expect(may(0, 0, plain, manager)).toBe(true);
});

it('only who may do as much may touch an administrator; employers and oneself may be touched', () => {
  fc.assert(
    fc.property(permissions, permissions, (own, theirs) => {
      const actor = { userId: 'me', permissions: own };
      const target = (userId: string, role: 'admin' | 'employer') => ({
        userId,
        role,
        permissions: theirs,
        modules: [],
      });
      const outranked = theirs.some((name) => isAdminRight(name) && !own.includes(name));
      expect(passes(() => checkMayTouch(actor, target('them', 'admin')))).toBe(!outranked);
      expect(passes(() => checkMayTouch(actor, target('me', 'admin')))).toBe(true);
      expect(passes(() => checkMayTouch(actor, target('them', 'employer')))).toBe(true);
    }),
  );
});

it('a new user starts with the set of the role, as far as it can be granted', () => {
  fc.assert(
    fc.property(permissions, fc.constantFrom('admin' as const, 'employer' as const), (own, role) => {
      const actor = { userId: 'me', permissions: own };
      const rights = defaultRights(actor, role);
      expect(passes(() => checkGrants(actor, role, rights))).toBe(true);
      if (role === 'employer') expect(rights.permissions).toEqual(ROLE_DEFAULTS.employer.permissions);
    }),
  );
});

it('nobody deactivates themselves or takes a permission from themselves; adding is another matter', () => {
  const me = { userId: 'me', role: 'admin' as const, permissions: ['User.GET'] as Permission[], modules: [] };
  const actor = { userId: 'me', permissions: me.permissions };
  expect(() => checkSelfChange(actor, me, { isActive: false, permissions: me.permissions })).toThrow('deactivate');
  expect(() => checkSelfChange(actor, me, { isActive: true, permissions: [] })).toThrow('take permissions');
  expect(passes(() => checkSelfChange(actor, me, { isActive: true, permissions: ['User.GET'] }))).toBe(true);
  expect(passes(() => checkSelfChange(actor, { ...me, userId: 'x' }, { isActive: false, permissions: [] }))).toBe(true);
});

it('the account decides the role', () => {
  expect(roleForAccount({ isSystem: true }, undefined)).toBe('admin');
  expect(roleForAccount({ isSystem: false }, 'employer')).toBe('employer');
  for (const [isSystem, role] of [
    [false, 'admin'],
    [true, 'employer'],
    [true, 'device'],
    [false, 'device'],
  ] as const)
    expect(() => roleForAccount({ isSystem }, role)).toThrow(
      isSystem ? 'only be an administrator' : 'only be an employer',
    );
});

it.each([
  ['Ünïcödé', 'unicode'],
  ['STRASSE', 'strasse'],
  ['Straße', 'strasse'],
  ['Øster Łódź', 'oster lodz'],
  ['Ærø', 'aero'],
  ['İstanbul', 'istanbul'],
  ['ﬁne  １２', 'fine 12'],
  ['  two   words ', 'two words'],
])('a search takes %s for %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

it('every word of a search must occur; what is special to SQL means itself', () => {
  expect(searchPatterns('  José  50%_\\ ')).toEqual(['%jose%', '%50\\%\\_\\\\%']);
  expect(searchPatterns('')).toEqual([]);
  expect(searchPatterns('a b c d e f g h i j k l')).toHaveLength(10);
  expect(searchTextOf('A', 'É')).toBe('a\ne');
});

it('the roll and the employees of a set-up are searched without accents and case too', () => {
  expect(textMatcher('jose 12')('12 José Łódź')).toBe(true);
  expect(textMatcher('')('12 José')).toBe(true);
  expect(textMatcher('josé maria')('12 Jose')).toBe(false);
});
