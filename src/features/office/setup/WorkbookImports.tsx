import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { listWorkbookImports } from '#contract/office/workbook.ts';
import type { ResponseOf } from '#contract/platform/endpoint.ts';
import { messageOf } from '../../../api/errors.ts';
import { moment } from '../../../lib/moments.ts';
import { ConfirmedButton } from '../../../shell/ConfirmedButton.tsx';
import { LastImports } from '../../../shell/LastImports.tsx';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { downloadOfMutation, undoWorkbookMutation, workbookImportsQuery } from './workbook.queries.ts';
import { countsText } from './workbookWords.ts';

type Import = ResponseOf<typeof listWorkbookImports>['imports'][number];

/** The workbooks and lists of people that were taken in the last 30 days, each with its undo and the data as it was. */
export function WorkbookImports({ accountId }: { accountId: string }) {
  const imports = useQuery(workbookImportsQuery(accountId));
  return (
    <LastImports
      query={imports}
      countsOf={({ counts }) => countsText(counts)}
      undo={(one) => <UndoWorkbook accountId={accountId} one={one} />}
      more={(one) => one.hasBefore && <Before accountId={accountId} one={one} />}
    />
  );
}

type Props = { accountId: string; one: Import };
function UndoWorkbook({ accountId, one: { workbookId, at } }: Props) {
  const { t } = useLingui();
  const undo = useMutation(undoWorkbookMutation(accountId, workbookId));
  return (
    <>
      {undo.error && <ErrorNote text={messageOf(undo.error)} />}
      <ConfirmedButton
        look="plain"
        size="xs"
        label={t`Undo the import of ${moment(at)}`}
        title={t`Undo this import`}
        question={t`Put everything back as it was before ${moment(at)}?`}
        consequences={[
          t`Who was new is deleted, and each change is taken back. Nothing is put back where something else was changed since.`,
        ]}
        busy={undo.isPending}
        onConfirm={(close) => undo.mutate(undefined, { onSettled: close })}
      >
        <Trans>Undo</Trans>
      </ConfirmedButton>
    </>
  );
}

function Before({ accountId, one: { workbookId, at } }: Props) {
  const { t } = useLingui();
  const download = useMutation(downloadOfMutation(accountId, workbookId));
  return (
    <ServerButton
      variant="default"
      size="xs"
      aria-label={t`Download the data as it was before ${moment(at)}`}
      loading={download.isPending}
      onClick={() => download.mutate('before')}
    >
      <Trans>Data as it was</Trans>
    </ServerButton>
  );
}
