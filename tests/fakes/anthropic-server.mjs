// A supplier that speaks Anthropic's Messages API, for tests. The model's name says how it behaves (see answers.mjs).
//   node tests/fakes/anthropic-server.mjs --port 9101
import { answerOf, colourOf, MODEL_NAMES, tokensOf } from "./answers.mjs";
import { json, play, refuse, runByHand, startFake } from "./server.mjs";

/** Starts the fake. `url` is the base address with its version, `origin` what the official client takes. */
export async function startAnthropicServer(port = 0) {
  const fake = await startFake(port, route);
  return { ...fake, url: `${fake.origin}/v1` };
}

const ERROR_TYPES = {
  400: "invalid_request_error",
  401: "authentication_error",
  402: "billing_error",
  404: "not_found_error",
  429: "rate_limit_error",
  529: "overloaded_error",
};

const failureOf = (status, message) => ({
  type: "error",
  error: { type: ERROR_TYPES[status] ?? "api_error", message },
  request_id: "req_1",
});

function route({ method, path, query, headers, bytes }, res, state) {
  // The official client sends its key as a bearer, others in the header of the documentation.
  const key = headers["x-api-key"] ?? (headers.authorization ?? "").replace("Bearer ", "");
  if (!headers["anthropic-version"]) return json(res, 400, failureOf(400, "anthropic-version: header is required"));
  if (!key || key === "wrong-key") return json(res, 401, failureOf(401, `invalid x-api-key: ${key}`));
  if (method === "GET" && path === "/v1/models") return list(res, query);
  const body = JSON.parse(bytes.toString());
  state.requests.push({ path, key, headers, body });
  const wrong = path !== "/v1/messages" ? "unknown path" : refusalOf(body);
  if (wrong) return json(res, 400, failureOf(400, wrong));
  // A real name may stand before ours: callers treat families of models differently.
  const named = answerOf(/fake-[\w-]+$/.exec(body.model)?.[0] ?? body.model, questionOf(body, key), state);
  if (!named) return json(res, 404, failureOf(404, `model: ${body.model}`));
  if (named.status) {
    return refuse(res, named, state, ({ status, error }) => failureOf(status, error.message));
  }
  const answer = jsonTool(body) ? throughTool(named) : named;
  if (!body.stream) return whole(res, body, answer);
  return play(res, answer, state, wireOf(body));
}

/** The rules of the real service that a caller may break. */
function refusalOf({ max_tokens, messages, thinking }) {
  if (!Number.isInteger(max_tokens)) return "max_tokens: Field required";
  if (messages?.[0]?.role !== "user") return "messages: first message must use the user role";
  if (messages.some(({ role }) => role !== "user" && role !== "assistant")) return "messages: unexpected role";
  const blocks = messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
  if (blocks.some(({ type, text }) => type === "text" && !text))
    return "messages: text content blocks must be non-empty";
  if (thinking?.type === "enabled" && thinking.budget_tokens >= max_tokens)
    return "max_tokens must be greater than budget";
  return undefined;
}

/** Two pages, as accounts with many models have them. */
function list(res, query) {
  const entry = (id) => ({
    type: "model",
    id,
    display_name: id,
    created_at: "2026-01-01T00:00:00Z",
    lifecycle: id === "fake-429" ? "retired" : "active",
    max_input_tokens: 200_000,
    max_tokens: 64_000,
    capabilities: { image_input: { supported: true }, thinking: { supported: id === "fake-thinking" } },
  });
  const half = MODEL_NAMES.length >> 1;
  const data = (query.has("after_id") ? MODEL_NAMES.slice(half) : MODEL_NAMES.slice(0, half)).map(entry);
  json(res, 200, { data, has_more: !query.has("after_id"), first_id: data[0].id, last_id: data.at(-1).id });
}

function questionOf(body, key) {
  const messages = body.messages.map(({ role, content }) => {
    const parts = typeof content === "string" ? [{ type: "text", text: content }] : content;
    const pictures = parts.filter(({ type }) => type === "image").map(({ source }) => source);
    return {
      role,
      text: parts.map(({ text = "" }) => text).join(""),
      pictures: pictures.map(({ media_type, data }) => {
        const bytes = Buffer.from(data, "base64");
        return { mediaType: media_type, bytes: bytes.length, colour: colourOf(bytes) };
      }),
    };
  });
  return { messages, body, key, schema: body.output_config?.format?.schema ?? jsonTool(body)?.input_schema };
}

/** Models without a schema of their own are made to call a tool of that shape. */
const jsonTool = ({ tool_choice, tools = [] }) => (tool_choice ? tools.find(({ name }) => name === "json") : undefined);
const throughTool = (answer) => ({
  ...answer,
  pieces: [],
  tools: [{ id: "call_json", name: "json", arguments: answer.pieces.join("") }],
});

const FINISH = { length: "max_tokens", filter: "refusal" };
const finishOf = ({ tools, finish }) => (tools.length > 0 ? "tool_use" : (FINISH[finish] ?? "end_turn"));

/** Anthropic counts what it had cached beside the input. */
function usageOf(answer) {
  const { input, output, reasoning, cached } = tokensOf(answer);
  if (answer.usage === false) return { input_tokens: 0, output_tokens: 0 };
  if (reasoning === 0) return { input_tokens: input, output_tokens: output };
  return {
    input_tokens: input - cached,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: 0,
    output_tokens: output,
    output_tokens_details: { thinking_tokens: reasoning },
  };
}

function blocksOf({ thinking, pieces, tools }) {
  return [
    ...(thinking.length > 0 ? [{ type: "thinking", thinking: thinking.join(""), signature: "c2ln" }] : []),
    ...(pieces.length > 0 ? [{ type: "text", text: pieces.join(""), citations: null }] : []),
    ...tools.map(({ id, name, arguments: args }) => ({ type: "tool_use", id, name, input: JSON.parse(args) })),
  ];
}

const messageOf = (body, more) => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: body.model,
  content: [],
  stop_reason: null,
  stop_sequence: null,
  ...more,
});

function whole(res, body, answer) {
  json(res, 200, messageOf(body, { content: blocksOf(answer), stop_reason: finishOf(answer), usage: usageOf(answer) }));
}

/** Blocks open when their first piece comes and close before the next kind. */
function wireOf(body) {
  let index = -1;
  let open;
  const event = (value) => `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;
  const stop = () => (open ? [event({ type: "content_block_stop", index })] : []);
  const begin = (kind, content_block) => {
    if (open === kind) return [];
    const closed = stop();
    open = kind;
    index++;
    return [...closed, event({ type: "content_block_start", index, content_block })];
  };
  const delta = (value) => event({ type: "content_block_delta", index, delta: value });
  return {
    open: (answer) => [
      event({ type: "message_start", message: messageOf(body, { usage: { ...usageOf(answer), output_tokens: 1 } }) }),
      event({ type: "ping" }),
    ],
    thinking: (text) => [
      ...begin("thinking", { type: "thinking", thinking: "", signature: "" }),
      delta({ type: "thinking_delta", thinking: text }),
    ],
    text: (text) => [
      ...(open === "thinking" ? [delta({ type: "signature_delta", signature: "c2ln" })] : []),
      ...begin("text", { type: "text", text: "" }),
      delta({ type: "text_delta", text }),
    ],
    tool: ({ id, name, arguments: args }) => [
      ...begin(id, { type: "tool_use", id, name, input: {} }),
      delta({ type: "input_json_delta", partial_json: "" }),
      ...args.match(/.{1,5}/gu).map((partial_json) => delta({ type: "input_json_delta", partial_json })),
    ],
    failure: () => [
      event({ type: "error", error: { type: "overloaded_error", message: "internal-host.corp crashed" } }),
    ],
    close: (answer) => [
      ...stop(),
      event({
        type: "message_delta",
        delta: { stop_reason: finishOf(answer), stop_sequence: null },
        usage: usageOf(answer),
      }),
      event({ type: "message_stop" }),
    ],
  };
}

runByHand(import.meta.url, startAnthropicServer, 9101);
