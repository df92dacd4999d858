import { z } from 'zod';

/** Terminals that call by serial number (ADMS), and makes that send events to an address of their own. */
export const PUSH_MAKES = ['hikvision', 'dahua', 'controlid', 'bioconnect', 'json'] as const;
export type PushMake = (typeof PUSH_MAKES)[number];
export const terminalMake = z.enum(['adms', ...PUSH_MAKES]);
export type TerminalMake = z.infer<typeof terminalMake>;
/** Returns the path under which only the holder of a terminal's secret is believed. */
export const secretPathOf = (make: TerminalMake, secret: string) =>
  make === 'adms' ? `/d/${secret}/iclock` : `/t/${secret}/${make}`;
