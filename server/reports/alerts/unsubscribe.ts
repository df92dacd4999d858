import { words } from '#contract/platform/words.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { escapeHtml } from '../../platform/mail/render.ts';
import type { Subscription } from '../../platform/mail/unsubscribe.ts';
import type { Words } from '../../platform/words/words.ts';
import { dropRecipient } from './alerts.sql.ts';

/**
 * Removes an address from the alert that sent it a mail; removing the last one turns 'Send via Email' off. Repeating it has no effect, nor has it
 * when the alert is gone.
 */
export const unsubscribe = (
  db: Db,
  { accountId, deliveryId, recipient }: Subscription,
  who: { now: Date; address: string },
) =>
  db.tenant(accountId, async (tx) => {
    const dropped = await dropRecipient(tx, accountId, deliveryId, recipient, who.now);
    if (!dropped) return;
    await audit(tx, {
      accountId,
      at: who.now,
      actor: 'recipient',
      address: who.address,
      action: 'alert.unsubscribe',
      target: dropped.description,
      detail: recipient,
    });
  });

/** The same text for every link, so that it does not reveal whether the link was valid. */
const QUESTION = {
  title: words('Unsubscribe'),
  text: words('Do you want to receive no more of these summaries at your address?'),
  button: words('Unsubscribe'),
};
const DONE = {
  title: words('Unsubscribed'),
  text: words('You will receive no more of these summaries. To get them again, ask the person who manages the alerts.'),
  button: null,
};

/** Returns a page without scripts. Opening the link changes nothing, because mail programs open links; only the page's button does. */
export function unsubscribePage(state: 'question' | 'done', { language, say }: Words): string {
  const said = state === 'question' ? QUESTION : DONE;
  const [title, text] = [say(said.title), say(said.text)];
  const button = said.button && say(said.button);
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)} - Tallyboard</title></head>
<body style="margin:0;padding:16px;background:#f4f5f7;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5;color:#1c2430">
<main style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px">
<h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(title)}</h1>
<p style="margin:0 0 16px">${escapeHtml(text)}</p>
${button ? `<form method="post"><button type="submit" style="padding:12px 20px;border:0;border-radius:6px;background:#1f5fbf;color:#ffffff;font-size:16px;font-weight:bold">${escapeHtml(button)}</button></form>` : ''}
</main>
</body>
</html>
`;
}
export const UNSUBSCRIBE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
