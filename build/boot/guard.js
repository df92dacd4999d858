// Before anything that may be broken: colours, so that nothing flashes; which page stands in until the application has
// started; the parts that page will need; and, once a session, the way out of a shell whose parts are gone.
(() => {
  var root = document.documentElement;
  var path = location.pathname.replace(/\/$/, '');
  var scheme = 'auto';
  var signedIn = false;
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value') || 'auto';
    signedIn = sessionStorage.getItem('tb.session') !== null;
  } catch {}
  if (scheme === 'auto') scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  root.setAttribute('data-mantine-color-scheme', scheme);

  var page = path === '/login' || (path === '' && !signedIn) ? 'login' : 'other';
  if (signedIn && (path === '' || /^\/(employer|manage)(\/|$)/.test(path))) page = 'area';
  root.setAttribute('data-boot', page);

  addEventListener(
    'error',
    (event) => {
      var part = event.target;
      if (!part || !(part.tagName === 'SCRIPT' || (part.tagName === 'LINK' && part.rel === 'stylesheet'))) return;
      try {
        if (navigator.onLine === false || sessionStorage.getItem('tb.guard')) return;
        sessionStorage.setItem('tb.guard', '1');
      } catch {
        return;
      }
      var url = new URL(location.href);
      url.searchParams.set('shell', 'network');
      location.replace(url.href);
    },
    true,
  );

  var parts = PARTS;
  var ask = (files, then) => {
    var missing = files.length;
    files.forEach((href) => {
      var link = document.createElement('link');
      var isSheet = /css$/.test(href);
      link.rel = isSheet ? 'preload' : 'modulepreload';
      if (isSheet) link.as = 'style';
      link.crossOrigin = '';
      link.href = href;
      link.onload = link.onerror = () => {
        missing -= 1;
        if (missing === 0 && then) then();
      };
      document.head.appendChild(link);
    });
  };
  if (path.indexOf('/manage') === 0) ask(parts.manage || []);
  // Charts come last, but do not wait for the dashboard to run.
  else if (page === 'area') ask(parts.employer || [], () => ask(parts.charts || []));
  else ask(parts[page] || []);
})();
