import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { WorkPageName } from './workPages.ts';

/** The labels of the pages; apart from their names, which every start loads to read addresses. */
export const WORK_LABEL: Record<WorkPageName, MessageDescriptor> = {
  sheet: msg`Crew sheet`,
  clock: msg`Clock a crew in`,
  plans: msg`Tomorrow’s plan`,
  bulk: msg`Change pieces`,
  teams: msg`Teams`,
  containers: msg`Containers`,
  quality: msg`Quality`,
  file: msg`Import pieces`,
};
