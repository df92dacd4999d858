// The tiles as this tab showed them last (src/lib/lastView.ts), until the application shows them itself: of this session only, of the
// day that the address asks for, and saying as of when.
(() => {
  if (document.documentElement.getAttribute('data-boot') !== 'area') return;
  if (!/^\/(employer(\/overview)?\/?)?$/.test(location.pathname)) return;
  try {
    const session = JSON.parse(sessionStorage.getItem('tb.session'));
    const view = JSON.parse(sessionStorage.getItem('tb.view'));
    const now = Date.now();
    if (!view || view.session !== session.id || now >= session.expiresAt || now - view.at > 12 * 3600000) return;
    if (session.info.mustChangePassword) return;
    const asked = new URLSearchParams(location.search).get('date');
    if ((asked || new Date().toLocaleDateString('sv', { timeZone: session.info.timeZone })) !== view.date) return;
    const text = (tag, words) => {
      const element = document.createElement(tag);
      element.textContent = words;
      return element;
    };
    document.querySelector('.boot-bar span').textContent = session.info.accountName;
    document.querySelector('.boot-trust').textContent = view.trust;
    const tiles = view.tiles.map((tile) => {
      const box = document.createElement('div');
      const figure = text('strong', tile.figure);
      if (/\p{L}/u.test(tile.figure)) figure.className = 'boot-words';
      box.append(text('span', tile.label), figure, text('small', tile.below));
      return box;
    });
    document.querySelector('.boot-tiles').replaceChildren(...tiles);

    // What the application will ask first, while its scripts are on their way (src/lib/earlyCalls.ts).
    if (navigator.onLine === false) return;
    const device = localStorage.getItem('tb.device') || '';
    const headers = { 'content-type': 'application/json', 'x-device-id': device, authorization: session.token };
    const calls = {};
    for (const url of view.calls) {
      calls[url] = fetch(url, { headers, cache: 'no-store' }).then((reply) => ({ reply, at: Date.now() }));
      calls[url].catch(() => {});
    }
    window.tbEarly = { token: session.token, asked: calls };
  } catch {
    // No session, or nothing kept: the outline stays.
  }
})();
