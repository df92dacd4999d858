import { cut } from '../../body.ts';

/** Capabilities and settings that a terminal reports about itself (`table=options`, registry, INFO). */
export type TerminalOptions = ReadonlyMap<string, string>;

/**
 * Parses `k=v,k=v` or one pair per line. Values may contain spaces and even commas (`~OEMVendor=ZKTECO CO., LTD.`), so a new pair starts only at a
 * comma before `name=`. Names are in lower case without their `~`; at most 300, with values of at most 200 characters.
 */
export function parseOptions(text: string): TerminalOptions {
  const options = new Map<string, string>();
  const pairs = text.replaceAll('\0', '').split(/\r\n|\n|\r|,(?=~?[A-Za-z0-9_]+=)/);
  for (const pair of pairs.slice(0, 300)) {
    const at = pair.indexOf('=');
    if (at <= 0) continue;
    const name = pair.slice(0, at).trim().replace(/^~/, '').toLowerCase();
    if (/^[a-z0-9_]{1,64}$/.test(name)) options.set(name, cut(pair.slice(at + 1).trim(), 200));
  }
  return options;
}

/**
 * The names of options that are stored, in lower case: what a terminal is, can do and contains. No secrets, and no names that a caller could invent.
 */
const KEPT = new Set(
  `serialnumber devicename oemvendor fwversion firmver firmware pushver pushversion pushoptionsflag platform devicetype language ipaddress
  address netmask gateipaddress mac productime usercount maxusercount fpcount facecount fvcount pvcount transactioncount
  maxattlogcount maxuserfingercount maxfingercount maxfacecount maxfvcount maxpvcount fingerfunon facefunon fvfunon pvfunon bioPhotoFun
  bioDataFun visilightfun isonlyrfmachine rfidfunon cardprotformat zkfpversion fpversion faceversion fvversion pvversion palmversion
  algver multibiodatasupport multibiophotosupport multibioversion multibiocount maxmultibiodatacount maxmultibiophotocount
  photofunon subcontractingupgradefunon doornum lockcount readercount auxincount auxoutcount machinetype registrationdevice datetime
  dstf timezone volume verifystyles eventtypes irtempdetectionfunon masktetectionfunon`
    .toLowerCase()
    .split(/\s+/),
);

/** Returns the options to store: known names only, at most 16 KB even if they are sent repeatedly. */
export const keptOptions = (options: TerminalOptions): Record<string, string> =>
  Object.fromEntries([...options].filter(([name]) => KEPT.has(name)));

/** `records`: the number of punches on the terminal. */
type TerminalInfo = { firmware: string | null; address: string | null; records: number | null };

/** Parses `INFO=Ver 6.39 Apr 28 2008,<users>,<fps>,<records>,<IP>,...` of a poll. */
export function parseInfo(info: string | undefined): TerminalInfo | null {
  if (!info) return null;
  const [firmware = '', , , records = '', address = ''] = info.split(',').map((part) => part.trim());
  return {
    firmware: cut(firmware, 60) || null,
    address: /^[0-9.]{7,15}$/.test(address) ? address : null,
    records: /^\d{1,8}$/.test(records) ? Number(records) : null,
  };
}
