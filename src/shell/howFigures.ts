/** The page that explains every figure: its title, used wherever something links to it, and its path. */
export const HOW_FIGURES = 'How figures are worked out';
export const FIGURES_PATH = '/employer/figures';

/** The paragraph about paid hours. */
export const PAID_RULE = 19;

/** Returns the id of a rule's paragraph on that page; `rule`: its number in rules.md, as 'Why?' gives it. */
export const ruleAnchor = (rule: number) => `rule-${rule}`;

/** Returns the link in a card's helper: to the paragraph about the rule behind its figures. */
export const figuresLink = (rule: number) => ({ text: HOW_FIGURES, href: `${FIGURES_PATH}#${ruleAnchor(rule)}` });
