/** The tab's mark of a log-in that it began at a provider of single sign-on: the path to open afterwards, or ''. */
export const SIGN_ON_MARK = 'tb.signOn';
