// What the sites of `bench:search --part crawl` have besides their pages: ways out, traps, and answers no crawler should keep.
import { gzipSync } from "node:zlib";

const ENDING = { "content-type": "text/html; charset=utf-8" };
const BOMB = gzipSync(Buffer.alloc(64 * 1024 ** 2, "<p>x</p>"));
const LINES = Buffer.from("<p>and on it goes</p>\n".repeat(3000));
const HUGE = `<article>${"<p>A paragraph of a page that is very long, about tariffs and permits of import.</p>".repeat(2500)}</article>`;
const CHALLENGE = `<!doctype html><html><head><title>Just a moment...</title></head><body>
<script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script>Enable JavaScript and cookies to continue</body></html>`;
const redirect = (response, location) => response.writeHead(302, { location }).end();

/** By their names; each answers a call. `outside` is the address of a site that is not to be read. */
const REFUSED = {
  away: ({ response, outside }) => redirect(response, `${outside}/p/1`),
  "away-later": ({ response }) => redirect(response, "/x/away"),
  inside: ({ response }) => redirect(response, "http://10.0.0.1/"),
  metadata: ({ response }) => redirect(response, "http://169.254.169.254/latest/meta-data"),
  loop: ({ response }) => redirect(response, "/x/loop"),
  bomb: ({ response }) => response.writeHead(200, { ...ENDING, "content-encoding": "gzip" }).end(BOMB),
  endless: ({ response }) => {
    response.writeHead(200, ENDING);
    const more = () => {
      while (!response.destroyed) if (!response.write(LINES)) return void response.once("drain", more);
    };
    more();
  },
  drip: ({ response }) => {
    response.writeHead(200, ENDING);
    const timer = setInterval(() => response.write("x"), 200);
    response.on("close", () => clearInterval(timer));
  },
  cut: ({ response }) => {
    response.writeHead(200, ENDING).write("<html><body><p>begun");
    setTimeout(() => response.destroy(), 20);
  },
  challenge: ({ response }) => response.writeHead(403, { ...ENDING, "cf-mitigated": "challenge" }).end(CHALLENGE),
  paid: ({ response }) => response.writeHead(402, ENDING).end("pay"),
  film: ({ response }) => response.writeHead(200, { "content-type": "video/mp4" }).end("no page"),
};
/** What is kept all the same: long, badly written, and pages that go on without an end. */
const KEPT = {
  huge: ({ response }) => response.writeHead(200, ENDING).end(`<html><title>Huge</title>${HUGE}</html>`),
  broken: ({ response, host }) =>
    response
      .writeHead(200, ENDING)
      .end(`<html><title>Broken</title><p>Words of ${host} all the same ${"<b><i><u>".repeat(15)}`),
};

/** The paths of the traps of a host; a page that drips keeps one waiting for long, so only the first hosts have it. */
export const trapsOf = (host) =>
  [...Object.keys(REFUSED), ...Object.keys(KEPT), "calendar/1"]
    .filter((name) => name !== "drip" || host <= 4)
    .map((name) => `/x/${name}`);

/** Answers a path below /x/. */
export function answerTrap({ pathname, response, host, outside, page }) {
  const name = pathname.slice("/x/".length);
  const month = Number(/^calendar\/(\d+)$/.exec(name)?.[1]);
  if (month > 0)
    return response.writeHead(200, ENDING).end(page([`/x/calendar/${month + 1}`, `/x/calendar/${month + 2}`], month));
  const answer = REFUSED[name] ?? KEPT[name];
  if (!answer) return response.writeHead(404, ENDING).end("no");
  return answer({ response, host, outside });
}

let gbk;
/** A text in the encoding many Chinese sites still have, which Node can read and not write. */
export function inGbk(text) {
  if (!gbk) {
    gbk = new Map();
    const decoder = new TextDecoder("gbk");
    for (let lead = 0xa1; lead <= 0xf7; lead++)
      for (let trail = 0xa1; trail <= 0xfe; trail++) {
        const symbol = decoder.decode(Uint8Array.of(lead, trail));
        if (symbol.length === 1 && symbol !== "\ufffd") gbk.set(symbol, Buffer.of(lead, trail));
      }
  }
  return Buffer.concat([...text].map((symbol) => gbk.get(symbol) ?? Buffer.from(symbol, "latin1")));
}
