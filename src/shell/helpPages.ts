/** Sections of the help, by what they explain: pages of docs/ (tests/unit/docs/help.test.ts reads whether each is there). */
export const HELP = {
  paidHours: 'reference/paid-hours.html',
  pay: 'reference/pay.html',
  rates: 'reference/pay.html#rates',
  cost: 'guide/hours-and-pay.html#look-at-it',
  payFiles: 'guide/payroll-files.html',
  setUp: 'guide/set-up.html#more-people-at-once',
  silent: 'guide/terminals.html#when-it-is-silent',
  devices: 'guide/terminals.html#add-one',
  recorders: 'guide/recorders.html#make-a-phone-a-recorder',
  alerts: 'guide/alerts-and-reports.html#set-an-alert',
  records: 'reference/records.html#files-of-records',
} as const;
