import { connect } from 'node:net';

export type LateRequest = {
  /** Sends the body and returns the status and the answer. */
  finish(): Promise<{ status: number; body: string }>;
  /** The status and the answer to the headers alone. */
  answer(): Promise<{ status: number; body: string }>;
  /** Sends half of the body and hangs up. */
  hangUp(): Promise<void>;
};

/** Sends the headers of a request, and its body later: an attacker could wait as long as it suits them. */
export async function sendHeaders(
  port: number,
  { method = 'POST', url, token, body }: { method?: string; url: string; token?: string; body: unknown },
): Promise<LateRequest> {
  const text = JSON.stringify(body);
  const head = [
    `${method} ${url} HTTP/1.1`,
    'Host: tallyboard.test',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
    ...(token ? [`Authorization: ${token}`] : []),
  ];
  const socket = connect({ port, host: '127.0.0.1' });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  await new Promise((resolve) => socket.write(`${head.join('\r\n')}\r\n\r\n`, resolve));
  const answered = new Promise<string>((resolve, reject) => {
    let seen = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      seen += chunk;
    });
    socket.once('end', () => resolve(seen)).once('error', reject);
  });
  const answer = async () => {
    const seen = await answered;
    return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(seen)?.[1]), body: seen.split('\r\n\r\n')[1] ?? '' };
  };
  return {
    async hangUp() {
      answered.catch(() => undefined);
      await new Promise((resolve) => socket.write(text.slice(0, text.length / 2), resolve));
      socket.destroy();
    },
    answer,
    finish() {
      socket.write(text);
      return answer();
    },
  };
}
