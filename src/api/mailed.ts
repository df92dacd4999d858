import { mailed, OUTBOX_NOTE } from '#contract/platform/mail.ts';
import { translated } from '../lib/words.tsx';

/** Returns the message after a call that sends a mail: `sent`, or that the mail went to the outbox. */
export const mailWords = (sent: string, answer: unknown) =>
  mailed.safeParse(answer).data?.sent === false ? translated(OUTBOX_NOTE) : sent;

/** The toast of such a call: a success or, where no mail server is set up, a warning. */
export const mailToast = (words: () => string) => (answer: unknown) => {
  const sent = words();
  const text = mailWords(sent, answer);
  return { text, severity: text === sent ? ('success' as const) : ('warning' as const) };
};
