import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { correctPieces } from '#contract/intake/pieces.ts';
import { count } from '../../../lib/figures.ts';
import { LastImports } from '../../../shell/LastImports.tsx';
import { useMayCall } from '../../../state/session.ts';
import { pieceImportsQuery } from './pieces.queries.ts';
import { UndoImport } from './UndoImport.tsx';

/** The lists of piecework that were imported in the last 30 days, each with its undo. */
export function PieceImports({ accountId }: { accountId: string }) {
  const { t } = useLingui();
  const mayCorrect = useMayCall(correctPieces);
  const imports = useQuery(pieceImportsQuery(accountId));
  return (
    <LastImports
      query={imports}
      countsOf={({ added, refused }) =>
        t`${plural(added, { one: '# line', other: '# lines' })} added, ${count(refused)} refused.`
      }
      undo={({ undo, at }) => mayCorrect && undo && <UndoImport accountId={accountId} undo={undo} at={at} />}
    />
  );
}
