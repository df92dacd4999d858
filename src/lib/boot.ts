/**
 * The page's own first picture (build/boot): the log-in form or the outline of an area, shown until the application has something
 * better. Whatever was typed into it is kept.
 */
type Typed = { username: string; password: string; focused: 'username' | 'password' | null };

const field = (name: 'username' | 'password') => {
  const found = document.getElementById(`boot-${name}`);
  return found instanceof HTMLInputElement ? found : null;
};

/** What stands in the page's own log-in form now. */
export function typedBefore(): Typed {
  const [username, password] = [field('username'), field('password')];
  const active = document.activeElement;
  const focused = active === null ? null : active === username ? 'username' : active === password ? 'password' : null;
  return { username: username?.value ?? '', password: password?.value ?? '', focused };
}

/** Whether it is an area's outline, in which nobody types. */
export const isAreaPicture = () => document.documentElement.getAttribute('data-boot') === 'area';

/** Takes the first picture away; called by every page as it appears, in the same frame. */
export const removeBoot = () => document.getElementById('boot')?.remove();
