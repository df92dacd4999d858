import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { OUTBOX_NOTE } from '#contract/mail.ts';

export type OutgoingMail = {
  mailId: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  /** The address at which the recipient ends this kind of mail with one click (RFC 8058). */
  unsubscribeUrl?: string | undefined;
};
/** Hands one mail over; throws when it was not taken. */
export type MailTransport = {
  send(mail: OutgoingMail): Promise<void>;
  /** A note to keep beside each accepted mail; absent when mails really go out. */
  note?: string;
  close(): void;
};

/** A refusal that will not change (SMTP 5xx); everything else is worth another try. */
export const isPermanent = (error: unknown) =>
  error instanceof Error &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500 &&
  error.responseCode < 600;

/** By SMTP_URL; without one, as .eml files in DATA_DIR/outbox. */
export function createMailTransport(config: {
  smtpUrl?: string | undefined;
  smtpTls?: 'required' | 'optional';
  mailFrom: string;
  dataDir: string;
}): MailTransport {
  return config.smtpUrl
    ? smtp(config.smtpUrl, config.mailFrom, config.smtpTls !== 'optional' && !isOnThisMachine(config.smtpUrl))
    : outbox(join(config.dataDir, 'outbox'), config.mailFrom);
}

/** Structured fields only: nodemailer quotes what stands in a header, and opens no file or address that a mail names. */
const message = (mail: OutgoingMail, from: string) => ({
  from,
  to: { name: '', address: mail.recipient },
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  messageId: mail.messageId,
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...(mail.unsubscribeUrl && {
      'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** Mails hold links that set passwords: they leave this machine encrypted, or not at all. */
const isOnThisMachine = (url: string) => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(new URL(url).hostname);

function smtp(url: string, from: string, requireTLS: boolean): MailTransport {
  const transport = createTransport({
    url,
    requireTLS,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
  return {
    send: async (mail) => void (await transport.sendMail(message(mail, from))),
    close: () => transport.close(),
  };
}

function outbox(directory: string, from: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    note: OUTBOX_NOTE,
    async send(mail) {
      const { message: bytes } = await composer.sendMail(message(mail, from));
      if (!Buffer.isBuffer(bytes)) throw new Error('The mail was not composed into a buffer');
      await mkdir(directory, { recursive: true, mode: 0o700 });
      // Named by the mail: sending it again after a crash is the same file.
      const path = join(directory, `${mail.mailId}.eml`);
      const file = await open(`${path}.part`, 'w', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${path}.part`, path);
    },
    close: () => undefined,
  };
}
