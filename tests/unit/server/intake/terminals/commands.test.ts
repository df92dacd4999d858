import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  commandReply,
  commandText,
  offsetText,
  terminalName,
  UnsafeValue,
} from '#server/intake/terminals/dialects/adms/commands.ts';

const now = Date.parse('2026-03-02T05:00:00Z');
const attendance = (command: Parameters<typeof commandText>[0]) =>
  commandText(command, 'attendance', 'Asia/Kolkata', now);

describe('commands', () => {
  it('are written in the dialect of the terminal', () => {
    const put = { kind: 'put-user', pin: '007', name: 'Ann Lee' } as const;
    expect(attendance(put)).toBe('DATA UPDATE USERINFO PIN=007\tName=Ann Lee');
    expect(commandText(put, 'access', 'UTC', now)).toBe('DATA UPDATE user Pin=007\tName=Ann Lee');
    expect(attendance({ kind: 'delete-user', pin: '007' })).toBe('DATA DELETE USERINFO PIN=007');
    expect(attendance({ kind: 'set-clock' })).toMatch(/^SET OPTION DateTime=\d+$/);
    expect(commandText({ kind: 'set-clock' }, 'access', 'UTC', now)).toMatch(/^SET OPTIONS DateTime=\d+$/);
  });

  it.each(['1\tPri=14', '1\nC:9:REBOOT', '1\r', '1\0'])('refuse the PIN %j', (pin) => {
    expect(() => attendance({ kind: 'put-user', pin, name: 'x' })).toThrow(UnsafeValue);
    expect(() => attendance({ kind: 'delete-user', pin })).toThrow(UnsafeValue);
  });

  it('never let a name leave its line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (name) => {
        const text = attendance({ kind: 'put-user', pin: '1', name: terminalName(name) });
        expect(text.split(/[\r\n]/)).toHaveLength(1);
        expect(text.split('\t')).toHaveLength(2);
        expect(Buffer.byteLength(terminalName(name))).toBeLessThanOrEqual(24);
      }),
    );
    expect(terminalName('Ann\r\nC:9:REBOOT')).toBe('Ann C:9:REBOOT');
    expect(terminalName('ééééééééééééééé')).toBe('éééééééééééé');
  });
});

describe('the reply to a poll', () => {
  it('is OK without a newline when there is nothing', () => expect(commandReply([]).body).toBe('OK'));
  it('ends every command with LF and puts a reboot last', () => {
    const { body, ids } = commandReply([
      { id: 'a', text: 'REBOOT' },
      { id: 'b', text: 'CHECK' },
    ]);
    expect(body).toBe('C:b:CHECK\nC:a:REBOOT\n');
    expect(ids).toEqual(['b', 'a']);
  });
  it('holds at most 200 commands and 40 KB', () => {
    const many = Array.from({ length: 500 }, (_, i) => ({ id: String(i), text: 'CHECK' }));
    expect(commandReply(many).ids).toHaveLength(200);
    const large = many.map(({ id }) => ({ id, text: 'x'.repeat(1_000) }));
    expect(Buffer.byteLength(commandReply(large).body)).toBeLessThanOrEqual(40_000);
  });
  it('writes an offset as 3.x wants it', () => {
    expect(offsetText('Asia/Kolkata', now)).toBe('+0530');
    expect(offsetText('America/St_Johns', now)).toBe('-0330');
  });
});
