import { once } from 'node:events';
import net from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Framing } from '#server/intake/terminals/dialects/adms/framing.ts';
import { createTerminalServer } from '#server/intake/terminals/dialects/adms/front.ts';
import { sendReply } from '#server/intake/terminals/reply.ts';

const server = createTerminalServer((request, response) => {
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
  });
  request.on('end', () =>
    sendReply(response, { status: 200, body: `${request.method} ${request.url} ${length}` }, 1.7e12, false),
  );
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** Sends each part after the previous one has been read, and collects the answer until the other side closes. */
async function exchange(...parts: string[]): Promise<string> {
  const accepted = new Promise<net.Socket>((resolve) => server.once('connection', resolve));
  const socket = net.connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
  });
  const closed = once(socket, 'close');
  const other = await accepted;
  let sent = 0;
  for (const part of parts) {
    socket.write(part, 'latin1');
    sent += part.length;
    await vi.waitFor(() => expect(other.bytesRead).toBe(sent), { interval: 1, timeout: 60_000 });
  }
  socket.end();
  await closed;
  return answer;
}

describe('the front', () => {
  it.each([
    [
      'GET /iclock/getrequest?SN=1&INFO=Ver 6.39 Apr 28 2008,1 HTTP/1.0\r\n\r\n',
      'GET /iclock/getrequest?SN=1&INFO=Ver%206.39%20Apr%2028%202008,1 HTTP/1.0\r\n\r\n',
    ],
    [
      'GET /iclock/getrequest?SN=1&INFO=a\tb HTTP/1.1\r\n\r\n',
      'GET /iclock/getrequest?SN=1&INFO=a%09b HTTP/1.1\r\n\r\n',
    ],
    ['GET /iclock/cdata?SN=1&Name=\xd5\xc5 HTTP/1.1\r\n\r\n', 'GET /iclock/cdata?SN=1&Name=%D5%C5 HTTP/1.1\r\n\r\n'],
    ['GET http://1.2.3.4:8080/iclock/cdata?SN=1 HTTP/1.1\r\n\r\n', 'GET /iclock/cdata?SN=1 HTTP/1.1\r\n\r\n'],
    ['get iclock/cdata?SN=1 http/1.0\n\n', 'GET /iclock/cdata?SN=1 HTTP/1.0\r\n\r\n'],
    ['GET /iclock/cdata?SN=1 HTTP/1.1\r\nA: b\r\n\r\n', 'GET /iclock/cdata?SN=1 HTTP/1.1\r\nA: b\r\n\r\n'],
    ['GET /v2/some thing HTTP/1.1\r\n\r\n', 'GET /v2/some thing HTTP/1.1\r\n\r\n'],
    [
      'POST /iclock/cdata?SN=1 HTTP/1.1\nContent-Length: 3\n\nabc\0\0\r\ntail\r\nGET /iclock/ping?SN=a b HTTP/1.1\n\n',
      'POST /iclock/cdata?SN=1 HTTP/1.1\r\nContent-Length: 3\r\n\r\nabcGET /iclock/ping?SN=a%20b HTTP/1.1\r\n\r\n',
    ],
    ['nonsense\n', ''],
  ])('%j, however it is split', (given, repaired) => {
    fc.assert(
      fc.property(fc.array(fc.nat(given.length), { maxLength: 6 }), (cuts) => {
        const framing = new Framing();
        const ends = [0, ...cuts.sort((a, b) => a - b), given.length];
        const parts = ends.slice(1).map((end, i) => Buffer.from(given.slice(ends[i], end), 'latin1'));
        expect(parts.map((part) => framing.feed(part).toString('latin1')).join('')).toBe(repaired);
      }),
    );
  });
  it('leaves bodies of unknown length to the parser', () => {
    const given = 'POST /iclock/cdata?SN=1 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n';
    expect(new Framing().feed(Buffer.from(given)).toString()).toBe(given);
  });

  it('understands HTTP/1.1 without Host, split anywhere, with a body', async () => {
    const answer = await exchange(
      'POST /iclock/cdata?SN=1 HT',
      'TP/1.1\r\nContent-Le',
      'ngth: 10\r\n\r\n12345',
      '67890',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer.endsWith('POST /iclock/cdata?SN=1 10')).toBe(true);
  });
  it('understands raw spaces and HTTP/1.0, and closes', async () => {
    const answer = await exchange('GET /iclock/getrequest?SN=1&INFO=Ver 6.39 Apr HTTP/1.0\r\n\r\n');
    expect(answer).toContain('\r\nConnection: close\r\n');
    expect(answer).toContain('\r\nContent-Length: 51\r\n');
    expect(answer).toContain('GET /iclock/getrequest?SN=1&INFO=Ver%206.39%20Apr 0');
  });
  it('writes header names in the case that terminals look for, and little else', async () => {
    const [head = ''] = (await exchange('GET /iclock/ping?SN=1 HTTP/1.1\r\n\r\n')).split('\r\n\r\n');
    expect(head).toMatch(/\r\nDate: Tue, 14 Nov 2023 22:13:20 GMT\r\n/);
    expect(head).toMatch(/\r\nContent-Type: text\/plain\r\n/);
    expect(head).toMatch(/\r\nContent-Length: \d+\r\n/);
    expect(head.length).toBeLessThan(400);
  });
  it('serves several requests of one connection', async () => {
    const answer = await exchange('GET /iclock/ping?SN=1 HTTP/1.1\r\n\r\n', 'GET /iclock/ping?SN=2 HTTP/1.1\r\n\r\n');
    expect(answer.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  });
  it('answers once where a request brings more than it declared, and then the next request', async () => {
    const answer = await exchange(
      'POST /iclock/cdata?SN=1 HTTP/1.1\nContent-Length: 5\n\n12345\0\0',
      '\0\r\nGET /iclock/getrequest?SN=1&INFO=Ver 6.39 Apr HTTP/1.1\n\n',
    );
    expect(answer.match(/HTTP\/1\.1 \d+ .*/g)).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 200 OK']);
    expect(answer).toContain('POST /iclock/cdata?SN=1 5');
    expect(answer).toContain('INFO=Ver%206.39%20Apr 0');
  });
  it('takes a large body whole', async () => {
    const answer = await exchange(
      `POST /iclock/cdata?SN=1 x HTTP/1.1\r\nContent-Length: 3000000\r\n\r\n${'x'.repeat(3_000_000)}`,
    );
    expect(answer.endsWith(' 3000000')).toBe(true);
  });
  it('leaves what is no terminal to the parser', async () => {
    expect(await exchange('GET /some thing HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/);
  });
});
