// Sites as a crawler meets them, for tests and benches: each host an address of its own on loopback, with robots, sitemaps,
// feeds, traps and pages that are none. The path says what it answers.
import http from "node:http";
import { gzipSync } from "node:zlib";

const GBK = Buffer.concat([
  Buffer.from('<html><head><meta charset="gbk"><title>'),
  Buffer.from([0xd6, 0xd0, 0xce, 0xc4]),
  Buffer.from("</title></head><body><article><p>"),
  Buffer.from([0xba, 0xcf, 0xcd, 0xac]),
  Buffer.from("</p></article></body></html>"),
]);
const WORDS = "customs tariff carbon border notice steel import permit quota deadline declaration emission audit".split(
  " ",
);

/** A page of some hundred words; the number makes it one of its own. */
export function wordyPage(title, number, links = []) {
  const words = Array.from({ length: 160 }, (_, at) => WORDS[(number * 7 + at * (1 + (number % 5))) % WORDS.length]);
  const anchors = links.map((href) => `<a href="${href}">${href}</a>`).join(" ");
  return `<html lang="en"><head><title>${title}</title></head><body><article><h1>${title}</h1>
<p>Page number n${number} of the site. ${words.join(" ")}.</p></article><nav>${anchors}</nav></body></html>`;
}

const CHALLENGE = `<!doctype html><html><head><title>Just a moment...</title></head><body>
<script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script>Enable JavaScript and cookies to continue</body></html>`;
const PAYWALL = `<html><head><title>Paid</title><script type="application/ld+json">
{"@type":"NewsArticle","isAccessibleForFree":false}</script></head><body><article><p>${"A teaser of the article. ".repeat(30)}</p></article></body></html>`;
const LOGIN = `<html><head><title>Sign in</title></head><body><form>Account <input name="u"><input type="password"></form></body></html>`;
const SCRIPTS = `<html><head><title>App</title></head><body><noscript>Please enable JavaScript.</noscript><div id="root"></div>
<script src="/main.js"></script></body></html>`;

/**
 * Starts a site. `address` is where on loopback it listens, `pages` may be given further ones: what each answers, or a function
 * that does; `robots` and `numbered` (pages /p/1 … that its sitemap lists) as well.
 */
export async function startWebSite({ address = "127.0.0.1", port = 0, robots = "", numbered = 0 } = {}) {
  const seen = [];
  const given = {};
  const state = { robots, numbered, delayMs: 0 };
  const timers = new Set();
  const server = http.createServer((request, response) => {
    const url = new URL(request.url, `http://${request.headers.host}`);
    seen.push(url.pathname + url.search);
    const type = (name) => ({ "content-type": name });
    const html = (body, headers = {}) => response.writeHead(200, { ...type("text/html"), ...headers }).end(body);
    const xml = (body) => response.writeHead(200, type("application/xml")).end(body);
    const here = (path) => new URL(path, url).href;
    const locs = (tag, paths) => paths.map((path) => `<${tag}><loc>${here(path)}</loc></${tag}>`).join("");
    const list = Array.from({ length: state.numbered }, (_, at) => `/p/${at + 1}`);
    const pages = {
      "/robots.txt": () =>
        state.robots === null
          ? response.writeHead(500).end()
          : response.writeHead(200, type("text/plain")).end(state.robots.replaceAll("{here}", url.origin)),
      "/": () => html(wordyPage("Home", 0, ["/a", "/b?utm_source=x#top", "/feed.xml", "/old"])),
      "/a": () => html(wordyPage("Page A", 1, ["/", "/deep/1"])),
      "/b": () => html(wordyPage("Page B", 2)),
      "/old": () => response.writeHead(301, { location: "/a" }).end(),
      "/feed.xml": () => xml(`<rss><channel><item><link>${here("/from-feed")}</link></item></channel></rss>`),
      "/from-feed": () => html(wordyPage("From the feed", 3)),
      "/sitemap.xml": () =>
        xml(
          `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locs("sitemap", ["/maps/one.xml.gz"])}</sitemapindex>`,
        ),
      "/maps/one.xml.gz": () =>
        response
          .writeHead(200, type("application/gzip"))
          .end(gzipSync(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locs("url", list)}</urlset>`)),
      "/gbk": () => html(GBK),
      "/challenge": () => response.writeHead(403, { ...type("text/html"), "cf-mitigated": "challenge" }).end(CHALLENGE),
      "/challenge-200": () => html(CHALLENGE),
      "/paywall": () => html(PAYWALL),
      "/payment": () => response.writeHead(402).end(),
      "/members": () => response.writeHead(302, { location: "/login" }).end(),
      "/login": () => html(LOGIN),
      "/scripts": () => html(SCRIPTS),
      "/busy": () => response.writeHead(503).end("later"),
      "/bomb": () => html(gzipSync(Buffer.alloc(64 * 1024 ** 2, "<p>x</p>")), { "content-encoding": "gzip" }),
      "/pdf": () => response.writeHead(200, type("application/pdf")).end("%PDF"),
      "/etag": () =>
        request.headers["if-none-match"] === '"one"'
          ? response.writeHead(304).end()
          : html(wordyPage("Tagged", 4), { etag: '"one"' }),
      "/to": () => response.writeHead(302, { location: url.searchParams.get("url") }).end(),
      "/noindex": () =>
        html(`<html><head><meta name="robots" content="noindex"></head><body>${"secret ".repeat(90)}</body></html>`),
      "/slow": () => {
        response.writeHead(200, type("text/html"));
        const timer = setInterval(() => response.write("x"), 200);
        timers.add(timer);
        response.on("close", () => clearInterval(timer));
      },
    };
    const answer = () => {
      const own = given[url.pathname];
      if (typeof own === "function") return own(request, response);
      if (own !== undefined) return html(own);
      if (pages[url.pathname]) return pages[url.pathname]();
      const number = Number(/^\/p\/(\d+)$/.exec(url.pathname)?.[1]);
      if (number >= 1 && number <= state.numbered) return html(wordyPage(`Numbered ${number}`, number));
      // A calendar without an end, and a chain of links without one.
      const month = Number(/^\/calendar\/(\d+)$/.exec(url.pathname)?.[1]);
      if (month >= 0)
        return html(wordyPage(`Month ${month}`, month, [`/calendar/${month + 1}`, `/calendar/${month + 2}`]));
      const depth = Number(/^\/deep\/(\d+)$/.exec(url.pathname)?.[1]);
      if (depth > 0) return html(wordyPage(`Depth ${depth}`, 5000 + depth, [`/deep/${depth + 1}`]));
      response.writeHead(404, type("text/html")).end("no");
    };
    if (state.delayMs > 0) setTimeout(answer, state.delayMs);
    else answer();
  });
  await new Promise((resolve) => server.listen(port, address, resolve));
  const host = `${address}:${server.address().port}`;
  return {
    url: `http://${host}`,
    host,
    seen,
    state,
    /** @type {Record<string, string | ((request: http.IncomingMessage, response: http.ServerResponse) => void) | undefined>} */
    pages: given,
    close: () => {
      for (const timer of timers) clearInterval(timer);
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
