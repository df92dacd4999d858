import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { words } from '#contract/platform/words.ts';
import { countWrong } from '../../access/session/passwords.ts';
import type { Db } from '../../platform/db/db.ts';
import { refusalOf } from '../../platform/http/errors.ts';
import { inTurn } from '../../platform/http/turn.ts';
import { escapeHtml } from '../../platform/mail/render.ts';
import { tokenHash } from '../../platform/secrets/secrets.ts';
import type { Services } from '../../platform/services.ts';
import { wordsOfAccount } from '../../platform/words/recipients.sql.ts';
import { type Words, wordsOfBrowser } from '../../platform/words/words.ts';

/** The pages of links that show days without a log-in: an auditor's sample, an employee's own days. */

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
const ENDED = words('This link shows nothing: it has ended, or it is incomplete. Ask the employer for another.');

/** Sends a page without scripts, which tells no other site where it was and is in no search engine. */
const sendLinkPage = (reply: FastifyReply, html: string, status = 200) =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', POLICY)
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .send(html);

/** Sends the same page for every link that shows nothing, whatever the reason, in the language of the browser. */
function sendEnded({ reply, request }: Pick<Asked, 'reply' | 'request'>) {
  const { language, say } = wordsOfBrowser(request.headers);
  const [title, text] = [say(words('Ended')), say(ENDED)].map(escapeHtml);
  return sendLinkPage(
    reply,
    `<!doctype html><html lang="${language}"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><p>${text}</p></html>\n`,
    404,
  );
}

type Asked = { params: { token: string }; now: Date; address: string; reply: FastifyReply; request: FastifyRequest };
type Linked<Link> = {
  /** Finds what a link shows by the hash of its token, on the system path; undefined where it shows nothing. */
  find(tx: Db, tokenHash: Buffer): Promise<Link | undefined>;
  /** Names a link among all, for its own limit. */
  keyOf(link: Link): string;
  /** Makes the page as text, in the account's turn and language. */
  pageOf(link: Link, words: Words): Promise<string>;
};
/**
 * Answers the address of a link. TOO_MANY_REQUESTS after some tries of links that do not exist, which are few for an address, or of one that does, which
 * are few for the link.
 */
export async function answerLink<Link extends { accountId: string }>(
  app: FastifyInstance,
  services: Services,
  asked: Asked,
  { find, keyOf, pageOf }: Linked<Link>,
) {
  const { params, now, address, reply } = asked;
  const link = await services.db.tx((tx) => find(tx, tokenHash(params.token)));
  if (!link) {
    await countWrong(services, 'linkAddress', address);
    return sendEnded(asked);
  }
  app.gate.rateLimiter.take('link', keyOf(link), now);
  try {
    const spoken = await wordsOfAccount(services.db, link.accountId);
    return sendLinkPage(reply, await inTurn(services.files, reply, link.accountId, () => pageOf(link, spoken)));
  } catch (error) {
    // Its days were removed.
    if (refusalOf(error)?.errorCode === 'DATE_OUT_OF_RANGE') return sendEnded(asked);
    throw error;
  }
}
