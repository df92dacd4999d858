import { z } from 'zod';
import { answerInThread } from '../../../platform/files/boundedThread.ts';
import { PIECE_HEADERS } from './lines.ts';
import { parseTable } from './table.ts';

/** The thread in which a long CSV of piecework is parsed (table.ts). */
await answerInThread((csv) => parseTable(z.string().parse(csv), PIECE_HEADERS));
