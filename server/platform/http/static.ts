import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { words } from '#contract/platform/words.ts';
import type { Config } from '../config.ts';
import { Refusal } from './errors.ts';
import { readFiles, type StoredFile } from './files.ts';
import { fileHeaders, pageHeaders } from './securityHeaders.ts';

export type StaticOptions = {
  config: Pick<
    Config,
    'rcUrl' | 'publicUrl' | 'apiHost' | 'deviceHost' | 'userHost' | 'supportContact' | 'copyright' | 'providers'
  >;
  /** The built web application; without it only /config.json is served. */
  directory?: string;
  /** Returns the domain of passkeys once a user has one, else ''. */
  passkeyDomain?: () => Promise<string>;
  /** The previous build: an open page may still ask for its chunks. */
  previousDirectory?: string;
};

const YEAR = 'public, max-age=31536000, immutable';
const hidden = { schema: { hide: true } };
/** Never answered with the page: an old worker would store it as a script, and a missing call would look like a success. */
const NOT_A_PAGE =
  /^\/(v2|iclock|rc|help|assets|icons|fonts)(\/|$)|^\/(sw\.js|manifest\.webmanifest|config\.json|metrics|healthz|readyz)$/;

/**
 * Serves the web application from memory. Files whose name contains their hash are cached for a year; the page, the worker and the manifest are
 * validated each time (an unchanged one is a 304). Every other address that a browser navigates to is answered with the page, that of the log-in with
 * the lighter one (build/shell.ts); a missing file under /assets is a 404. Below /rc/ is the Recorder, an application of its own, and below /help/ the help. `/config.json` names
 * the hosts that the application calls.
 */
export function staticRoutes(
  app: FastifyInstance,
  { config, directory, previousDirectory, passkeyDomain }: StaticOptions,
) {
  const files = readFilesOf(directory);
  const previous = readFilesOf(previousDirectory);
  const isHttps = config.publicUrl.startsWith('https:');
  const plain = fileHeaders(isHttps);
  const page = files.get('/index.html');
  const login = files.get('/login.html') ?? page;
  const recorder = files.get('/rc/index.html');
  const { apiHost, deviceHost, userHost, supportContact, copyright } = config;
  const connect = [...new Set([apiHost, deviceHost, userHost].filter(Boolean))];
  const pages = new Map<StoredFile, Record<string, string>>();
  for (const one of [page, login])
    if (one) pages.set(one, pageHeaders(one.body.toString('utf8'), { connect, isHttps }));
  for (const [path, file] of files)
    if (/^\/help\/.*\.html$/.test(path))
      pages.set(file, pageHeaders(file.body.toString('utf8'), { connect: [], isHttps }));
  if (recorder) pages.set(recorder, pageHeaders(recorder.body.toString('utf8'), { connect: [], isHttps }, 'recorder'));
  /** The pages at addresses that are not files. */
  const starts = new Map([
    ['/login', login],
    ['/rc/', recorder],
    ['/help/', files.get('/help/index.html')],
  ]);

  app.get('/config.json', hidden, async (_request, reply) => {
    // The page must start even without the database.
    const domain = await passkeyDomain?.().catch(() => '');
    return reply
      .headers(plain)
      .header('cache-control', 'no-cache')
      .send({
        apiHost,
        deviceHost,
        userHost,
        supportContact,
        copyright,
        recorderUrl: config.rcUrl,
        passkeyDomain: domain ?? '',
        ...(config.providers.length > 0 && { singleSignOn: '1' }),
      });
  });
  app.get('/*', hidden, (request, reply) => {
    const path = pathOf(request);
    if (path === '/rc' || path === '/help') return reply.redirect(`${path}/`, 308);
    const file = files.get(path) ?? (/^\/(rc\/)?assets\//.test(path) ? previous.get(path) : undefined);
    const shown = starts.get(path) ?? (NOT_A_PAGE.test(path) ? undefined : page);
    const sent = file ?? shown;
    if (sent) return sendFile(request, reply, sent, pages.get(sent) ?? plain);
    throw new Refusal(
      'NOT_FOUND',
      /^\/(v2|iclock)(\/|$)/.test(path) ? words('There is no such call.') : words('There is no such file.'),
    );
  });
}

const readFilesOf = (directory: string | undefined) =>
  directory ? readFiles(directory) : new Map<string, StoredFile>();

function pathOf({ url }: FastifyRequest): string {
  try {
    return decodeURIComponent(url.split('?')[0] ?? '/');
  } catch {
    return '/';
  }
}

/** The headers of a file in each encoding, made once. */
const prepared = new WeakMap<Buffer, Record<string, string | number>>();

/** Sends without Fastify's serialisation, which would cost half as much again: headers and bytes are ready. */
function sendFile(request: FastifyRequest, reply: FastifyReply, file: StoredFile, common: Record<string, string>) {
  const [encoding, body] = encoded(file, request.headers['accept-encoding'] ?? '');
  let headers = prepared.get(body);
  if (!headers) {
    headers = {
      ...common,
      'cache-control': /^\/(rc\/)?assets\//.test(file.path) ? YEAR : 'no-cache',
      vary: 'accept-encoding',
      etag: `"${file.etag}${encoding ? `-${encoding}` : ''}"`,
      ...(encoding && { 'content-encoding': encoding }),
      'content-type': file.type,
      'content-length': body.length,
    };
    prepared.set(body, headers);
  }
  reply.hijack();
  // The same content in another encoding counts as unchanged.
  if (request.headers['if-none-match']?.includes(file.etag)) {
    const { 'content-type': _type, 'content-length': _length, 'content-encoding': _encoding, ...kept } = headers;
    reply.raw.writeHead(304, kept).end();
  } else reply.raw.writeHead(200, headers).end(body);
}

function encoded({ body, brotli, gzip }: StoredFile, accepted: string): ['br' | 'gzip' | '', Buffer] {
  if (brotli && /\bbr\b(?!;\s*q=0(\.0*)?\b)/.test(accepted)) return ['br', brotli];
  if (gzip && /\bgzip\b(?!;\s*q=0(\.0*)?\b)/.test(accepted)) return ['gzip', gzip];
  return ['', body];
}
