// Web pages as they come, for tests: odd charsets, redirects, bodies without end. The path says what it answers.
import http from "node:http";
import { gzipSync } from "node:zlib";

const GBK = Buffer.concat([
  Buffer.from('<html><head><meta charset="gbk"><title>'),
  Buffer.from([0xd6, 0xd0, 0xce, 0xc4]),
  Buffer.from("</title></head><body><article><p>"),
  Buffer.from([0xba, 0xcf, 0xcd, 0xac]),
  Buffer.from("</p></article></body></html>"),
]);

const ARTICLE = `<html><head><title>Notice</title><base href="/docs/"></head><body>
<nav><a href="/menu">Menu</a></nav>
<article><h1>Notice</h1><p>${"The contract ends in May, and both parties agree to that. ".repeat(12)}</p>
<p>See <a href="terms.html">the terms</a>, <a href="javascript:alert(1)">this</a> and
<img src="https://canary.invalid/a.png?d=secret" alt="a chart">.</p>
<script>document.title = "pwned"</script><style>p{}</style>
<table><tr><td>1</td></tr></table></article></body></html>`;

/** Starts on a free port; `seen` collects paths, `pages` may be given further ones: what each answers, or a function that does. */
export async function startPageServer() {
  const seen = [];
  const given = {};
  let timer;
  const server = http.createServer((request, response) => {
    const url = new URL(request.url, "http://page.test");
    seen.push(url.pathname);
    const html = (body, headers = {}) => response.writeHead(200, { "content-type": "text/html", ...headers }).end(body);
    const pages = {
      "/article": () => html(ARTICLE),
      "/gbk-meta": () => html(GBK),
      "/gbk-in-header": () => html(GBK, { "content-type": "text/html; charset=GB2312" }),
      "/utf16": () => html(Buffer.from("\ufeff<html><body><p>十六位</p></body></html>", "utf16le")),
      "/bare": () => html("<title>Bare</title><h1>Hello</h1><p>world"),
      "/no-head": () => html("<html><title>t</title><body><p>still here</p></body></html>"),
      "/text": () => response.writeHead(200, { "content-type": "text/plain; charset=utf-8" }).end("纯文本 <b>kept</b>"),
      "/markdown": () => response.writeHead(200, { "content-type": "text/markdown" }).end("# Title\n\n- one"),
      "/pdf": () => response.writeHead(200, { "content-type": "application/pdf" }).end("%PDF"),
      "/no-type": () => response.writeHead(200).end("?"),
      "/forbidden": () => response.writeHead(403, { "content-type": "text/html" }).end("no"),
      "/missing": () => response.writeHead(404, { "content-type": "text/html" }).end("no"),
      "/empty": () => html("<html><body><script>1</script></body></html>"),
      "/bomb": () => html(gzipSync(Buffer.alloc(64 * 1024 ** 2, "<p>x</p>")), { "content-encoding": "gzip" }),
      "/deep": () => html(`${"<div>".repeat(200_000)}text`),
      "/wide": () => html(`<html><body>${"<p><a href='x'>a</a>b</p>".repeat(180_000)}</body></html>`),
      "/endless": () => {
        response.writeHead(200, { "content-type": "text/html" });
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536, "x")));
        };
        response.on("drain", more);
        more();
      },
      "/drip": () => {
        response.writeHead(200, { "content-type": "text/html" });
        timer = setInterval(() => response.write("x"), 200);
        response.on("close", () => clearInterval(timer));
      },
      "/to": () => response.writeHead(302, { location: url.searchParams.get("url") }).end(),
      "/loop": () => response.writeHead(302, { location: "/loop" }).end(),
    };
    const own = given[url.pathname];
    const page = pages[url.pathname];
    if (typeof own === "function") own(request, response);
    else if (own !== undefined) html(own);
    else if (page) page();
    else if (/^\/hop\/\d$/.test(url.pathname)) {
      const left = Number(url.pathname.at(-1)) - 1;
      response.writeHead(302, { location: left > 0 ? `/hop/${left}` : "/article" }).end();
    } else response.writeHead(404).end();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    host: `127.0.0.1:${server.address().port}`,
    seen,
    /** @type {Record<string, string | ((request: http.IncomingMessage, response: http.ServerResponse) => void) | undefined>} */
    pages: given,
    close: () => {
      clearInterval(timer);
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
