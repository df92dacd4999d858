import fc from 'fast-check';
import { expect, test } from 'vitest';
import { errorMessage, FrontendMessages, query } from '#server/db/embedded/messages.ts';

const startup = Buffer.concat([Buffer.from([0, 0, 0, 20, 0, 3, 0, 0]), Buffer.from('user\0postg\0\0')]);
const sync = Buffer.from([0x53, 0, 0, 0, 4]);

/** Cuts bytes at the given positions and feeds the pieces in order. */
function feed(bytes: Buffer, cuts: number[]) {
  const parser = new FrontendMessages();
  const places = [...new Set(cuts.map((cut) => cut % bytes.length))].sort((a, b) => a - b);
  const chunks = [0, ...places].map((from, i, all) => bytes.subarray(from, all[i + 1] ?? bytes.length));
  return chunks.flatMap((chunk) => [...parser.push(chunk)]);
}

test('the same messages come out wherever the network cuts them', () => {
  const sent = [startup, query('select 1'), sync, query('x'.repeat(70_000)), sync];
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 40 }), (cuts) => {
      const received = feed(Buffer.concat(sent), cuts);
      expect(received.map(({ type }) => type)).toEqual(['startup', 'Q', 'S', 'Q', 'S']);
      expect(Buffer.concat(received.map(({ bytes }) => bytes)).equals(Buffer.concat(sent))).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test('an encryption request and a cancel request are told from a startup', () => {
  const parser = new FrontendMessages();
  const ssl = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
  const cancel = Buffer.from([0, 0, 0, 16, 0x04, 0xd2, 0x16, 0x2e, 0, 0, 0, 1, 0, 0, 0, 2]);
  const codes = [...parser.push(Buffer.concat([ssl, startup]))].map(({ code }) => code);
  expect(codes).toEqual(['ssl', 'startup']);
  expect([...new FrontendMessages().push(cancel)].map(({ code }) => code)).toEqual(['cancel']);
});

test('an impossible length ends the connection instead of waiting for gigabytes', () => {
  const parser = new FrontendMessages();
  [...parser.push(startup)];
  expect(() => [...parser.push(Buffer.from([0x51, 0x7f, 0xff, 0xff, 0xff]))]).toThrow('Impossible message length');
  expect(() => [...new FrontendMessages().push(Buffer.from('GET / HTTP/1.1\r\n'))]).toThrow(
    'Impossible message length',
  );
});

test('an error carries its code and reason as clients read them', () => {
  const message = errorMessage('25P03', 'too long');
  expect(message.subarray(0, 1).toString()).toBe('E');
  expect(message.readInt32BE(1)).toBe(message.length - 1);
  expect(message.toString('utf8', 5)).toBe('SFATAL\0VFATAL\0C25P03\0Mtoo long\0\0');
});
