import { renderMail } from './render.ts';

export type MailText = { subject: string; text: string; html: string };
type Footer = { supportContact: string };

const footerOf = ({ supportContact }: Footer) =>
  ['This mail was sent by Tallyboard.', supportContact && `Questions: ${supportContact}`].filter(Boolean).join('\n');

/** `url`: the single-use link, below PUBLIC_URL. */
export function resetMail(given: { firstName: string; url: string } & Footer): MailText {
  const blocks = [
    { kind: 'text' as const, text: `Hello ${given.firstName},` },
    { kind: 'text' as const, text: 'Someone, probably you, asked for a new password. Choose one within 1 hour:' },
    { kind: 'button' as const, label: 'Set a new password', url: given.url },
    { kind: 'text' as const, text: 'If it was not you, ignore this mail: your password stays as it is.' },
  ];
  const title = 'Reset your password';
  return { subject: 'Reset your Tallyboard password', ...renderMail({ title, blocks, footer: footerOf(given) }) };
}

/** `logIn`: how a user of an account that requires single sign-on logs in, who has no password to choose. */
export function invitationMail(
  given: { firstName: string; username: string; accountName: string; url: string; logIn?: string | undefined } & Footer,
): MailText {
  const access = `You have been given access to ${given.accountName} on Tallyboard.`;
  const blocks = [
    { kind: 'text' as const, text: `Hello ${given.firstName},` },
    ...(given.logIn
      ? [
          { kind: 'text' as const, text: `${access} ${given.logIn}` },
          { kind: 'button' as const, label: 'Log in', url: given.url },
        ]
      : [
          {
            kind: 'text' as const,
            text: `${access} Your username is ${given.username}. Choose your password within 72 hours:`,
          },
          { kind: 'button' as const, label: 'Set your password', url: given.url },
          { kind: 'text' as const, text: 'After that, ask for a new link with Reset Password on the log-in page.' },
        ]),
  ];
  const title = 'Welcome to Tallyboard';
  return { subject: 'Your access to Tallyboard', ...renderMail({ title, blocks, footer: footerOf(given) }) };
}

/** Sent afterwards, so that no password changes without its owner's knowledge (S-06). */
export function passwordChangedMail(
  given: { firstName: string; byWhom: 'you' | 'an administrator' } & Footer,
): MailText {
  const what = given.byWhom === 'you' ? 'Your password was changed.' : 'An administrator set a new password for you.';
  const blocks = [
    { kind: 'text' as const, text: `Hello ${given.firstName},` },
    { kind: 'text' as const, text: `${what} You have been logged out everywhere else.` },
    {
      kind: 'text' as const,
      text: 'If this is a surprise, reset your password on the log-in page and tell your administrator.',
    },
  ];
  const title = 'Your password was changed';
  return { subject: 'Your Tallyboard password was changed', ...renderMail({ title, blocks, footer: footerOf(given) }) };
}

/** `sentence`: what happened to the user's log-in options, in one or two sentences (S-108). */
export function signInMail(given: { firstName: string; sentence: string } & Footer): MailText {
  const blocks = [
    { kind: 'text' as const, text: `Hello ${given.firstName},` },
    { kind: 'text' as const, text: given.sentence },
    {
      kind: 'text' as const,
      text: 'If this is a surprise, change your password and tell your administrator.',
    },
  ];
  const title = 'Your log-in options';
  return { subject: 'Your Tallyboard log-in options', ...renderMail({ title, blocks, footer: footerOf(given) }) };
}

/** Sent to the former address. */
export function emailChangedMail(given: { firstName: string } & Footer): MailText {
  const blocks = [
    { kind: 'text' as const, text: `Hello ${given.firstName},` },
    {
      kind: 'text' as const,
      text: 'The email address of your Tallyboard user was changed by an administrator. Mails now go to the new address.',
    },
    { kind: 'text' as const, text: 'If this is a surprise, tell your administrator.' },
  ];
  const title = 'Your email address was changed';
  return {
    subject: 'Your Tallyboard email address was changed',
    ...renderMail({ title, blocks, footer: footerOf(given) }),
  };
}

/** Sent to the user who asked for a file of records. `failure`: why it was not made, as a sentence. */
export function recordsMail(
  given: {
    firstName: string;
    accountName: string;
    from: string;
    to: string;
    failure: string | null;
    url: string;
  } & Footer,
): MailText {
  const which = `The records of ${given.accountName} from ${given.from} to ${given.to}`;
  const blocks = [
    { kind: 'text' as const, text: `Hello ${given.firstName},` },
    {
      kind: 'text' as const,
      text: given.failure ? `${which} could not be made. ${given.failure}` : `${which} can be downloaded for 30 days.`,
    },
    { kind: 'button' as const, label: 'Open Records', url: given.url },
  ];
  const title = given.failure ? 'Records not made' : 'Records are ready';
  return { subject: `Tallyboard: ${title}`, ...renderMail({ title, blocks, footer: footerOf(given) }) };
}

/** Sent to the administrator who tests whether mail arrives. */
export function testMail(given: { username: string } & Footer): MailText {
  const blocks = [
    { kind: 'text' as const, text: `${given.username} asked Tallyboard to send this: mails arrive here.` },
  ];
  const title = 'Mails arrive';
  return { subject: 'Tallyboard test mail', ...renderMail({ title, blocks, footer: footerOf(given) }) };
}

/** `code`: as typed on the device; it expires in 24 hours. */
export function activationCodeMail(
  given: { accountName: string; deviceDescription: string; code: string; recorderUrl: string } & Footer,
): MailText {
  const blocks = [
    {
      kind: 'text' as const,
      text: `The activation code of the device "${given.deviceDescription}" of ${given.accountName}:`,
    },
    { kind: 'code' as const, text: given.code },
    {
      kind: 'text' as const,
      text: `Open this mail on the device and press the button, or open ${given.recorderUrl} there and type the code. It expires in 24 hours and works once.`,
    },
    { kind: 'button' as const, label: 'Open the Recorder', url: `${given.recorderUrl}#${given.code}` },
  ];
  const title = 'Activate your device';
  return { subject: 'Tallyboard device activation code', ...renderMail({ title, blocks, footer: footerOf(given) }) };
}
