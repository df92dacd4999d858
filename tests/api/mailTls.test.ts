import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { createMailTransport } from '#server/platform/mail/transport.ts';

/** A mail server that does not offer STARTTLS, and the lines that it received. */
const heard: string[] = [];
let server: Server;
beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined).write('220 plain.test\r\n');
    let isData = false;
    socket.on('data', (bytes) => {
      for (const line of bytes.toString().split('\r\n').filter(Boolean)) {
        heard.push(line);
        if (isData && line !== '.') continue;
        isData = line === 'DATA';
        socket.write(line.startsWith('EHLO') ? '250 plain.test\r\n' : isData ? '354 go on\r\n' : '250 ok\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** 0.0.0.0 also reaches this machine, but is not one of its own addresses. */
const send = async (host: string, tls?: string) => {
  heard.length = 0;
  const { port } = server.address() as AddressInfo;
  const env = { SMTP_URL: `smtp://${host}:${port}`, ...(tls && { SMTP_TLS: tls }) };
  const transport = createMailTransport(readConfig(env));
  const mail = {
    mailId: 'm',
    recipient: 'jane@a.test',
    subject: 'x',
    text: 'a secret link',
    html: '',
    messageId: '<m@a>',
  };
  const sent = await transport.send(mail).then(
    () => 'sent',
    () => 'refused',
  );
  transport.close();
  return [sent, heard.includes('a secret link')];
};

it('a mail goes out encrypted or not at all, unless the operator says otherwise or the server is on this machine', async () => {
  expect(await send('0.0.0.0')).toEqual(['refused', false]);
  expect(await send('0.0.0.0', 'optional')).toEqual(['sent', true]);
  expect(await send('127.0.0.1')).toEqual(['sent', true]);
  expect(() => readConfig({ SMTP_TLS: 'no' })).toThrow('SMTP_TLS must be required or optional');
});
