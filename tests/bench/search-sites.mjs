// The sites of `bench:search --part crawl`, in a process of their own: one host an address of loopback, each with a sitemap.
//   search-sites.mjs --hosts 20 --pages 500 --port 9620
import http from "node:http";

const arg = (name) => Number(process.argv[process.argv.indexOf(`--${name}`) + 1]);
const hosts = arg("hosts");
const pages = arg("pages");
const port = arg("port");

const WORDS =
  "customs tariff carbon border notice steel import permit quota deadline declaration emission audit river harbour grid".split(
    " ",
  );
/** A page of four hundred words in paragraphs, with the menus and scripts pages have around them. */
function page(host, number) {
  const paragraph = (at) =>
    Array.from(
      { length: 50 },
      (_, word) => WORDS[(number * 7 + at * 3 + word * (1 + (number % 5))) % WORDS.length],
    ).join(" ");
  const links = [1, 2, 3, 10, 100].map((step) => ((number + step) % pages) + 1);
  const menu = links.map((to) => `<li><a href="/p/${to}">Page ${to} of the site</a></li>`).join("");
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
      const locs = Array.from({ length: pages }, (_, at) => `<url><loc>${origin}/p/${at + 1}</loc></url>`);
      return response.writeHead(200, { "content-type": "application/xml" }).end(`<urlset>${locs.join("")}</urlset>`);
    }
    if (pathname === "/robots.txt")
      return response.writeHead(200, { "content-type": "text/plain" }).end("User-agent: *\nDisallow: /private\n");
    if (!(number >= 1 && number <= pages)) return response.writeHead(404, { "content-type": "text/html" }).end("no");
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page(host, number));
  });
  server.listen(port, `127.0.3.${host}`);
}
process.on("disconnect", () => process.exit(0));
setTimeout(() => process.send?.("listening"), 300);
