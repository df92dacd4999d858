import { normalSerial } from '#contract/platform/serial.ts';
import { cut } from '../../body.ts';

/** A terminal's result of one command (POST devicecmd). */
export type CommandResult = {
  id: string;
  /** 0 or more: done (processed, not validated); negative: failed; null: unreadable. */
  code: number | null;
  command: string;
  serial: string | null;
  /** Further `key=value` lines, as INFO sends them; names in lower case. */
  details: Record<string, string>;
};

const MAX_RESULTS = 1_000;

function resultOf(fields: Map<string, string>): CommandResult | null {
  const id = fields.get('id') ?? '';
  const code = fields.get('return') ?? '';
  if (!id || id.length > 20) return null;
  return {
    id,
    code: /^-?\d{1,10}$/.test(code) ? Number(code) : null,
    command: cut(fields.get('cmd') ?? '', 100),
    serial: normalSerial(fields.get('sn') ?? '') || null,
    details: {},
  };
}

function pairsOf(parts: string[]): Map<string, string> {
  const fields = new Map<string, string>();
  for (const part of parts) {
    const at = part.indexOf('=');
    if (at > 0) fields.set(part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim());
  }
  return fields;
}

/** Parses results of Shell, GetFile and PutFile: one field per line in any order, and everything after `Content=` is the file. */
function multiLine(lines: string[]): CommandResult | null {
  const end = lines.findIndex((line) => /^content=/i.test(line));
  return resultOf(pairsOf(end < 0 ? lines : lines.slice(0, end)));
}

/** Parses all results of a body: one POST often has several, and they may be repeated. */
export function parseResults(text: string): CommandResult[] {
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((line) => line.replaceAll('\0', '').trim())
    .filter(Boolean);
  if (/^(id|sn)=[^&]*$/i.test(lines[0] ?? '')) {
    const result = multiLine(lines);
    return result ? [result] : [];
  }
  const results: CommandResult[] = [];
  for (const line of lines) {
    if (/^id=.*&/i.test(line)) {
      const result = resultOf(pairsOf(line.split('&')));
      if (result) results.push(result);
      if (results.length >= MAX_RESULTS) break;
      continue;
    }
    const last = results.at(-1);
    const at = line.indexOf('=');
    if (last && at > 0 && Object.keys(last.details).length < 200) {
      last.details[line.slice(0, at).replace(/^~/, '').toLowerCase().slice(0, 64)] = cut(line.slice(at + 1), 200);
    }
  }
  return results;
}

/** Codes after which the same command may succeed later: time-out, busy, out of memory. */
export const isRetryable = (code: number): boolean => code === -1003 || code === -1005 || code === -1007;
/** The terminal accepted the command and will report its result later. */
export const isPending = (code: number): boolean => code === -5000;
