import { sendEarly } from './earlyCalls.ts';
import { viewToShow } from './viewToShow.ts';

/**
 * Compiled into the head of index.html after the guard (build/shell.ts): sends the application's first calls before anything is drawn, because their
 * answers take longer than the first picture does.
 */
const shown = navigator.onLine === false ? null : viewToShow(Date.now());
if (shown) sendEarly(shown.view.calls, shown.session.token);
