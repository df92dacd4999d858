import type { Dialect } from '../../terminals.sql.ts';
import { timeZoneInteger } from './packedTime.ts';

/**
 * Returns the dialect that a device announces by `pushver` 3.x or `DeviceType=acc`. A firmware text such as 'PushVersion 3.1.2S' does not count. Null
 * when it announces nothing: then its stored dialect applies.
 */
export function announcedDialect(params: ReadonlyMap<string, string>): Dialect | null {
  const deviceType = params.get('devicetype')?.toLowerCase();
  if (deviceType === 'att') return 'attendance';
  if (deviceType === 'acc') return 'access';
  const version = params.get('pushver');
  if (version === undefined || version === '') return null;
  return /^3\./.test(version) ? 'access' : 'attendance';
}

type HandshakeOptions = {
  timeZone: string;
  /** Epoch milliseconds; the zone's offset is the one at this instant. */
  now: number;
  /** Asks once for everything that the terminal keeps. */
  reload: boolean;
  /** True when templates are wanted; tables that are left out are not uploaded. */
  templates: boolean;
};

const block = (lines: string[]) => `${lines.join('\n')}\n`;

/** Returns the option block of an enrolled terminal, with both families of stamps, words instead of bits, and a line end after the last line. */
export function handshakeBlock(serial: string, { timeZone, now, reload, templates }: HandshakeOptions): string {
  const stamp = reload ? '0' : 'None';
  const oldStamp = reload ? '0' : '9999';
  const words = ['AttLog', 'OpLog', 'EnrollUser', 'ChgUser'];
  if (templates) words.push('EnrollFP', 'ChgFP', 'FACE', 'FVEIN', 'BioPhoto', 'UserPic');
  return block([
    `GET OPTION FROM: ${serial}`,
    `Stamp=${oldStamp}`,
    `OpStamp=${oldStamp}`,
    'PhotoStamp=9999',
    `ATTLOGStamp=${stamp}`,
    `OPERLOGStamp=${stamp}`,
    'ATTPHOTOStamp=None',
    'BIODATAStamp=None',
    'IDCARDStamp=None',
    'ERRORLOGStamp=None',
    'ErrorDelay=30',
    'Delay=10',
    'TransTimes=00:00;14:05',
    'TransInterval=1',
    `TransFlag=TransData ${words.join('\t')}`,
    `TimeZone=${timeZoneInteger(timeZone, now)}`,
    'Realtime=1',
    'Encrypt=0',
    'ServerVer=2.4.1',
    'PushProtVer=2.4.1',
    'PushOptionsFlag=1',
    'PushOptions=FingerFunOn,FaceFunOn,UserCount,TransactionCount,MultiBioDataSupport,MultiBioPhotoSupport',
    'SupportPing=1',
    'MaxPostSize=1048576',
  ]);
}

/**
 * Returns the option block of a terminal that nobody has enrolled: valid, so that the terminal stops retrying, but asking for nothing. It has no
 * TimeZone, which would set the clock of another account's terminal.
 */
export const neutralBlock = (serial: string): string =>
  block([
    `GET OPTION FROM: ${serial}`,
    'Stamp=None',
    'OpStamp=None',
    'PhotoStamp=None',
    'ATTLOGStamp=None',
    'OPERLOGStamp=None',
    'ATTPHOTOStamp=None',
    'ErrorDelay=60',
    'Delay=60',
    'TransTimes=00:00',
    'TransInterval=0',
    'TransFlag=TransData',
    'Realtime=0',
    'Encrypt=0',
    'ServerVer=2.4.1',
  ]);
