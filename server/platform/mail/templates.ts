import { type Message, msg } from '#contract/platform/words.ts';
import { dayInFigures } from '../words/figures.ts';
import { ENGLISH, type Words } from '../words/words.ts';
import { type MailBlock, renderMail, type Said } from './render.ts';

/** The mails of which each is one text. They are written in the words of their recipient. */
export type MailText = { subject: string; text: string; html: string };
type Footer = { supportContact: string };

function written(
  words: Words,
  { supportContact }: Footer,
  { subject, title, blocks }: { subject: Message; title: Message; blocks: readonly MailBlock[] },
): MailText {
  const footer = [
    msg('This mail was sent by Tallyboard.'),
    ...(supportContact ? [msg('Questions: {contact}', { contact: supportContact })] : []),
  ];
  const content = { title: words.say(title), blocks, footer: footer.map(words.say).join('\n') };
  return { subject: words.say(subject), ...renderMail(content, words) };
}

const text = (said: Said): MailBlock => ({ kind: 'text', text: said });
const hello = ({ firstName }: { firstName: string }) => text(msg('Hello {firstName},', { firstName }));

/** `url`: the single-use link, below PUBLIC_URL. */
export const resetMail = (given: { firstName: string; url: string } & Footer, words = ENGLISH): MailText =>
  written(words, given, {
    subject: msg('Reset your Tallyboard password'),
    title: msg('Reset your password'),
    blocks: [
      hello(given),
      text(msg('Someone, probably you, asked for a new password. Choose one within 1 hour:')),
      { kind: 'button', label: msg('Set a new password'), url: given.url },
      text(msg('If it was not you, ignore this mail: your password stays as it is.')),
    ],
  });

type Invitation = { firstName: string; username: string; accountName: string; url: string } & Footer;
/** `logIn`: how a user of an account that requires single sign-on logs in, who has no password to choose. */
export function invitationMail(
  { accountName: account, username, logIn, url, ...given }: Invitation & { logIn?: Said | undefined },
  words = ENGLISH,
): MailText {
  const access: readonly MailBlock[] = logIn
    ? [
        text(msg('You have been given access to {account} on Tallyboard. {logIn}', { account, logIn })),
        { kind: 'button', label: msg('Log in'), url },
      ]
    : [
        text(
          msg(
            'You have been given access to {account} on Tallyboard. Your username is {username}. Choose your password within 72 hours:',
            { account, username },
          ),
        ),
        { kind: 'button', label: msg('Set your password'), url },
        text(msg('After that, ask for a new link with Reset Password on the log-in page.')),
      ];
  return written(words, given, {
    subject: msg('Your access to Tallyboard'),
    title: msg('Welcome to Tallyboard'),
    blocks: [hello(given), ...access],
  });
}

/** Sent afterwards, so that no password changes without its owner's knowledge. */
export const passwordChangedMail = (
  given: { firstName: string; byWhom: 'you' | 'an administrator' } & Footer,
  words = ENGLISH,
): MailText =>
  written(words, given, {
    subject: msg('Your Tallyboard password was changed'),
    title: msg('Your password was changed'),
    blocks: [
      hello(given),
      text(
        given.byWhom === 'you'
          ? msg('Your password was changed. You have been logged out everywhere else.')
          : msg('An administrator set a new password for you. You have been logged out everywhere else.'),
      ),
      text(msg('If this is a surprise, reset your password on the log-in page and tell your administrator.')),
    ],
  });

/** `sentence`: what happened to the user's log-in options, in one or two sentences. */
export const signInMail = (given: { firstName: string; sentence: Message } & Footer, words: Words): MailText =>
  written(words, given, {
    subject: msg('Your Tallyboard log-in options'),
    title: msg('Your log-in options'),
    blocks: [
      hello(given),
      text(given.sentence),
      text(msg('If this is a surprise, change your password and tell your administrator.')),
    ],
  });

/** Sent to the user who saves an alert that mails a report to people who are no users of the account. */
export const reportToStrangersMail = (
  { alert, addresses, ...given }: { firstName: string; alert: string; addresses: readonly string[] } & Footer,
  words: Words,
): MailText =>
  written(words, given, {
    subject: msg('A report is mailed to people outside your account'),
    title: msg('A report to people outside'),
    blocks: [
      hello(given),
      text(
        msg(
          'The alert “{alert}” was saved with your user. It mails a report to addresses of no user of your account:',
          {
            alert,
          },
        ),
      ),
      text(addresses.join('\n')),
      text(msg('If this is a surprise, delete the alert, change your password and tell your administrator.')),
    ],
  });

/** Sent to the former address. */
export const emailChangedMail = (given: { firstName: string } & Footer, words = ENGLISH): MailText =>
  written(words, given, {
    subject: msg('Your Tallyboard email address was changed'),
    title: msg('Your email address was changed'),
    blocks: [
      hello(given),
      text(
        msg(
          'The email address of your Tallyboard user was changed by an administrator. Mails now go to the new address.',
        ),
      ),
      text(msg('If this is a surprise, tell your administrator.')),
    ],
  });

type Records = {
  firstName: string;
  accountName: string;
  from: string;
  to: string;
  failure: string | Message | null;
  url: string;
};
/** Sent to the user who asked for a file of records. `failure`: why it was not made, as a sentence. */
export function recordsMail(given: Records & Footer, words: Words): MailText {
  const { accountName: account, failure, url } = given;
  const days = { from: dayInFigures(words, given.from), to: dayInFigures(words, given.to) };
  const title = failure ? msg('Records not made') : msg('Records are ready');
  return written(words, given, {
    subject: msg('Tallyboard: {title}', { title }),
    title,
    blocks: [
      hello(given),
      text(
        failure
          ? msg('The records of {account} from {from} to {to} could not be made. {why}', {
              ...{ account, ...days },
              why: words.say(failure),
            })
          : msg('The records of {account} from {from} to {to} can be downloaded for 30 days.', { account, ...days }),
      ),
      { kind: 'button', label: msg('Open Records'), url },
    ],
  });
}

/** Sent to the administrator who tests whether mail arrives. */
export const testMail = (given: { username: string } & Footer, words: Words): MailText =>
  written(words, given, {
    subject: msg('Tallyboard test mail'),
    title: msg('Mails arrive'),
    blocks: [text(msg('{username} asked Tallyboard to send this: mails arrive here.', { username: given.username }))],
  });

type Activation = { accountName: string; deviceDescription: string; code: string; recorderUrl: string } & Footer;
/** `code`: as typed on the device; it expires in 24 hours. */
export function activationCodeMail(given: Activation, words = ENGLISH): MailText {
  const { accountName: account, deviceDescription: device, code, recorderUrl } = given;
  return written(words, given, {
    subject: msg('Tallyboard device activation code'),
    title: msg('Activate your device'),
    blocks: [
      text(msg('The activation code of the device "{device}" of {account}:', { device, account })),
      { kind: 'code', text: code },
      text(
        msg(
          'Open this mail on the device and press the button, or open {recorderUrl} there and type the code. It expires in 24 hours and works once.',
          { recorderUrl },
        ),
      ),
      { kind: 'button', label: msg('Open the Recorder'), url: `${recorderUrl}#${code}` },
    ],
  });
}
