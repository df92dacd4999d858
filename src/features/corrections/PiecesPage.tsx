import '../../styles/forms.css';
import { SegmentedControl } from '@mantine/core';
import { BulkPieces } from './BulkPieces.tsx';
import { CrewClock } from './CrewClock.tsx';
import { CrewSheet } from './CrewSheet.tsx';
import { PIECES_PAGES, type PiecesPageName } from './piecesPages.ts';

type Props = {
  accountId: string;
  timeZone: string;
  today: string;
  page: PiecesPageName;
  onPage: (page: PiecesPageName) => void;
};

/** Acts of the office on many records at once: pieces in bulk, the crew sheet, and a crew clocked in (spec/office.md). */
export default function PiecesPage({ page, onPage, ...props }: Props) {
  return (
    <>
      <SegmentedControl
        aria-label="What is done"
        size="md"
        value={page}
        onChange={(value) => onPage(PIECES_PAGES.find(({ name }) => name === value)?.name ?? 'bulk')}
        data={PIECES_PAGES.map(({ name, label }) => ({ value: name, label }))}
      />
      {page === 'bulk' && <BulkPieces {...props} />}
      {page === 'sheet' && <CrewSheet {...props} />}
      {page === 'clock' && <CrewClock {...props} />}
    </>
  );
}
