import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import '../../../styles/forms.css';
import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTabInView } from '../../../ui/useTabInView.ts';
import { BulkPieces } from './BulkPieces.tsx';
import { CrewClock } from './CrewClock.tsx';
import { CrewSheet } from './CrewSheet.tsx';
import { JustDone } from './JustDone.tsx';
import { PIECES_PAGES, type PiecesPageName } from './piecesPages.ts';
import { WorkPlans } from './WorkPlans.tsx';

const LABEL: Record<PiecesPageName, MessageDescriptor> = {
  bulk: msg`Pieces`,
  sheet: msg`Crew sheet`,
  clock: msg`Clock in`,
  plans: msg`Plan`,
  file: msg`Import`,
};

type Props = {
  accountId: string;
  timeZone: string;
  today: string;
  page: PiecesPageName;
  onPage: (page: PiecesPageName) => void;
  /** The import of a file; absent for users who may not import. */
  file: ReactNode | undefined;
  /** Only the file is offered to users who set up and do not correct. */
  mayCorrect: boolean;
};

/** Acts of the office on many records at once: pieces in bulk, the crew sheet, a crew clocked in, and work planned for Recorders (spec/office.md). */
export default function PiecesPage({ page: requested, onPage, file, mayCorrect, ...props }: Props) {
  const { t } = useLingui();
  const pages = PIECES_PAGES.filter((name) => (name === 'file' ? file !== undefined : mayCorrect));
  const page = pages.find((name) => name === requested) ?? pages[0];
  // What is typed on the sheet stays while another page is shown.
  const [wasSheet, setWasSheet] = useState(page === 'sheet');
  if (page === 'sheet' && !wasSheet) setWasSheet(true);
  const strip = useTabInView(`${page} ${pages.length}`);
  return (
    <>
      {/* On a phone they are wider than the screen. */}
      <div ref={strip} style={{ overflowX: 'auto' }}>
        <SegmentedControl
          aria-label={t`What is done`}
          size="md"
          w="100%"
          miw="max-content"
          maw="none"
          value={page}
          onChange={(value) => onPage(PIECES_PAGES.find((name) => name === value) ?? 'bulk')}
          data={pages.map((name) => ({ value: name, label: t(LABEL[name]) }))}
        />
      </div>
      {page === 'bulk' && <BulkPieces {...props} />}
      {wasSheet && (
        <div hidden={page !== 'sheet'}>
          <CrewSheet {...props} />
        </div>
      )}
      {page === 'clock' && <CrewClock {...props} />}
      {page === 'plans' && <WorkPlans {...props} />}
      {page === 'file' && file}
      <JustDone />
    </>
  );
}
