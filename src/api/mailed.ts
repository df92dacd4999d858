import { mailed, OUTBOX_NOTE } from '#contract/mail.ts';

/** Returns the success toast of a call that sends a mail: `sent`, or that the mail went to the outbox. */
export const mailToast = (sent: string) => (answer: unknown) =>
  mailed.safeParse(answer).data?.sent === false ? OUTBOX_NOTE : sent;
