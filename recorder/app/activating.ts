import { z } from 'zod/mini';
import type { activateDevice } from '#contract/intake/sync.ts';
import type { ResponseOf } from '#contract/platform/endpoint.ts';
import { clientVersion, isInstalled } from './device.ts';

/** Needed to set the device up alone, and no part of the first screen's code afterwards. */
export const ACTIVATE: (typeof activateDevice)['path'] = '/rc/activate';

export const activateAnswer = z.object({
  deviceToken: z.string(),
  deviceId: z.string(),
  accountName: z.string(),
  timeZone: z.string(),
  accountId: z.optional(z.string()),
  kind: z.optional(z.string()),
  description: z.optional(z.string()),
  serverTime: z.optional(z.iso.datetime({ offset: true })),
}) satisfies z.ZodMiniType<ResponseOf<typeof activateDevice>>;

/** Returns true on iPhone and iPad, where an installed application has storage of its own: a code redeemed in Safari would be lost to it. */
export const isAppleBrowser = () =>
  !isInstalled() &&
  (/iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1));

export const deviceInfo = () => ({
  platform: (navigator.userAgent.match(/Android|iPhone|iPad|Windows|Macintosh|Linux/)?.[0] ?? 'Browser').slice(0, 60),
  clientVersion: clientVersion(),
});
