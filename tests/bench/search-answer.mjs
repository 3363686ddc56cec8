// Quick answers of `bench:search` through the product's own call: how soon the first source and the first token are on the stream.
import { fork } from "node:child_process";
import http from "node:http";
import path from "node:path";
import { root } from "../../scripts/lib/root.mjs";
import { signIn } from "../faults/product.mjs";
import { withProduct } from "./search-product.mjs";

const HOSTS = 10;
/** Questions that are asked before any is measured. */
const WARMING = 5;

/** A model without delay that says when its first token went out. */
async function startModel() {
  const state = { sentAt: 0 };
  const server = http.createServer(async (request, response) => {
    for await (const _ of request);
    if (request.method === "GET") return response.end(JSON.stringify({ object: "list", data: [] }));
    const chunk = (delta, finish_reason = null) =>
      `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(chunk({ role: "assistant", content: "Steel pays at the border [1]." }));
    state.sentAt = performance.now();
    response.end(`${chunk({}, "stop")}data: [DONE]\n\n`);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { state, url: `http://127.0.0.1:${server.address().port}/v1`, close: () => server.close() };
}

/** Times in milliseconds of questions put to the stored pages of a source. */
export async function answerTimes(engine, { isQuick, port }) {
  const pagesEach = isQuick ? 20 : 100;
  const args = ["--hosts", HOSTS, "--pages", pagesEach, "--port", port].map(String);
  const sites = fork(path.join(root, "tests/bench/search-sites.mjs"), args, { execArgv: [] });
  await new Promise((resolve) => sites.once("message", resolve));
  const model = await startModel();
  const measure = async ({ url }) => {
    const api = await signIn(url);
    const id = await source(url, api, port);
    const pages = await crawled(url, api, { id, pages: HOSTS * pagesEach });
    const times = { pages, sources: [], tokens: [] };
    const questions = isQuick ? 15 : 40;
    for (let at = 0; at < questions + WARMING; at++) {
      const text = `What is said of ${at % HOSTS}-${at + 1}-${at % 8} and the tariff of steel?`;
      const asked = await ask(url, api, { id, text }, model);
      if (at < WARMING) continue;
      times.sources.push(asked.source);
      times.tokens.push(asked.token);
    }
    return times;
  };
  try {
    return await withProduct(engine, { OPENAI_BASE_URL: model.url, ALLOW_PRIVATE_NETWORK: "127.0.0.0/8" }, measure);
  } finally {
    sites.disconnect();
    model.close();
  }
}

async function source(url, api, port) {
  const limits = await api.get(`${url}/api/search/sources/limits`);
  await api.put(`${url}/api/search/sources/limits`, { ...limits, pauseSeconds: 0 });
  const domains = Array.from({ length: HOSTS }, (_, at) => `http://127.0.3.${at + 1}:${port}/`);
  const made = await api.post(`${url}/api/search/sources`, { name: "Sites", domains, pauseMs: 0, shared: true });
  await api.post(`${url}/api/search/sources/${made.id}/crawl`);
  return made.id;
}

async function crawled(url, api, { id, pages }) {
  const from = performance.now();
  const seconds = () => (performance.now() - from) / 1000;
  for (;;) {
    const found = await api.get(`${url}/api/search/sources/${id}`);
    if (found.state !== "running" && found.pages >= pages) {
      console.log(`  the product read ${found.pages} pages in ${seconds().toFixed(0)} s`);
      return found.pages;
    }
    if (seconds() > 600) throw new Error(`${found.pages} of ${pages} pages were read`);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

async function ask(url, api, { id, text }, { state }) {
  const { id: session } = await api.post(`${url}/api/search/searches`, { mode: "quick", sourceIds: [id] });
  const from = performance.now();
  const response = await fetch(`${url}/api/search/searches/${session}/answer`, {
    method: "POST",
    headers: { authorization: api.token, "content-type": "application/json" },
    body: JSON.stringify({ text }),
  });
  const [decoder, times] = [new TextDecoder(), { source: Number.NaN, token: Number.NaN }];
  let read = "";
  for await (const bytes of response.body) {
    read += decoder.decode(bytes, { stream: true });
    const now = performance.now();
    if (Number.isNaN(times.source) && read.includes('"type":"data-source"')) times.source = now - from;
    if (Number.isNaN(times.token) && /"type":"text-delta"[^\n]*"delta":"[^"]/.test(read))
      times.token = now - state.sentAt;
  }
  if (Number.isNaN(times.source) || Number.isNaN(times.token))
    throw new Error(`no answer from pages:\n${read.slice(0, 2000)}`);
  return times;
}
