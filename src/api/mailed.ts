import { mailed, OUTBOX_NOTE } from '#contract/mail.ts';

/** The success toast of a call that mails somebody: what the specification says where it was sent, else what became of it. */
export const saysMailed = (sent: string) => (answer: unknown) =>
  mailed.safeParse(answer).data?.sent === false ? OUTBOX_NOTE : sent;
