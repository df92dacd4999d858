/** The only script of the help: the colours that the application is set to, and the search. Every page can be read without it. */
const MOST = 20;

const scheme = readScheme();
if (scheme === 'dark' || scheme === 'light')
  document.getElementById('dark').media = scheme === 'dark' ? 'all' : 'not all';

document.addEventListener('DOMContentLoaded', () => {
  const form = document.querySelector('form');
  const input = document.getElementById('words');
  const shown = document.getElementById('found');
  let loading;
  form.hidden = false;
  form.addEventListener('submit', (event) => event.preventDefault());
  input.addEventListener('input', async () => {
    loading ??= fetch('/help/search.json').then((reply) => reply.json());
    try {
      show(shown, input.value, await loading);
    } catch {
      loading = undefined;
      say(shown, 'The search needs a connection.');
    }
  });
});

/** The scheme chosen in the application; undefined where storage is refused. */
function readScheme() {
  try {
    return localStorage.getItem('mantine-color-scheme-value') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Lists the sections that have every word, those with the words in their titles first. */
function show(shown, typed, sections) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  shown.hidden = words.length === 0;
  const has = (text) => words.every((word) => text.toLowerCase().includes(word));
  const found = sections.filter(({ title, text }) => has(`${title} ${text}`));
  const titled = found.filter(({ title }) => has(title));
  const ordered = [...titled, ...found.filter((section) => !titled.includes(section))].slice(0, MOST);
  say(
    shown,
    found.length === 0 ? 'Nothing has all of these words.' : found.length === 1 ? '1 place' : `${found.length} places`,
  );
  const list = document.createElement('ul');
  for (const { href, title } of ordered) {
    const link = document.createElement('a');
    link.href = href;
    link.textContent = title;
    const item = document.createElement('li');
    item.append(link);
    list.append(item);
  }
  if (ordered.length > 0) shown.append(list);
}

function say(shown, text) {
  const line = document.createElement('p');
  line.textContent = text;
  shown.replaceChildren(line);
}
