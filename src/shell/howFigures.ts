import { t } from '@lingui/core/macro';

/** Returns the title of the page that explains every figure in the language of the user, used wherever something links to it. */
export const howFigures = () => t`How figures are worked out`;
/** The path of that page. */
export const FIGURES_PATH = '/employer/figures';

/** The paragraph about paid hours. */
export const PAID_RULE = 19;

/** Returns the id of a rule's paragraph on that page; `rule`: its number as 'Why?' gives it. */
export const ruleAnchor = (rule: number) => `rule-${rule}`;
