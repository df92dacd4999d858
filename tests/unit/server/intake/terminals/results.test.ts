import { describe, expect, it } from 'vitest';
import { keptOptions, parseInfo, parseOptions } from '#server/intake/terminals/dialects/adms/options.ts';
import { isPending, isRetryable, parseResults } from '#server/intake/terminals/dialects/adms/results.ts';

const plain = { serial: null, details: {} };

describe('command results', () => {
  it.each([
    ['ID=12&Return=0&CMD=DATA\n', [{ id: '12', code: 0, command: 'DATA', ...plain }]],
    ['ID=12&Return=-1004&CMD=DATA', [{ id: '12', code: -1004, command: 'DATA', ...plain }]],
    [
      'ID=a1&Return=0&CMD=CHECK\r\nID=a2&Return=-22&CMD=LOG\r\n\0',
      [
        { id: 'a1', code: 0, command: 'CHECK', ...plain },
        { id: 'a2', code: -22, command: 'LOG', ...plain },
      ],
    ],
    ['id=1&return=0&cmd=SET OPTIONS&SN=X9', [{ id: '1', code: 0, command: 'SET OPTIONS', serial: 'X9', details: {} }]],
    [
      'ID=1&Return=0&CMD=VERIFY SUM&StartTime=2026-01-01 00:00:00&EndTime=2026-02-01 00:00:00&AttlogCount=9',
      [{ id: '1', code: 0, command: 'VERIFY SUM', ...plain }],
    ],
    ['ID=1&Return=x&CMD=DATA', [{ id: '1', code: null, command: 'DATA', ...plain }]],
    [
      'ID=3&Return=0&CMD=INFO\n~SerialNumber=X9\nFWVersion=Ver 8.0.4=b\n',
      [{ id: '3', code: 0, command: 'INFO', serial: null, details: { serialnumber: 'X9', fwversion: 'Ver 8.0.4=b' } }],
    ],
    [
      'ID=4\nSN=X9\nReturn=12\nCMD=GetFile\nFILENAME=a\nContent=ID=5&Return=0&CMD=DATA\nmore',
      [{ id: '4', code: 12, command: 'GetFile', serial: 'X9', details: {} }],
    ],
    ['SN=X9\nCMD=Shell\nReturn=0\nID=4\nContent=', [{ id: '4', code: 0, command: 'Shell', serial: 'X9', details: {} }]],
    ['', []],
    ['nonsense', []],
    ['ID=&Return=0', []],
  ])('%j', (body, expected) => expect(parseResults(body)).toEqual(expected));

  it('knows which failures are worth another try', () => {
    expect([-1003, -1005, -1007].every(isRetryable)).toBe(true);
    expect([-1, -10, -1002, -1004, 0].some(isRetryable)).toBe(false);
    expect(isPending(-5000)).toBe(true);
  });
});

describe('options', () => {
  it('splits at commas before a name only', () => {
    const options = parseOptions(
      '~DeviceName=K40/ID,~OEMVendor=ZKTECO CO., LTD.,FPVersion=10,ComPassword=77,PushCommKey=s\n',
    );
    expect(Object.fromEntries(options)).toEqual({
      devicename: 'K40/ID',
      oemvendor: 'ZKTECO CO., LTD.',
      fpversion: '10',
      compassword: '77',
      pushcommkey: 's',
    });
    expect(keptOptions(options)).toEqual({ devicename: 'K40/ID', oemvendor: 'ZKTECO CO., LTD.', fpversion: '10' });
  });
  it('takes lines too', () => expect(parseOptions('A=1\r\n~B=2 x\r\n').get('b')).toBe('2 x'));
  it('reads the INFO of a poll', () => {
    expect(parseInfo('Ver 6.39 Apr 28 2008,12,3,400,192.168.1.201,10')).toEqual({
      firmware: 'Ver 6.39 Apr 28 2008',
      address: '192.168.1.201',
      records: 400,
    });
    expect(parseInfo('')).toBeNull();
  });
});
