// A supplier that speaks Google's Gemini API, for tests. The model's name says how it behaves (see answers.mjs).
//   node tests/fakes/google-server.mjs --port 9102
import { answerOf, MODEL_NAMES, tokensOf } from "./answers.mjs";
import { predict } from "./imagen.mjs";
import { DOT } from "./model-media.mjs";
import { json, play, refuse, runByHand, startFake } from "./server.mjs";

/** Starts the fake. `url` is the base address with its version. */
export async function startGoogleServer(port = 0) {
  const fake = await startFake(port, route);
  return { ...fake, url: `${fake.origin}/v1beta` };
}

const STATUS = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
};

const failureOf = (code, message, details = []) => ({
  error: { code, message, status: STATUS[code] ?? "UNKNOWN", details },
});

function route({ method, path, query, headers, bytes }, res, state) {
  const key = headers["x-goog-api-key"] ?? "";
  if (!key || key === "wrong-key") {
    // The real service says 400 here.
    const details = [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" }];
    return json(res, 400, failureOf(400, `API key not valid: ${key}`, details));
  }
  if (method === "GET" && path === "/v1beta/models") return list(res, query);
  const body = JSON.parse(bytes.toString());
  state.requests.push({ path, key, headers, body });
  if (path === "/v1beta/interactions") return transcription(res, body);
  const [, model, call] = /^\/v1beta\/models\/([^:]+):(\w+)$/.exec(path) ?? [];
  // Only models of Google's own name draw.
  const answer = answerOf(model?.replace(/^(gemini|imagen)-(?=fake-)/, ""), questionOf(body, key), state);
  if (answer?.status) {
    return refuse(res, answer, state, ({ status, error, headers: told }) => {
      // Google tells in the body when to come back.
      const wait = told?.["retry-after"];
      return failureOf(status, error.message, wait ? [{ "@type": "RetryInfo", retryDelay: `${wait}s` }] : []);
    });
  }
  if (call === "embedContent") return json(res, 200, { embedding: { values: vectorOf(body) } });
  if (call === "batchEmbedContents") {
    if (body.requests.length > 100) return json(res, 400, failureOf(400, "at most 100 requests can be in one batch"));
    return json(res, 200, { embeddings: body.requests.map((one) => ({ values: vectorOf(one) })) });
  }
  if (call === "predict" && model.startsWith("imagen-")) return predict(res, model, body, failureOf);
  if (call === "generateContent") return media(res, model, body);
  if (call !== "streamGenerateContent" || query.get("alt") !== "sse" || !answer) {
    return json(res, 404, failureOf(404, `models/${model} is not found`));
  }
  if (!body.contents?.length) return json(res, 400, failureOf(400, "contents are required"));
  return play(res, answer, state, WIRE);
}

function list(res, query) {
  const chat = {
    inputTokenLimit: 1_048_576,
    outputTokenLimit: 65_536,
    supportedGenerationMethods: ["generateContent", "countTokens"],
  };
  const models = MODEL_NAMES.map((name) => ({ name: `models/${name}`, ...chat, thinking: name === "fake-thinking" }));
  const others = [
    {
      name: "models/gemini-embedding-001",
      inputTokenLimit: 2048,
      outputTokenLimit: 1,
      supportedGenerationMethods: ["embedContent"],
    },
    { name: "models/gemini-3-pro-image-preview", ...chat },
    { name: "models/imagen-4.0-generate-001", inputTokenLimit: 480, supportedGenerationMethods: ["predict"] },
    { name: "models/gemini-live", inputTokenLimit: 1, supportedGenerationMethods: ["bidiGenerateContent"] },
  ];
  if (query.has("pageToken")) return json(res, 200, { models: others });
  json(res, 200, { models, nextPageToken: "next" });
}

function vectorOf({ content, outputDimensionality = 8 }) {
  const text = content.parts.map((part) => part.text).join("");
  return Array.from(
    { length: outputDimensionality },
    (_, index) => (text.codePointAt(index % text.length) ?? 1) / 65_536,
  );
}

/** Pictures and sound come from the same call, by what the caller wants back. */
function media(res, model, { generationConfig = {} }) {
  const usageMetadata = { promptTokenCount: 9, candidatesTokenCount: 1290, totalTokenCount: 1299 };
  if (model === "gemini-fake-blocked") {
    return json(res, 200, { candidates: [{ content: {}, finishReason: "IMAGE_SAFETY" }], usageMetadata });
  }
  const sound = generationConfig.responseModalities?.includes("AUDIO");
  const inlineData = sound
    ? { mimeType: "audio/L16;codec=pcm;rate=24000", data: Buffer.alloc(480).toString("base64") }
    : { mimeType: "image/png", data: DOT };
  json(res, 200, {
    candidates: [{ content: { role: "model", parts: [{ inlineData }] }, finishReason: "STOP" }],
    usageMetadata,
  });
}

function transcription(res, { input, generation_config }) {
  const text = `${input[0].mime_type}: ${Buffer.from(input[0].data, "base64").length} bytes`;
  const words = generation_config?.transcription_config?.mode?.timestamp_granularities;
  const annotations = words ? [{ type: "word_info", text, start_offset: "0s", end_offset: "1.500s" }] : [];
  json(res, 200, {
    status: "completed",
    steps: [{ type: "model_output", content: [{ type: "text", text, annotations }] }],
  });
}

function questionOf(body, key) {
  const messages = (body.contents ?? []).map(({ role, parts }) => ({
    role,
    text: parts.map(({ text = "" }) => text).join(""),
    pictures: parts
      .filter(({ inlineData }) => inlineData)
      .map(({ inlineData }) => ({
        mediaType: inlineData.mimeType,
        bytes: Buffer.from(inlineData.data, "base64").length,
      })),
  }));
  return { messages, body, key, schema: body.generationConfig?.responseJsonSchema };
}

const FINISH = { length: "MAX_TOKENS", filter: "SAFETY" };

function usageOf(answer) {
  const { input, output, reasoning, cached } = tokensOf(answer);
  return {
    promptTokenCount: input,
    candidatesTokenCount: output - reasoning,
    totalTokenCount: input + output,
    ...(reasoning > 0 ? { thoughtsTokenCount: reasoning, cachedContentTokenCount: cached } : {}),
  };
}

const event = (value) => `data: ${JSON.stringify({ ...value, modelVersion: "fake", responseId: "r1" })}\r\n\r\n`;
const parts = (...list) => event({ candidates: [{ content: { parts: list, role: "model" }, index: 0 }] });

/** Whole parts; calls of tools are never cut. */
const WIRE = {
  open: () => [],
  thinking: (text) => [parts({ text, thought: true })],
  text: (text) => [parts({ text })],
  tool: ({ name, arguments: args }) => [parts({ functionCall: { name, args: JSON.parse(args) } })],
  failure: () => [`data: ${JSON.stringify(failureOf(503, "internal-host.corp crashed"))}\r\n\r\n`],
  close: (answer) => [
    event({
      candidates: [
        { content: { parts: [{ text: "" }], role: "model" }, finishReason: FINISH[answer.finish] ?? "STOP", index: 0 },
      ],
      ...(answer.usage === false ? {} : { usageMetadata: usageOf(answer) }),
    }),
  ],
};

runByHand(import.meta.url, startGoogleServer, 9102);
