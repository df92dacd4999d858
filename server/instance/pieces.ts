import type { Db } from '../db/db.ts';
import { createPace, inPieces } from '../db/pace.ts';
import {
  nextTransaction,
  type PagesRead,
  type Relation,
  selectChangedPages,
  selectPages,
  selectRelations,
} from './pieces.sql.ts';
import type { LinesFile, Place, TableLines } from './tableLines.ts';

const PAGE_BYTES = 8 * 1024;
/** The bytes of a piece, with the long values of its rows. */
const PIECE_BYTES = 256 * 1024;
/** How often what has changed is read again before the last transaction, and how many pieces of a table are left to that. */
const ROUNDS = 3;
const LEFT = 1;

type Piece = { relation: Relation; from: number; to: number };
/** The pieces of a relation that were read, by the first page of each. */
type Known = { pagesOfPiece: number; read: Map<number, { pages: PagesRead; place: Place }> };

/**
 * Returns the lines of some tables as of one instant without a long transaction, for the embedded database, which serves nobody else meanwhile. They
 * are read in pieces beforehand; what has changed since is read again in a last, short transaction, which is the instant. A row that was written
 * before its piece was read is as it was then: a change writes another version of it, and no two transactions run at the same time. `open` makes the
 * file of a table.
 */
export async function readInPieces(
  db: Db,
  tables: readonly string[],
  open: (table: string) => Promise<LinesFile>,
): Promise<TableLines[]> {
  const files = new Map<string, LinesFile>();
  const relations = new Map<string, Known>();
  const knownOf = (relation: Relation) => {
    const known = relations.get(relation.file) ?? { pagesOfPiece: pagesOfPiece(relation), read: new Map() };
    relations.set(relation.file, known);
    return known;
  };
  const piecesOf = (relation: Relation): Piece[] => {
    const step = knownOf(relation).pagesOfPiece;
    return Array.from({ length: Math.ceil(relation.pages / step) }, (_, n) => ({
      relation,
      from: n * step,
      to: (n + 1) * step,
    }));
  };
  /** Returns the pieces that were not read, or whose rows are others since. */
  const unread = async (tx: Db, all: readonly Relation[]): Promise<Piece[]> => {
    const pieces: Piece[] = [];
    for (const relation of all) {
      const { read } = knownOf(relation);
      const known = [...read.values()].map(({ pages }) => pages);
      const changed = new Set(known.length > 0 ? await selectChangedPages(tx, relation.name, known) : []);
      pieces.push(...piecesOf(relation).filter(({ from }) => !read.has(from) || changed.has(from)));
    }
    return pieces;
  };
  const read = async (tx: Db, pieces: readonly Piece[]) => {
    if (pieces.length === 0) return;
    const next = await nextTransaction(tx);
    for (const { relation, from, to } of pieces) {
      const file = files.get(relation.table) ?? (await open(relation.table));
      files.set(relation.table, file);
      const found = await selectPages(tx, relation.name, { from, to });
      const pages = { from, to, next, count: found.count };
      knownOf(relation).read.set(from, { pages, place: await file.add(found) });
    }
  };
  const pace = createPace({ first: 2, most: 64 });
  /** Reads what is lacking of a table. A relation may end meanwhile: that of a restore whose records were moved. */
  const readBeforehand = async (table: string) => {
    const pieces = await db.tx(async (tx) => unread(tx, await selectRelations(tx, [table])));
    if (pieces.length <= LEFT) return;
    for await (const some of inPieces(pieces, pace))
      await db.tx(async (tx) => {
        const there = new Set((await selectRelations(tx, [table])).map(({ file }) => file));
        const left = some.filter(({ relation }) => there.has(relation.file));
        await pace.keep(() => read(tx, left));
      });
  };

  try {
    for (let round = 0; round < ROUNDS; round++) {
      const all = await selectRelations(db, tables);
      const long = all.filter((relation) => piecesOf(relation).length > LEFT).map(({ table }) => table);
      for (const table of new Set(long)) await readBeforehand(table);
    }
    const last = await db.tx(
      async (tx) => {
        const all = await selectRelations(tx, tables);
        await read(tx, await unread(tx, all));
        return all;
      },
      { snapshot: true },
    );
    return tables.map((name) => ({
      name,
      path: files.get(name)?.path ?? null,
      places: last
        .filter(({ table }) => table === name)
        .flatMap(piecesOf)
        .flatMap(({ relation, from }) => knownOf(relation).read.get(from)?.place ?? []),
    }));
  } finally {
    for (const file of files.values()) await file.close();
  }
}

const pagesOfPiece = ({ pages, bytes }: Relation) =>
  Math.max(1, Math.floor(PIECE_BYTES / Math.max(PAGE_BYTES, bytes / Math.max(1, pages))));
