import { useLingui } from '@lingui/react/macro';
import '../../../styles/forms.css';
import { type ReactNode, useState } from 'react';
import { PageTabs } from '../../../shell/PageTabs.tsx';
import { BulkPieces } from './BulkPieces.tsx';
import { CrewClock } from './CrewClock.tsx';
import { CrewSheet } from './CrewSheet.tsx';
import { JustDone } from './JustDone.tsx';
import { WorkPlans } from './WorkPlans.tsx';
import { WORK_LABEL } from './workLabels.ts';
import { WORK_PAGES, type WorkPageName } from './workPages.ts';

type Props = {
  accountId: string;
  timeZone: string;
  today: string;
  /** The page of the address; absent: the first. */
  page: WorkPageName | undefined;
  /** The import of a file; absent for users who may not import. */
  file: ReactNode | undefined;
  /** The work of teams; absent as the containers are. */
  teams: ReactNode | undefined;
  /** The containers; absent for users who see no piecework. */
  containers: ReactNode | undefined;
  /** Figures of samples of them; absent as these are. */
  quality: ReactNode | undefined;
  /** Only the file is offered to users who set up and do not correct. */
  mayCorrect: boolean;
};

/** Acts of the office on many records at once: the crew sheet, a crew clocked in, work planned for Recorders, and pieces in bulk. */
export default function WorkPage({ page: requested, file, teams, containers, quality, mayCorrect, ...props }: Props) {
  const { t } = useLingui();
  const given: Partial<Record<WorkPageName, ReactNode>> = { file, teams, containers, quality };
  const pages = WORK_PAGES.filter((name) => (name in given ? given[name] !== undefined : mayCorrect));
  const page = pages.find((name) => name === requested) ?? pages[0];
  // What is typed on the sheet stays while another page is shown.
  const [wasSheet, setWasSheet] = useState(page === 'sheet');
  if (page === 'sheet' && !wasSheet) setWasSheet(true);
  return (
    <>
      <PageTabs
        label={t`Work`}
        tabs={pages.map((name) => ({
          label: t(WORK_LABEL[name]),
          link: { to: '.', search: { page: name } },
          isShown: name === page,
        }))}
      />
      {page === 'bulk' && <BulkPieces {...props} />}
      {wasSheet && (
        <div hidden={page !== 'sheet'}>
          <CrewSheet {...props} />
        </div>
      )}
      {page === 'clock' && <CrewClock {...props} />}
      {page === 'plans' && <WorkPlans {...props} />}
      {page !== undefined && given[page]}
      <JustDone />
    </>
  );
}
