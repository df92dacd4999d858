import { describe, expect, it } from 'vitest';
import { isTerminalPath, loggablePath, parseTerminalRequest } from '#server/intake/terminals/dialects/adms/request.ts';

describe('the shapes of a request', () => {
  it.each([
    ['/iclock/cdata?SN=A1&options=all', 'cdata'],
    ['/iclock/cdata.aspx?SN=A1', 'cdata'],
    ['/iclock/cdata/?SN=A1', 'cdata'],
    ['/iclock/cdata.aspx/?SN=A1', 'cdata'],
    ['/iclock/iclock/cdata?SN=A1', 'cdata'],
    ['//iclock//cdata?SN=A1', 'cdata'],
    ['/cdata?SN=A1', 'cdata'],
    ['/ICLOCK/CDATA.ASPX?SN=A1', 'cdata'],
    ['/iclock/getrequest?SN=A1&INFO=Ver%206.39%20Apr%2028%202008,1,1,1', 'getrequest'],
    ['/iclock/devicecmd?sn=A1', 'devicecmd'],
    ['/iclock/fdata?Sn=A1&table=ATTPHOTO', 'fdata'],
    ['/iclock/service/control?SN=A1', 'other'],
    ['/iclock/getreq?SN=A1', 'other'],
    ['/iclock?SN=A1', 'other'],
  ])('%s is %s', (url, endpoint) => {
    const request = parseTerminalRequest(url);
    expect(request).toMatchObject({ endpoint, serial: 'A1', serialProblem: null, secret: null });
    expect(isTerminalPath(url.split('?')[0] ?? '')).toBe(true);
  });

  it('takes the secret of a path', () => {
    expect(parseTerminalRequest('/d/s3cret_-x/iclock/cdata?SN=A1')).toMatchObject({
      secret: 's3cret_-x',
      endpoint: 'cdata',
    });
    expect(parseTerminalRequest('/d/s3cret/cdata.aspx?SN=A1')).toMatchObject({ secret: 's3cret', endpoint: 'cdata' });
  });

  it('is logged without its secret and its query', () => {
    expect(loggablePath('/d/s3cret_-x/iclock/odd?SN=A1&pushcommkey=k')).toBe('/d/[removed]/iclock/odd');
    expect(loggablePath('//d//s3cret/iclock/odd')).toBe('/d/[removed]/iclock/odd');
    expect(loggablePath('/iclock/odd?SN=A1')).toBe('/iclock/odd');
  });

  it('reads parameter names in any case and keeps what cannot be decoded', () => {
    const { params } = parseTerminalRequest('/iclock/cdata?sn=A1&Table=ATTLOG&PushCommKey=50%zz&x');
    expect(Object.fromEntries(params)).toEqual({ sn: 'A1', table: 'ATTLOG', pushcommkey: '50%zz', x: '' });
  });

  it.each([
    ['/iclock/cdata?SN=A1&SN=B2', 'conflicting'],
    ['/iclock/cdata?SN=A1&sn=B2', 'conflicting'],
    ['/iclock/cdata?options=all', 'missing'],
    ['/iclock/cdata?SN=', 'missing'],
    ['/iclock/cdata?SN=A1%0ARegistry=ok', 'malformed'],
    ['/iclock/cdata?SN=A/../1', 'malformed'],
    ['/iclock/cdata?SN=has%20space', 'malformed'],
    [`/iclock/cdata?SN=${'A'.repeat(65)}`, 'malformed'],
  ])('%s: the serial number is %s', (url, problem) => {
    expect(parseTerminalRequest(url)).toMatchObject({ serial: null, serialProblem: problem });
  });

  it('allows the same serial number twice', () => {
    expect(parseTerminalRequest('/iclock/cdata?SN=A1&sn=A1').serial).toBe('A1');
  });

  it.each(['/', '/v2/device', '/assets/cdata.js', '/d/abc', '/iclockwork', '/push/x'])(
    '%s is no terminal path',
    (path) => {
      expect(isTerminalPath(path)).toBe(false);
    },
  );
});
