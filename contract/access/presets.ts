import { z } from 'zod';
import { GRANTABLE, type Permission, ROLE_DEFAULTS } from '../platform/permissions.ts';
import { words } from '../platform/words.ts';

/** Sets of permissions that an employer can get at once; the first is the default. */
export const PRESETS = {
  viewer: { label: words('Viewer'), about: words('the dashboard'), api: ROLE_DEFAULTS.employer.permissions },
  supervisor: {
    label: words('Supervisor'),
    about: words('the dashboard and corrections'),
    api: [...ROLE_DEFAULTS.employer.permissions, 'Attendance.CORRECT'],
  },
  owner: { label: words('Owner'), about: words('everything, the set-up too'), api: GRANTABLE.employer },
} as const satisfies Record<string, { label: string; about: string; api: readonly Permission[] }>;
export type Preset = keyof typeof PRESETS;
export const presetName = z.enum(Object.keys(PRESETS) as Preset[]); // the keys of a constant
export const isPreset = (name: string): name is Preset => name in PRESETS;
