import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** The behaviour of the mail server: accepts mail, refuses connections, delays, or accepts mail without answering. */
export type MailWeather = 'fine' | 'refuses' | 'puts off' | 'loses answers';
export type Taken = { to: string; messageId: string; mail: Email };

/** Starts a real SMTP server on loopback that keeps the mail that it accepted. */
export async function openMailSink() {
  const taken: Taken[] = [];
  let weather: MailWeather = 'fine';
  const later = () => Object.assign(new Error('try later'), { responseCode: 451 });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_, done) =>
      done(weather === 'refuses' ? Object.assign(new Error('busy'), { responseCode: 421 }) : null),
    onData(stream, { envelope }, done) {
      void buffer(stream)
        .then((raw) => PostalMime.parse(raw))
        .then((mail) => {
          const isTaken = weather === 'fine' || weather === 'loses answers';
          if (isTaken)
            for (const { address } of envelope.rcptTo)
              taken.push({ to: address, messageId: mail.messageId ?? '', mail });
          done(weather === 'fine' ? null : later());
        })
        // The sender died in the middle of a mail.
        .catch(() => done(later()));
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo; // listening on TCP
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    turn(to: MailWeather) {
      weather = to;
    },
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
