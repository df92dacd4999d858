import { createWriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { words } from '#contract/platform/words.ts';
import { ensureFolder, removeFile } from '../../platform/archive/files.ts';
import { type Room, watchingRoom } from '../../platform/archive/room.ts';
import { Refusal } from '../../platform/http/errors.ts';
import { receivedWhole } from '../../platform/http/receivedWhole.ts';
import { LIMITS } from './manifest.ts';
import { looksLikeZip } from './zip.ts';

const ZIP_TYPES = ['application/zip', 'application/x-zip-compressed'];
const notZip = () =>
  new Refusal('UNSUPPORTED_MEDIA_TYPE', words('File type not supported. Only ZIP files are supported.'));

/** Streams the one file of a multipart request to `path`; refuses what is no ZIP by type or by content, and what is too large. */
export const receiveUpload = (request: FastifyRequest, path: string, room: Room): Promise<void> =>
  receivedWhole(() => receive(request, path, room));

async function receive(request: FastifyRequest, path: string, room: Room): Promise<void> {
  const part = await request.file({ limits: { files: 1, fileSize: LIMITS.uploadBytes, fields: 5, parts: 6 } });
  if (!part)
    throw new Refusal('VALIDATION_FAILED', words('No file selected.'), {
      issues: [{ path: 'file', message: words('No file selected.') }],
    });
  if (!ZIP_TYPES.includes(part.mimetype)) {
    part.file.resume();
    throw notZip();
  }
  await ensureFolder(dirname(path));
  try {
    await pipeline(part.file, watchingRoom(room, dirname(path)), createWriteStream(path, { mode: 0o600 }));
    if (part.file.truncated) throw new Refusal('TOO_LARGE', words('The file is larger than 2 GB.'));
    if (!(await looksLikeZip(path))) throw notZip();
  } catch (error) {
    await removeFile(path);
    throw error;
  }
}
