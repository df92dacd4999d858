import './dates.css';
import { t } from '@lingui/core/macro';

/** Returns the labels of a calendar's buttons, which show only arrows. */
export const calendarLabels = () => ({
  previousMonth: t`Previous month`,
  nextMonth: t`Next month`,
  previousYear: t`Previous year`,
  nextYear: t`Next year`,
});
