import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { OUTBOX_NOTE } from '#contract/platform/mail.ts';
import { isMissing } from '../missingFile.ts';

export type OutgoingMail = {
  mailId: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  /** The address at which the recipient unsubscribes with one click (RFC 8058). */
  unsubscribeUrl?: string | undefined;
  /** The file attached to it. */
  file?: { name: string; content: Buffer } | undefined;
};
/** Passes one mail on; throws when it was not accepted. */
export type MailTransport = {
  send(mail: OutgoingMail): Promise<void>;
  /** A note stored with each accepted mail; absent when mails are really sent. */
  note?: string;
  close(): void;
};

/** A permanent refusal (SMTP 5xx); after any other failure it is worth trying again. */
export const isPermanent = (error: unknown) =>
  error instanceof Error &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500 &&
  error.responseCode < 600;

type Sending = { smtpUrl?: string | undefined; smtpTls?: 'required' | 'optional' };

/** Returns the transport of SMTP_URL; without one, mails become .eml files in DATA_DIR/outbox. */
export function createMailTransport(config: Sending & { mailFrom: string; dataDir: string }): MailTransport {
  return config.smtpUrl
    ? smtp(config.smtpUrl, config.mailFrom, requiresTls(config.smtpUrl, config.smtpTls))
    : outbox(outboxOf(config.dataDir), config.mailFrom);
}

/** Passed as structured fields only: nodemailer quotes header values, and opens no file or address that a mail names. */
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
  ...(mail.file && { attachments: [{ filename: mail.file.name, content: mail.file.content }] }),
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** Mails contain links that set passwords, so they leave this machine encrypted or not at all. */
const isOnThisMachine = (url: string) => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(new URL(url).hostname);

const requiresTls = (url: string, tls: Sending['smtpTls']) => tls !== 'optional' && !isOnThisMachine(url);

const smtpOptions = (url: string, requireTLS: boolean) =>
  ({
    url,
    requireTLS,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  }) as const;

/** Returns why the mail server takes no mails at present, in its own words or those of the connection; undefined where it would. */
export async function mailProblem({ smtpUrl, smtpTls }: Sending): Promise<string | undefined> {
  if (!smtpUrl) return undefined;
  const transport = createTransport(smtpOptions(smtpUrl, requiresTls(smtpUrl, smtpTls)));
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    transport.close();
  }
}

function smtp(url: string, from: string, requireTLS: boolean): MailTransport {
  const transport = createTransport(smtpOptions(url, requireTLS));
  return {
    send: async (mail) => void (await transport.sendMail(message(mail, from))),
    close: () => transport.close(),
  };
}

const outboxOf = (dataDir: string) => join(dataDir, 'outbox');

/** Deletes the .eml files that were written before `before`, and parts of them: they contain links, codes and figures, and are in each backup. */
export async function deleteOldOutbox(dataDir: string, before: Date): Promise<void> {
  const names = await readdir(outboxOf(dataDir)).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  for (const name of names.filter((each) => /\.eml(\.part)?$/.test(each))) {
    const path = join(outboxOf(dataDir), name);
    if ((await stat(path)).mtimeMs < before.getTime()) await rm(path, { force: true });
  }
}

function outbox(directory: string, from: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    note: OUTBOX_NOTE,
    async send(mail) {
      const { message: bytes } = await composer.sendMail(message(mail, from));
      if (!Buffer.isBuffer(bytes)) throw new Error('The mail was not composed into a buffer');
      await mkdir(directory, { recursive: true, mode: 0o700 });
      // Named after the mail's id: sending it again after a crash writes the same file.
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
