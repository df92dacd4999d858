import { storePunches } from '../../punches.ts';
import { isAccessRow, parseRtlogLine } from './access.ts';
import { parseAttlogLine, punchesOfLine } from './attlog.ts';
import { linesOf } from './lines.ts';
import { queueCommands } from './queue.ts';
import type { TerminalExchange } from './terminalExchange.ts';

/** Stores lines, and has the terminal told the time where they show that its clock is off. */
const store = (exchange: TerminalExchange, lines: Parameters<typeof storePunches>[1]) =>
  storePunches(exchange, lines, {
    setClock: (tx) => queueCommands(tx, exchange.terminal, [{ kind: 'set-clock' }], exchange.now),
  });

/** Handles ATTLOG text in any layout. Returns how many lines were dealt with: stored, known already, or stored as rejects. */
export async function takeAttlog(exchange: TerminalExchange, text: string): Promise<number> {
  const lines = linesOf(text).flatMap(punchesOfLine);
  // A row of an access terminal says which event it is: a refusal is no punch, whatever the table is called.
  await store(
    exchange,
    lines.map((line) => (isAccessRow(line) ? parseRtlogLine(line) : parseAttlogLine(line))),
  );
  return lines.length;
}

/** Handles `rtlog` rows of access terminals: passes are punches, other events are stored as rejects with their kind. */
export async function takeRtlog(exchange: TerminalExchange, text: string): Promise<number> {
  // Some firmware puts several rows on one line.
  const lines = linesOf(text).flatMap((line) => line.split(/ (?=time=\d{4}-)/i));
  await store(exchange, lines.map(parseRtlogLine));
  return lines.length;
}
