import type { Endpoint, RequestOf, ResponseOf } from '#contract/platform/endpoint.ts';
import { reachability } from '../state/reachability.ts';
import { beginWork } from '../state/work.ts';
import { addressOf, credentials, parseAnswer, refuse, refuseDuringUpgrade } from './call.ts';
import { ApiError, NETWORK_ERROR } from './errors.ts';

type UploadOptions = {
  onProgress?: (sent: number) => void;
  signal?: AbortSignal;
  /** The name of the part; `backup.zip` where absent. */
  part?: string;
  /** The file's name, as the part's where absent. */
  fileName?: string;
};

/**
 * Sends one file as the only part of a multipart body to an `upload` endpoint. `onProgress`: 0 to 1 of the sent bytes. Uses XMLHttpRequest, because
 * fetch does not report upload progress in all browsers. Throws ApiError; AbortError when `signal` aborts.
 */
export async function upload<const E extends Endpoint & { upload: 'file' | 'archive' }>(
  endpoint: E,
  request: Omit<RequestOf<E>, 'body'>,
  file: Blob,
  { onProgress, signal, part = 'backup.zip', fileName = part }: UploadOptions = {},
): Promise<ResponseOf<E>> {
  refuseDuringUpgrade(endpoint);
  const done = beginWork();
  const { generation, headers } = credentials();
  const url = await addressOf(endpoint, request);
  const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open(endpoint.method, url);
    for (const [name, value] of Object.entries(headers))
      if (name !== 'content-type') sending.setRequestHeader(name, value);
    sending.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    sending.onload = () => resolve({ status: sending.status, text: sending.responseText });
    sending.onerror = () => {
      reachability.unanswered();
      reject(new ApiError(NETWORK_ERROR));
    };
    sending.onabort = () => reject(new DOMException('Aborted', 'AbortError'));
    signal?.addEventListener('abort', () => sending.abort(), { once: true });
    if (signal?.aborted) return reject(new DOMException('Aborted', 'AbortError'));
    const form = new FormData();
    form.append(part, file, fileName);
    sending.send(form);
  }).finally(done);
  reachability.answered();
  if (status < 200 || status > 299) throw refuse(status, text, generation);
  return parseAnswer(endpoint, status, text);
}
