import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Db } from '../db/db.ts';
import { refusalOf } from '../http/errors.ts';
import { inTurn } from '../http/turn.ts';
import { tokenHash } from '../secrets/secrets.ts';
import type { Services } from '../services.ts';
import { countWrong } from '../session/passwords.ts';

/** The pages of links that show days without a log-in: an auditor's sample, an employee's own days. */

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
const ENDED = 'This link shows nothing: it has ended, or it is incomplete. Ask the employer for another.';

/** Sends a page without scripts, which tells no other site where it was and is in no search engine. */
const sendLinkPage = (reply: FastifyReply, html: string, status = 200) =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', POLICY)
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .send(html);

/** Sends the same page for every link that shows nothing, whatever the reason. */
const sendEnded = (reply: FastifyReply) =>
  sendLinkPage(
    reply,
    `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Ended</title><p>${ENDED}</p></html>\n`,
    404,
  );

type Asked = { params: { token: string }; now: Date; address: string; reply: FastifyReply };
type Linked<Link> = {
  /** Finds what a link shows by the hash of its token, on the system path; undefined where it shows nothing. */
  find(tx: Db, tokenHash: Buffer): Promise<Link | undefined>;
  /** Names a link among all, for its own limit. */
  keyOf(link: Link): string;
  /** Makes the page as text, in the account's turn. */
  pageOf(link: Link): Promise<string>;
};
/**
 * Answers the address of a link. TOO_MANY_REQUESTS after some tries of links that do not exist, which are few for an address, or of one that does, which
 * are few for the link.
 */
export async function answerLink<Link extends { accountId: string }>(
  app: FastifyInstance,
  services: Services,
  { params, now, address, reply }: Asked,
  { find, keyOf, pageOf }: Linked<Link>,
) {
  const link = await services.db.tx((tx) => find(tx, tokenHash(params.token)));
  if (!link) {
    await countWrong(services, 'linkAddress', address);
    return sendEnded(reply);
  }
  app.gate.rateLimiter.take('link', keyOf(link), now);
  try {
    return sendLinkPage(reply, await inTurn(services.files, reply, link.accountId, () => pageOf(link)));
  } catch (error) {
    // Its days were removed.
    if (refusalOf(error)?.errorCode === 'DATE_OUT_OF_RANGE') return sendEnded(reply);
    throw error;
  }
}
