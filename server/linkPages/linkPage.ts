import type { FastifyReply } from 'fastify';

/** The pages of links that show days without a log-in: an auditor's sample, an employee's own days. */

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
const ENDED = 'This link shows nothing: it has ended, or it is incomplete. Ask the employer for another.';

/** Sends a page without scripts, which tells no other site where it was and is in no search engine. */
export const sendLinkPage = (reply: FastifyReply, html: string, status = 200) =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', POLICY)
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .send(html);

/** Sends the same page for every link that shows nothing, whatever the reason. */
export const sendEnded = (reply: FastifyReply) =>
  sendLinkPage(
    reply,
    `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Ended</title><p>${ENDED}</p></html>\n`,
    404,
  );
