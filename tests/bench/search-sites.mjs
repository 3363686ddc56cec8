// The sites of `bench:search --part crawl`, in a process of their own: one host an address of loopback, each with a sitemap. One
// page of twenty is Chinese in GBK. With --traps they have what search-traps.mjs has as well, and a site stands outside of them,
// whose calls are counted and told when they are asked for.
//   search-sites.mjs --hosts 20 --pages 500 --port 9620
import http from "node:http";
import { answerTrap, inGbk, trapsOf } from "./search-traps.mjs";

const arg = (name) => Number(process.argv[process.argv.indexOf(`--${name}`) + 1]);
const hosts = arg("hosts");
const pages = arg("pages");
const port = arg("port");
const hasTraps = process.argv.includes("--traps");
const OUTSIDE = "127.0.3.250";
const GBK_EVERY = 20;

const WORDS =
  "customs tariff carbon border notice steel import permit quota deadline declaration emission audit river harbour grid".split(
    " ",
  );
/** A Chinese page in the encoding it names. */
function chinesePage(host, number) {
  const paragraph = `第${number}号公告：进口钢材须申报碳排放量，${host}号口岸自${number}日起办理配额。`.repeat(12);
  return inGbk(
    `<html><head><meta charset="gbk"><title>${host}号口岸第${number}号公告</title></head><body><article><p>${paragraph}</p></article></body></html>`,
  );
}

/** A page of four hundred words in paragraphs, with the menus and scripts pages have around them. */
function page(host, number, more = []) {
  const paragraph = (at) =>
    Array.from(
      { length: 50 },
      (_, word) => WORDS[(number * 7 + at * 3 + word * (1 + (number % 5))) % WORDS.length],
    ).join(" ");
  const links = [1, 2, 3, 10, 100].map((step) => ((number + step) % pages) + 1);
  const hrefs = [...links.map((to) => `/p/${to}`), ...more];
  const menu = hrefs.map((href) => `<li><a href="${href}">Page ${href} of the site</a></li>`).join("");
  const body = Array.from(
    { length: 8 },
    (_, at) => `<h2>Part ${at}</h2><p>Number ${host}-${number}-${at}. ${paragraph(at)}.</p>`,
  );
  return `<!doctype html><html lang="en"><head><title>Page ${number} of ${host}</title><style>${"p{margin:0}".repeat(40)}</style>
<script>${"window.x=1;".repeat(100)}</script></head><body><nav><ul>${menu}</ul></nav><article><h1>Page ${number}</h1>${body.join("\n")}
</article><footer>About us</footer></body></html>`;
}

for (let host = 1; host <= hosts; host++) {
  const server = http.createServer((request, response) => {
    const { pathname, origin } = new URL(request.url, `http://${request.headers.host}`);
    const number = pathname === "/" ? 1 : Number(/^\/p\/(\d+)$/.exec(pathname)?.[1]);
    if (pathname === "/sitemap.xml") {
      const paths = Array.from({ length: pages }, (_, at) => `/p/${at + 1}`);
      const locs = [...(hasTraps ? trapsOf(host) : []), ...paths].map((one) => `<url><loc>${origin}${one}</loc></url>`);
      return response.writeHead(200, { "content-type": "application/xml" }).end(`<urlset>${locs.join("")}</urlset>`);
    }
    if (pathname === "/robots.txt")
      return response.writeHead(200, { "content-type": "text/plain" }).end("User-agent: *\nDisallow: /private\n");
    if (hasTraps && pathname.startsWith("/x/")) {
      const outside = `http://${OUTSIDE}:${port}`;
      return answerTrap({ pathname, response, host, outside, page: (more, at) => page(host, pages + at, more) });
    }
    if (!(number >= 1 && number <= pages)) return response.writeHead(404, { "content-type": "text/html" }).end("no");
    if (number % GBK_EVERY === 0)
      return response.writeHead(200, { "content-type": "text/html" }).end(chinesePage(host, number));
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page(host, number));
  });
  server.listen(port, `127.0.3.${host}`);
}
let callsOutside = 0;
http
  .createServer((_, response) => {
    callsOutside++;
    response.writeHead(200, { "content-type": "text/html" }).end(page(250, 1));
  })
  .listen(port, OUTSIDE);
process.on("message", () => process.send?.({ callsOutside }));
process.on("disconnect", () => process.exit(0));
setTimeout(() => process.send?.("listening"), 300);
