// A supplier that speaks OpenAI's protocol, and Azure's paths to it, for tests. The model's name says how it behaves (see
// answers.mjs).
//   node tests/fakes/model-server.mjs --port 9100
import { answerOf, colourOf, MODEL_NAMES, tokensOf } from "./answers.mjs";
import { MEDIA_MODELS, media } from "./model-media.mjs";
import { json, play, refuse, runByHand, startFake } from "./server.mjs";

/** Starts the fake. `url` is OpenAI's base address, `azureUrl` that of an Azure resource; `state` holds what it saw. */
export async function startModelServer(port = 0) {
  const { origin, state, close } = await startFake(port, route);
  return { url: `${origin}/v1`, azureUrl: origin, state, close };
}

async function route({ method, path, query, headers, bytes }, res, state) {
  const azure = path.startsWith("/openai/");
  const key = azure ? (headers["api-key"] ?? "") : (headers.authorization ?? "").replace("Bearer ", "");
  if (azure && !key) return json(res, 401, { error: { code: "401", message: "Access denied due to missing key" } });
  if (method === "GET" && path.endsWith("/models")) return list(res, key);
  const form = (headers["content-type"] ?? "").startsWith("multipart/");
  const body = form ? await formOf(headers, bytes) : parse(bytes);
  if (!body) return json(res, 400, { error: { message: "bad json" } });
  const deployment = /^\/openai\/deployments\/([^/]+)\//.exec(path)?.[1];
  if (deployment) {
    if (!query.get("api-version")) return json(res, 404, { error: { code: "404", message: "Resource not found" } });
    body.model = decodeURIComponent(deployment);
  }
  const seen = {
    path: `${path}${query.size ? `?${query}` : ""}`,
    authorization: headers.authorization ?? "",
    key,
    body,
  };
  state.requests.push(seen);
  if (!path.endsWith("/chat/completions")) return media({ path, body, key }, res, state);
  const unsupported = body.model === "fake-o-series" && reasoningRefusal(body);
  if (unsupported) return json(res, 400, unsupported);
  await state.onChat?.(body);
  const named = { "fake-o-series": "fake-echo", "fake-whole": "fake-echo" }[body.model] ?? body.model;
  const answer = named === "fake-malformed" ? malformed() : answerOf(named, questionOf(body, key), state);
  if (!answer) return json(res, 404, { error: { message: "no such model" } });
  if (answer.status) return refuse(res, answer, state, ({ error }) => ({ error }));
  if (!body.stream || body.model === "fake-whole") return whole(res, body, answer);
  return play(res, answer, state, wireOf(body));
}

function list(res, key) {
  if (key === "wrong-key") return json(res, 401, { error: { message: "Incorrect API key provided: wrong-key" } });
  const data = [...MODEL_NAMES, ...MEDIA_MODELS].map((id) => ({ id, object: "model", created: 1, owned_by: "fake" }));
  const told = { id: "fake-told", context_length: 32_768, supported_parameters: ["tools", "reasoning"] };
  const vision = {
    architecture: { input_modalities: ["text", "image"] },
    top_provider: { max_completion_tokens: 4096 },
  };
  json(res, 200, { object: "list", data: [...data, { ...told, ...vision, object: "model" }] });
}

function parse(bytes) {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** A form as an object; files as `{ name, type, size }`, several of one name as a list. */
async function formOf(headers, bytes) {
  const request = new Request("http://fake", {
    method: "POST",
    headers: { "content-type": headers["content-type"] },
    body: bytes,
  });
  const body = {};
  for (const [name, value] of await request.formData()) {
    const entry = typeof value === "string" ? value : { name: value.name, type: value.type, size: value.size };
    body[name] = name in body ? [body[name], entry].flat() : entry;
  }
  return body;
}

function questionOf(body, key) {
  const messages = body.messages.map(({ role, content }) => {
    const parts = typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
    return {
      role,
      text: parts.map((part) => part.text ?? "").join(""),
      pictures: parts.filter((part) => part.type === "image_url").map(({ image_url }) => pictureOf(image_url.url)),
    };
  });
  return { messages, body, key, schema: body.response_format?.json_schema?.schema };
}

function pictureOf(url) {
  const [, mediaType = "?", base64 = ""] = /^data:([^;]+);base64,(.*)$/s.exec(url) ?? [];
  const bytes = Buffer.from(base64, "base64");
  return { mediaType, bytes: bytes.length, colour: colourOf(bytes) };
}

/** What OpenAI's reasoning models say to fields they do not know. */
function reasoningRefusal(body) {
  const refusal = (param, message, code) => ({ error: { message, type: "invalid_request_error", param, code } });
  if (body.max_tokens !== undefined) {
    const message =
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
    return refusal("max_tokens", message, "unsupported_parameter");
  }
  if (body.temperature !== undefined && body.temperature !== 1) {
    const message = `Unsupported value: 'temperature' does not support ${body.temperature} with this model. Only the default (1) value is supported.`;
    return refusal("temperature", message, "unsupported_value");
  }
  return undefined;
}

/** SECURITY ST-06: split characters, CR LF, comments, no space, several data lines, bad JSON, usage only, no end line. */
function malformed() {
  const delta = (content) => JSON.stringify({ choices: [{ index: 0, delta: { content } }] });
  const text = `\ufeff: hello\r\ndata:${delta("你好")}\r\n\r\nevent: x\ndata: ${delta("，👩‍💻 ")}\n\ndata: {not json}\n\ndata: {"choices":[]}\n\ndata: {"choices":\ndata: [{"index":0,"delta":{"content":"世界"}}]}\n\ndata: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":5}}\n\ndata: [DONE]`;
  return { raw: Buffer.from(text), bytewise: true };
}

const FINISH = { length: "length", filter: "content_filter" };
const finishOf = ({ tools, finish }) => (tools.length > 0 ? "tool_calls" : (FINISH[finish] ?? "stop"));

function usageOf(answer) {
  const { input, output, reasoning } = tokensOf(answer);
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    ...(reasoning > 0
      ? { completion_tokens_details: { reasoning_tokens: reasoning }, prompt_tokens_details: { cached_tokens: 4 } }
      : {}),
  };
}

function whole(res, body, answer) {
  const calls = answer.tools?.map(({ id, name, arguments: args }) => ({
    id,
    type: "function",
    function: { name, arguments: args },
  }));
  const message = { role: "assistant", content: answer.pieces.join(""), tool_calls: calls };
  json(res, 200, {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: body.model,
    choices: [{ index: 0, message, finish_reason: finishOf(answer), logprobs: null }],
    usage: usageOf(answer),
  });
}

function wireOf(body) {
  const head = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: body.model };
  const event = (value) => `data: ${JSON.stringify({ ...head, ...value })}\n\n`;
  const delta = (value, finish = null) =>
    event({ choices: [{ index: 0, delta: value, finish_reason: finish, logprobs: null }] });
  return {
    open: () => [delta({ role: "assistant", content: "" })],
    thinking: (text) => [delta({ reasoning_content: text })],
    text: (text) => [delta({ content: text })],
    tool: ({ id, name, arguments: args }, index) => [
      delta({ tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] }),
      ...args.match(/.{1,5}/gu).map((piece) => delta({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ],
    failure: () => ['data: {"error":{"message":"internal-host.corp crashed"}}\n\n'],
    close: (answer) => [
      delta({}, finishOf(answer)),
      ...(answer.usage !== false && body.stream_options?.include_usage
        ? [event({ choices: [], usage: usageOf(answer) })]
        : []),
      "data: [DONE]\n\n",
    ],
  };
}

runByHand(import.meta.url, startModelServer, 9100);
