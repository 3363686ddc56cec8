// The fake supplier's calls besides chat: vectors, ranking, pictures, sound.
import { answerOf } from "./answers.mjs";
import { pngOf } from "./picture.mjs";
import { json, refuse } from "./server.mjs";

/** A picture of one dot. */
export const DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const SOUND = Buffer.from(`ID3${"\u0000".repeat(1000)}`);

/** A tenth of a second of a low hum that browsers can play. */
function hum() {
  const samples = 800;
  const wav = Buffer.alloc(44 + samples * 2);
  wav.write("RIFF", 0);
  wav.writeUInt32LE(36 + samples * 2, 4);
  wav.write("WAVEfmt ", 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(8000, 24);
  wav.writeUInt32LE(16_000, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write("data", 36);
  wav.writeUInt32LE(samples * 2, 40);
  for (let at = 0; at < samples; at++) wav.writeInt16LE(Math.round(3000 * Math.sin(at / 6)), 44 + at * 2);
  return wav;
}

/** Calls by the end of their path. */
const CALLS = {
  "/embeddings": embeddings,
  "/rerank": rerank,
  "/reranks": rerank,
  "/images/generations": images,
  "/images/edits": images,
  "/audio/speech": speech,
  "/audio/transcriptions": transcription,
};

export const MEDIA_MODELS = [
  "fake-embedding",
  "fake-embedding-halting",
  "fake-rerank",
  "fake-image",
  "fake-image-url",
  "fake-gpt-image",
  "fake-speech",
  "fake-voice",
  "fake-whisper",
  "fake-listener",
];

/**
 * Any of the calls with any of the behaviours that refuse; models of other names work. Each call for vectors asks
 * `state.onEmbeddings` first: it may wait, refuse with a `status`, `error` and `headers`, or have `dimensions` of its own.
 */
export async function media({ path, body, key }, res, state) {
  const call = Object.entries(CALLS).find(([end]) => path.endsWith(end))?.[1];
  if (!call || !body.model) return json(res, 404, { error: { message: "no such model" } });
  const answer = answerOf(body.model, { messages: [{ text: "", pictures: [] }], body, key }, state);
  if (answer?.status) return refuse(res, answer, state, ({ error }) => ({ error }));
  if (answer?.type) return res.writeHead(200, { "content-type": answer.type }).end(answer.raw);
  if (answer?.delay) return undefined;
  // Of three calls one is refused.
  if (body.model === "fake-embedding-halting" && state.halting++ % 3 === 2)
    return json(res, 503, { error: { message: "overloaded" } });
  const told = call === embeddings ? await state.onEmbeddings?.(body) : undefined;
  if (told?.status) return json(res, told.status, { error: told.error ?? { message: "refused" } }, told.headers);
  return call({ ...body, ...told }, res, path);
}

/** Eight numbers from the text's characters: equal texts have equal vectors. */
function vectorOf(text, dimensions = 8) {
  const vector = Array.from({ length: dimensions }, () => 0);
  for (const [index, symbol] of [...text].entries()) vector[index % dimensions] += symbol.codePointAt(0) / 65_536;
  return vector;
}

function embeddings({ model, input, dimensions, encoding_format }, res) {
  if (model === "fake-float-only" && encoding_format) {
    return json(res, 422, { detail: [{ loc: ["body", "encoding_format"], msg: "Extra inputs are not permitted" }] });
  }
  const texts = [input].flat();
  const data = texts.map((text, index) => {
    const vector = vectorOf(text, dimensions);
    const base64 = Buffer.from(new Float32Array(vector).buffer).toString("base64");
    return { object: "embedding", index, embedding: encoding_format === "base64" ? base64 : vector };
  });
  if (model === "fake-ragged") data[0].embedding = [1, 2];
  if (model === "fake-short") data.pop();
  // The order is not promised.
  data.reverse();
  json(res, 200, {
    object: "list",
    model,
    data,
    usage: { prompt_tokens: texts.length * 3, total_tokens: texts.length * 3 },
  });
}

/** Documents by the characters they share with the query. */
function rerank({ model, query, documents, top_n }, res) {
  const share = (text) => [...new Set(query)].filter((symbol) => text.includes(symbol)).length / new Set(query).size;
  const results = documents.map((text, index) => ({ index, relevance_score: share(text) }));
  results.sort((a, b) => b.relevance_score - a.relevance_score);
  if (model === "fake-bad-rerank") results[0].index = documents.length;
  json(res, 200, { id: "r", results: results.slice(0, top_n), meta: { tokens: { input_tokens: 21 } } });
}

/** What such a model makes differs from call to call, as it does at a supplier. */
let drawn = 0;

function images({ model, prompt, n = 1, size }, res, path) {
  if (!prompt) return json(res, 400, { error: { message: "prompt is required" } });
  if (/forbidden at the supplier/.test(prompt)) {
    if (path.startsWith("/openai/")) {
      const results = {
        jailbreak: { detected: false, filtered: false },
        violence: { filtered: true, severity: "medium" },
      };
      const inner_error = { code: "ResponsibleAIPolicyViolation", content_filter_results: results };
      const message = "Your task failed as a result of our safety system.";
      return json(res, 400, { error: { code: "contentFilter", message, inner_error } });
    }
    const error = { code: "moderation_blocked", type: "image_generation_user_error" };
    return json(res, 400, { error: { ...error, message: "Your request was rejected by the safety system." } });
  }
  if (/gpt-image|qwen-image/.test(model)) {
    const [width = 64, height = 64] = (size ?? "").split("x").map((side) => Math.round(Number(side) / 4) || 64);
    const data = Array.from({ length: Number(n) }, () => ({
      b64_json: pngOf(width, height, drawn++).toString("base64"),
    }));
    const usage = { input_tokens: 9, output_tokens: 272, total_tokens: 281 };
    return json(res, 200, { created: 1, data, size, usage });
  }
  // An address within the supplier's own network: nobody may follow it.
  const one = model === "fake-image-url" ? { url: "http://127.0.0.1:9/picture.png" } : { b64_json: DOT };
  if (model === "fake-not-a-picture") one.b64_json = Buffer.from("<svg onload=alert(1)>").toString("base64");
  const data = Array.from({ length: Number(n) }, () => ({ ...one, revised_prompt: `a dot: ${prompt}` }));
  json(res, 200, { created: 1, data, usage: { input_tokens: 9, output_tokens: 272, total_tokens: 281 } });
}

function speech({ model, input, voice, response_format = "mp3" }, res) {
  if (!input || !voice) return json(res, 400, { error: { message: "input and voice are required" } });
  if (model === "fake-voice") return res.writeHead(200, { "content-type": "audio/wav" }).end(hum());
  res.writeHead(200, { "content-type": response_format === "wav" ? "audio/wav" : "audio/mpeg" });
  res.write(SOUND.subarray(0, 500));
  setTimeout(() => res.end(SOUND.subarray(500)), 20);
}

function transcription({ model, file, response_format = "json", language = "zh" }, res) {
  if (!file?.size) return json(res, 400, { error: { message: "file is required" } });
  const text = model === "fake-listener" ? "What did the board decide?" : `${file.name}: ${file.size} bytes`;
  if (response_format === "json") {
    return json(res, 200, { text, usage: { type: "tokens", input_tokens: 14, output_tokens: 45, total_tokens: 59 } });
  }
  if (model === "fake-json-only") {
    const message = `response_format '${response_format}' is not compatible with model '${model}'. Use 'json' or 'text' instead.`;
    return json(res, 400, { error: { message, param: "response_format", code: "unsupported_value" } });
  }
  const segments = [{ id: 0, start: 0, end: 1.5, text, tokens: [], temperature: 0 }];
  json(res, 200, {
    task: "transcribe",
    language,
    duration: 1.5,
    text,
    segments,
    usage: { type: "duration", seconds: 2 },
  });
}
