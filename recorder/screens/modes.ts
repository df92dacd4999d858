import { t } from '@lingui/core/macro';
import type { Mode } from '../store/meta.ts';

/** Returns the modes of a device by their names. */
export const modes = (): [Mode, string][] => [
  ['kiosk', t`Kiosk: people scan themselves`],
  ['crew', t`Crew: clocks and counts`],
  ['count', t`Count: counts only`],
  ['delivery', t`Delivery: takes containers in`],
];
