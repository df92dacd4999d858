import { screen } from '@testing-library/react';
import type { SessionInfo } from '#contract/access/session.ts';
import { getGroups, getLookups, type Lookup } from '#contract/masterData/groups.ts';
import { EMPLOYER_PERMISSIONS, type Permission } from '#contract/platform/permissions.ts';
import { answerDashboard } from './dashboardSamples.ts';
import { answer } from './fakeApi.ts';
import { idOf } from './manageSamples.ts';
import { renderApp, signedIn } from './ui.tsx';

/** The section *Work* (docs/reference/corrections.md#pieces-in-bulk) as its tests open it. */

export const CREW = idOf(7_001);
export const entry = (code: string, description: string, id: number): Lookup['entries'][number] => ({
  ...{ _id: idOf(id), systemId: 'payroll', code, description, deletedAt: null },
});
const BLOCKS = [entry('N3', 'North 3', 5_002), entry('N4', 'North 4', 5_003)];
/** Two payroll systems, one code. */
const JOBS = ['payroll', 'other'].map((systemId, i) => ({
  ...{ _id: idOf(7_100 + i), systemId, name: 'Packer', code: 'PACK', deletedAt: null },
}));
const CROPS = [entry('P', 'Pears', 5_001), entry('A', 'Apples', 5_004)];

type Page = { session?: Partial<SessionInfo>; also?: readonly Permission[]; crops?: Lookup['entries'] };
/** Opens a page of it, for a user who corrects, in an account with one crew, crops and blocks. */
export function openPieces(page: string, { session = {}, also = [], crops = CROPS }: Page = {}) {
  signedIn(session, [...EMPLOYER_PERMISSIONS, 'Attendance.CORRECT', ...also]);
  answerDashboard();
  const crew = { _id: CREW, systemId: 'payroll', name: 'Crew 1', deletedAt: null };
  answer(getGroups, { employeeGroups: [crew], timeGroups: [], jobDescriptions: JOBS });
  answer(getLookups, {
    lookups: [
      { lookup: 1, name: 'Crop', entries: crops },
      { lookup: 2, name: 'Block', entries: BLOCKS },
    ],
  });
  return renderApp(`/employer/work?page=${page}`);
}
export type User = ReturnType<typeof openPieces>['user'];
/** Picks a choice of a field. */
export async function pick(user: User, label: string | RegExp, choice: string) {
  await user.click(await screen.findByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: choice }));
}
