import { describe, expect, it } from 'vitest';
import { parseCard, parseOperationLine, redact } from '#server/intake/terminals/dialects/adms/operlog.ts';

const parse = (line: string, table = 'OPERLOG') => parseOperationLine(line, table);

describe('mixed uploads', () => {
  it('reads menu operations, with packed times of old devices too', () => {
    expect(parse('OPLOG 21\t1\t2026-03-02 07:00:00\t0\t0\t0\t0')).toMatchObject({
      kind: 'operation',
      op: 21,
      operator: '1',
      local: '2026-03-02 07:00:00',
    });
    expect(parse('OPLOG 4\t14\t289515406')).toMatchObject({
      kind: 'operation',
      op: 4,
      operator: '14',
      local: '2009-01-03 20:56:46',
    });
    expect(parse('OPLOG 0')).toMatchObject({ kind: 'operation', op: 0, operator: '', local: null });
    expect(parse('OPLOG x\ty')).toMatchObject({ kind: 'reject', reason: 'unknown-layout' });
  });

  it.each([
    [
      'USER PIN=0012\tName=Ann Lee\tPri=14\tPasswd=9\tCard=[15CD5B07]\tGrp=1\tTZ=0',
      'OPERLOG',
      { pin: '0012', name: 'Ann Lee', privilege: 14, card: '123456789', blocked: false },
    ],
    [
      'USER\tPIN=5\tName=a=b\tGrp=100',
      'OPERLOG',
      { pin: '5', name: 'a=b', privilege: null, card: null, blocked: true },
    ],
    ['PIN=5\tName=X\tPri=0\tCard=77', 'USERINFO', { pin: '5', name: 'X', privilege: 0, card: '77', blocked: false }],
    ['Pin=5\tName=X', 'operlog', { pin: '5', name: 'X', privilege: null, card: null, blocked: false }],
  ])('%s', (line, table, user) => expect(parse(line, table)).toEqual({ kind: 'user', user }));

  it('does not take the PIN USER001 for the word USER', () => {
    expect(parse('USER001 PIN=5\tName=X')).toMatchObject({ kind: 'reject' });
    expect(parse('USER001\t2026-03-02 07:00:00')).toMatchObject({ kind: 'reject' });
  });

  it.each([
    ['FP PIN=7\tFID=2\tSize=4\tValid=1\tTMP=QUJD', 'OPERLOG', 'FINGERTMP', '2'],
    ['FACE PIN=7\tFID=1\tSIZE=4\tVALID=1\tTMP=QUJD', 'OPERLOG', 'FACE', '1'],
    [
      'BIODATA Pin=7\tNo=0\tIndex=1\tValid=1\tDuress=0\tType=9\tMajorVer=5\tMinorVer=8\tFormat=0\tTmp=QUJD',
      'BIODATA',
      'BIODATA',
      '0-1-9-5',
    ],
    ['Pin=7\tNo=0\tIndex=1\tType=9\tTmp=QUJD', 'BIODATA', 'BIODATA', '0-1-9'],
    ['USERPIC PIN=7\tFileName=7.jpg\tSize=4\tContent=QUJD', 'OPERLOG', 'USERPIC', '7.jpg'],
  ])('keeps %s as an opaque template', (line, table, kind, key) => {
    const parsed = parse(line, table);
    expect(parsed).toMatchObject({ kind: 'template', template: { table: kind, pin: '7', key } });
    expect(parsed.kind === 'template' && parsed.template.content).toContain('QUJD');
  });

  it('acknowledges what it has no use for', () => {
    expect(parse('ERRORLOG ErrCode=D01E0001\tErrMsg=x')).toMatchObject({ kind: 'other', word: 'ERRORLOG' });
    expect(parse('IDCARD PIN=1\tIDNum=2', 'IDCARD')).toMatchObject({ kind: 'other', word: 'IDCARD' });
  });

  it.each([
    ['[15CD5B07]', '123456789'],
    ['[0000000000]', null],
    ['[123]', null],
    ['123456789', '123456789'],
    ['0000000000', null],
    ['', null],
    [undefined, null],
    ['abc', null],
  ])('card %s is %s', (given, card) => expect(parseCard(given)).toBe(card));

  it('keeps no secret in a raw line', () => {
    const line = redact('USER PIN=1\tName=A\tPasswd=1234\tTMP=QUJD\tContent=zzz\tGrp=1');
    expect(line).toBe('USER PIN=1\tName=A\tPasswd=***\tTMP=***\tContent=***\tGrp=1');
    const refused = parse('USER PIN=\tPasswd=1234');
    expect(JSON.stringify(refused)).not.toContain('1234');
  });
});
